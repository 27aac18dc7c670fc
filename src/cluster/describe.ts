import { formatTable } from '../render/table.js';
import type { ControlReport } from '../sim/process/control.js';
import type { ClusterState, NodeState } from '../sim/process/state.js';

const mtu = 1500;
const cpus = '2.00';
const memory = '2.1 GB';
const disk = '11 GB';

/** How a node is written after `-n` and `-e`: its address, with the port where that is not the usual one. */
export function nodeAddress({ address, port }: NodeState): string {
  return port === usualPort ? address : `${address}:${port}`;
}

/** How a node is named to another one, after `-n`: its address, or its name where all have the same address. */
export function nodeTarget(node: NodeState): string {
  return node.port === usualPort ? node.address : node.name;
}

const usualPort = 50000;

/** The two tables of `cluster show`. `report` is what the running process says, undefined for a stopped cluster. */
export function describeCluster(state: ClusterState, report: ControlReport | undefined): string {
  const controlPlanes = state.nodes.filter(({ type }) => type === 'controlplane');
  const [first] = controlPlanes;
  const head = [
    ['PROVISIONER', state.provisioner],
    ['NAME', state.name],
    ['NETWORK NAME', state.name],
    ['NETWORK CIDR', state.network],
    ['NETWORK GATEWAY', state.gateway],
    ['NETWORK MTU', String(mtu)],
    ['KUBERNETES ENDPOINT', first === undefined ? '' : `https://${first.address}:6443`],
    ['TALOS ENDPOINTS', controlPlanes.map(nodeAddress).join(',')],
    ['PROCESS', report === undefined ? 'stopped' : `running (PID ${report.pid})`],
  ];
  const nodes = [...state.nodes].sort((a, b) => (a.name < b.name ? -1 : 1));
  const rows = nodes.map((node) => {
    const now = report?.nodes.find(({ name }) => name === node.name);
    const status =
      now === undefined ? 'off' : `${now.stage}${now.ready || now.stage !== 'running' ? '' : ', not ready'}`;
    return [node.name, node.type, nodeAddress(node), cpus, memory, disk, status];
  });
  return `${formatTable(head)}\nNODES:\n\n${formatTable([['NAME', 'TYPE', 'IP', 'CPU', 'RAM', 'DISK', 'STATUS'], ...rows])}`;
}
