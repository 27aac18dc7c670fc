import type { Context } from '../../../cli/context.js';
import type { Client } from '../../../client/client.js';
import { confirmTarget } from '../confirm-target.js';

/**
 * Asks on a terminal before several nodes, or nodes that only the talosconfig names, are rebooted or shut down: that
 * may be more than was meant. One node that was named is what was meant; a word that stands for one (`worker`) names
 * none.
 */
export async function confirmPower(ctx: Context, client: Client, action: string, yes: boolean): Promise<void> {
  const [node = '', ...others] = client.nodes;
  const named = others.length === 0 && ctx.connection.nodes.includes(node);
  if (yes || named || !ctx.stdin.isTerminal) return;
  await confirmTarget(ctx, client, { action: `${action} the machine`, yes });
}
