import type { KubeApi, KubeCallOptions } from '../api/api.js';
import {
  addressesOf,
  isControlPlaneNode,
  isReady,
  type KubeNode,
  type KubePod,
  listDaemonSets,
  listDeployments,
  listNodes,
  listPods,
  nameOf,
} from '../api/objects.js';
import { fail } from './ask.js';
import type { HealthCheck, HealthTarget } from './check.js';
import { isWithoutCni } from './machines.js';
import { allNodes, type ClusterNode } from './topology.js';

/* The checks through the Kubernetes API. */

const system = 'kube-system';
const components = ['kube-apiserver', 'kube-scheduler', 'kube-controller-manager'];

export const nodesReported: HealthCheck = {
  id: 'nodes',
  title: 'all k8s nodes to report',
  // The first check that needs the Kubernetes API, whose certificate takes its time.
  interval: 30_000,
  async run(target) {
    const nodes = await listNodes(await target.kube(), callOptions(target));
    compare(allNodes(target.topology), nodes);
    return 'ok';
  },
};

export const controlPlaneReady: HealthCheck = {
  id: 'control-plane',
  title: 'all control plane components to be ready',
  async run(target) {
    const api = await target.kube();
    const options = callOptions(target);
    const nodes = (await listNodes(api, options)).filter(isControlPlaneNode);
    compare(target.topology.controlPlane, nodes);
    for (const component of components) {
      const pods = await listPods(api, { namespace: system, labels: `k8s-app = ${component}` }, options);
      if (pods.length !== nodes.length) fail([`there are ${pods.length} pods of ${component}, not ${nodes.length}`]);
      refuseUnready(pods, `pods of ${component}`);
    }
    return 'ok';
  },
};

export const nodesReady: HealthCheck = {
  id: 'nodes-ready',
  title: 'all k8s nodes to report ready',
  async run(target) {
    if (await isWithoutCni(target)) return 'skipped';
    refuseUnready(await listNodes(await target.kube(), callOptions(target)), 'nodes');
    return 'ok';
  },
};

export const kubeProxyReady: HealthCheck = {
  id: 'kube-proxy',
  title: 'kube-proxy to report ready',
  async run(target) {
    const api = await target.kube();
    const labels = 'k8s-app=kube-proxy';
    const [daemonSet] = await listDaemonSets(api, system, labels, callOptions(target));
    if (daemonSet === undefined) return 'skipped';
    await podsReady(api, labels, daemonSet.status?.desiredNumberScheduled ?? 0, callOptions(target));
    return 'ok';
  },
};

export const corednsReady: HealthCheck = {
  id: 'coredns',
  title: 'coredns to report ready',
  async run(target) {
    if (await isWithoutCni(target)) return 'skipped';
    const api = await target.kube();
    const labels = 'k8s-app=kube-dns';
    const [deployment] = await listDeployments(api, system, labels, callOptions(target));
    if (deployment === undefined) return 'skipped';
    await podsReady(api, labels, deployment.spec?.replicas ?? 1, callOptions(target));
    return 'ok';
  },
};

export const nodesSchedulable: HealthCheck = {
  id: 'schedulable',
  title: 'all k8s nodes to report schedulable',
  async run(target) {
    const nodes = await listNodes(await target.kube(), callOptions(target));
    const cordoned = nodes.filter(({ spec }) => spec?.unschedulable === true).map(nameOf);
    if (cordoned.length > 0) fail([`nodes are not schedulable: ${cordoned.join(', ')}`]);
    return 'ok';
  },
};

function callOptions({ signal, timeout }: HealthTarget): KubeCallOptions {
  return { signal, timeout };
}

/** Fails unless the machines and the nodes of Kubernetes are the same. */
function compare(machines: readonly ClusterNode[], nodes: readonly KubeNode[]): void {
  const left = new Map(nodes.map((node) => [node, addressesOf(node)]));
  const missing: string[] = [];
  for (const { addresses } of machines) {
    const found = [...left].find(([, known]) => known.some((address) => addresses.includes(address)));
    if (found === undefined) missing.push(addresses.join(', '));
    else left.delete(found[0]);
  }
  const problems = [
    ...missing.map((addresses) => `Kubernetes has no node with the address ${addresses}`),
    ...[...left].map(
      ([node, addresses]) => `Kubernetes has a node that is no member: ${nameOf(node)} (${addresses.join(', ')})`,
    ),
  ];
  if (problems.length > 0) fail(problems);
}

function refuseUnready(objects: readonly (KubeNode | KubePod)[], what: string): void {
  const unready = objects.filter((object) => !isReady(object)).map(nameOf);
  if (unready.length > 0) fail([`${what} are not ready: ${unready.join(', ')}`]);
}

async function podsReady(api: KubeApi, labels: string, count: number, options: KubeCallOptions): Promise<void> {
  const pods = (await listPods(api, { namespace: system, labels }, options)).filter(isAlive);
  refuseUnready(pods, 'pods');
  if (pods.length !== count) fail([`${pods.length} pods are ready, not ${count}`]);
}

/** Pods that were told to go, that failed, or whose containers have all ended (after a kubelet went down) do not count. */
function isAlive({ metadata, status }: KubePod): boolean {
  if (metadata?.deletionTimestamp !== undefined || status?.phase === 'Failed') return false;
  const containers = status?.containerStatuses ?? [];
  return containers.length === 0 || containers.some(({ state }) => state?.terminated === undefined);
}
