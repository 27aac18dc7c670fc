import { isIP } from 'node:net';
import { flag } from '../../cli/flags.js';
import { UsageError } from '../../errors/errors.js';
import type { NodeLists } from '../../kube/health/topology.js';

/** The machines of a cluster, for commands that look at all of it. */
export const clusterNodeFlags = {
  'control-plane-nodes': flag.stringSlice('addresses of the control plane nodes; members of the cluster unless given'),
  'init-node': flag.string('address of the init node, one more of the control plane'),
  'worker-nodes': flag.stringSlice('addresses of the workers; members of the cluster unless given'),
};

interface ClusterNodeValues {
  readonly 'control-plane-nodes': readonly string[];
  readonly 'init-node': string;
  readonly 'worker-nodes': readonly string[];
}

/** The machines that were named. */
export function readClusterNodes(values: ClusterNodeValues): NodeLists {
  const addresses = (name: 'control-plane-nodes' | 'worker-nodes'): readonly string[] =>
    values[name].map((address) => ipAddress(name, address));
  const init = values['init-node'] === '' ? [] : [ipAddress('init-node', values['init-node'])];
  return { controlPlane: [...init, ...addresses('control-plane-nodes')], workers: addresses('worker-nodes') };
}

function ipAddress(name: string, text: string): string {
  if (isIP(text) === 0) throw new UsageError(`--${name} takes IP addresses, and ${JSON.stringify(text)} is none`);
  return text;
}
