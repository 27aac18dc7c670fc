import type { Context } from '../../../cli/context.js';
import type { Client } from '../../../client/client.js';
import { fanOut, type NodeResult } from '../../../client/fanout.js';
import { printableField } from '../../../errors/control-characters.js';
import { CancelledError, TalosctlError } from '../../../errors/errors.js';
import { KubeNode } from '../track/kube-node.js';
import type { NodePlan } from './plan.js';

/**
 * Says which nodes have nothing to be done. An earlier run that failed behind the upgrade may have left them cordoned:
 * they take pods again when they are Ready.
 * @param uncordon whether the run would drain nodes, and so uncordon them
 */
export async function passOver(
  ctx: Context,
  client: Client,
  done: readonly NodePlan[],
  uncordon: boolean,
): Promise<readonly NodeResult<void>[]> {
  for (const { node, system } of done) {
    await ctx.stderr.write(`${node}: runs ${printableField(system.version)} already, nothing to do\n`);
  }
  if (!uncordon || done.length === 0) return [];
  return fanOut({ nodes: done.map(({ node }) => node) }, async (node) => {
    const say = (text: string): Promise<void> => ctx.stderr.write(`${node}: ${printableField(text)}\n`);
    const found = await find(ctx, client, node, say);
    try {
      if (found?.isLeftCordoned !== true) return;
      await say('an earlier run has left it cordoned: waiting until it is Ready');
      await found.letGo({ signal: ctx.signal, clock: ctx.clock, report: say });
    } finally {
      found?.close();
    }
  });
}

/** Undefined where Kubernetes does not tell: that is no reason to fail for a node that is left alone. */
async function find(
  ctx: Context,
  client: Client,
  node: string,
  say: (text: string) => Promise<void>,
): Promise<KubeNode | undefined> {
  try {
    return await KubeNode.find(client, { node, env: ctx.env, clock: ctx.clock, signal: ctx.signal });
  } catch (error) {
    if (!(error instanceof TalosctlError) || error instanceof CancelledError) throw error;
    await say(`whether an earlier run has left it cordoned is not known: ${error.message}`);
    return undefined;
  }
}
