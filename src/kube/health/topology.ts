import type { CallOptions, Client } from '../../client/client.js';
import { listMembers } from '../../client/members.js';
import { TalosctlError } from '../../errors/errors.js';

/** A machine of the cluster, by its addresses; the first is how it is asked for. */
export interface ClusterNode {
  readonly address: string;
  readonly addresses: readonly string[];
}

/** The machines that a cluster should have. */
export interface Topology {
  readonly controlPlane: readonly ClusterNode[];
  readonly workers: readonly ClusterNode[];
}

export interface NodeLists {
  readonly controlPlane: readonly string[];
  readonly workers: readonly string[];
}

export function allNodes({ controlPlane, workers }: Topology): readonly ClusterNode[] {
  return [...controlPlane, ...workers];
}

/** The machines named, or else the cluster's members as the endpoint knows them. */
export async function findTopology(client: Client, named: NodeLists, options: CallOptions): Promise<Topology> {
  if (named.controlPlane.length > 0 || named.workers.length > 0) {
    const node = (address: string): ClusterNode => ({ address, addresses: [address] });
    return { controlPlane: named.controlPlane.map(node), workers: named.workers.map(node) };
  }
  const members = await listMembers(client, options);
  if (members === undefined) {
    throw new TalosctlError('the endpoint does not tell which machines the cluster has', {
      hint: 'its discovery may be off: name them with --control-plane-nodes and --worker-nodes',
    });
  }
  const nodes = members.map(({ hostname, isControlPlane, addresses }) => {
    const [address] = addresses;
    if (address === undefined) throw new TalosctlError(`no address is known of the member ${hostname}`);
    return { isControlPlane, address, addresses };
  });
  return {
    controlPlane: nodes.filter(({ isControlPlane }) => isControlPlane),
    workers: nodes.filter(({ isControlPlane }) => !isControlPlane),
  };
}
