import type { Context } from '../../../cli/context.js';
import type { Client } from '../../../client/client.js';
import type { NodeResult } from '../../../client/fanout.js';
import { TalosctlError } from '../../../errors/errors.js';
import { MachineServiceService } from '../../../gen/machine/machine.js';
import { askNodes } from '../ask-nodes.js';
import { containerNamespace } from '../container-namespace.js';
import { failuresOf, throwFailures } from '../node-failures.js';

/** A pod that has a network of its own. */
export interface NetworkPod {
  /** `namespace/name`. */
  readonly id: string;
  /** Name of its network namespace. */
  readonly network: string;
}

/** The running pods with networks of their own, on every node. */
export async function networkPods(client: Client): Promise<readonly NodeResult<readonly NetworkPod[]>[]> {
  const results = await askNodes(client, MachineServiceService.containers, containerNamespace(true));
  return results.map((result) => {
    if (result.error !== undefined) return result;
    const sandboxes = result.value.containers.filter(({ id, podId, pid }) => id === podId && pid !== 0);
    return {
      node: result.node,
      value: sandboxes.map(({ id, networkNamespace }) => ({ id, network: networkNamespace })).filter(hasNetwork),
    };
  });
}

/** Where a pod runs, and the name of its network namespace. */
export async function findPod(
  client: Client,
  id: string,
): Promise<{ readonly node: string; readonly network: string }> {
  const results = await networkPods(client);
  const wanted = id.toLowerCase();
  for (const { node, value = [] } of results) {
    const pod = value.find((candidate) => candidate.id === wanted);
    if (pod !== undefined) return { node, network: pod.network };
  }
  throwFailures(client, failuresOf(results));
  throw new TalosctlError(`no pod ${JSON.stringify(id)} with a network of its own on ${client.nodes.join(', ')}`, {
    hint: 'pods are named namespace/name, as `talosctl containers -k` lists them; those in the network of their node are part of `talosctl netstat`',
  });
}

/** For completion: the pods that can be asked about. */
export async function podNames(ctx: Context): Promise<readonly string[]> {
  const results = await networkPods(await ctx.client());
  return results.flatMap(({ value = [] }) => value.map(({ id }) => id)).sort();
}

const hasNetwork = ({ network }: NetworkPod): boolean => network !== '';
