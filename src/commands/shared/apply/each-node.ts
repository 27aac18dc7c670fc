import type { Context } from '../../../cli/context.js';
import type { Client } from '../../../client/client.js';
import { fanOut } from '../../../client/fanout.js';
import { CancelledError } from '../../../errors/errors.js';
import { failuresOf, throwFailures } from '../node-failures.js';
import { roll } from '../roll.js';
import type { ApplySettings } from './flags.js';

/**
 * Changes one node after the other. A node that fails does not keep the others from it, unless each is waited for: then
 * the next one is changed when the one before is well. Those that were not begun are named.
 */
export async function changeEach(
  ctx: Context,
  client: Client,
  { wait, dryRun }: ApplySettings,
  change: (node: string) => Promise<void>,
): Promise<void> {
  const begun = new Set<string>();
  const begin = (node: string): Promise<void> => {
    begun.add(node);
    return change(node);
  };
  const changeAll = async () =>
    wait && !dryRun
      ? roll({ items: client.nodes, nodeOf: String, atOnce: 1, alone: () => true, work: begin })
      : fanOut(client, begin, { concurrency: 1 });
  const tellRest = async (): Promise<void> => {
    const rest = client.nodes.filter((node) => !begun.has(node));
    if (rest.length > 0) await ctx.stderr.write(`nothing was applied to ${rest.join(', ')}\n`);
  };
  try {
    const results = await changeAll();
    await tellRest();
    throwFailures(client, failuresOf(results));
  } catch (error) {
    if (error instanceof CancelledError) await tellRest();
    throw error;
  }
}
