import type { Context } from '../../../cli/context.js';
import type { Client } from '../../../client/client.js';
import { printableField } from '../../../errors/control-characters.js';
import type { TrackedAction } from '../../../tracker/node-wait.js';
import { KubeNode } from './kube-node.js';

const findTime = 60_000;

/** An action before which the pods of each node move away, and after which the node takes pods again. */
export class DrainedAction {
  readonly action: TrackedAction;
  readonly #ctx: Context;
  readonly #nodes = new Map<string, KubeNode>();

  /** @param timeout milliseconds for moving the pods of a node */
  constructor(ctx: Context, client: Client, action: TrackedAction, timeout: number) {
    this.#ctx = ctx;
    this.action = {
      ...action,
      prepare: async (wait) => {
        const found = await wait.phase('looking at Kubernetes', findTime, (signal) =>
          KubeNode.findToDrain(client, { node: wait.node, env: ctx.env, clock: wait.clock, signal }),
        );
        this.#nodes.set(wait.node, found);
        await found.drain(wait, timeout);
      },
      goal: async (wait) => {
        const words = await action.goal(wait);
        await this.#nodes.get(wait.node)?.release(wait);
        return words;
      },
    };
  }

  /** Says which nodes are left without new pods, since something failed. */
  async end(): Promise<void> {
    for (const [node, kubeNode] of this.#nodes) {
      await tellIfCordoned(this.#ctx, node, kubeNode);
      kubeNode.close();
    }
  }
}

/** Says that a node takes no pods where it was cordoned here, and still is. */
export async function tellIfCordoned(ctx: Context, node: string, { isLeftCordoned, name }: KubeNode): Promise<void> {
  if (!isLeftCordoned) return;
  await ctx.stderr.write(
    `${node}: takes no new pods; when it is well, \`kubectl uncordon ${printableField(name)}\` ` +
      'or the same command again lets them come\n',
  );
}
