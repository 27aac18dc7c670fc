import { isIP } from 'node:net';
import { asList, asMap, asText, at, type KubeObject, labelsOf, nameOf } from '../kube/object.js';
import { ownPods, replicas } from '../kube/placing.js';
import { conditionOf } from '../kube/tables.js';
import { builtIn } from '../kube/types.js';
import type { Machine } from '../machine/machine.js';
import type { Runtime } from '../machine/runtime.js';
import { specText } from '../machine/spec.js';

/** What a node that checks its cluster looks at. */
export interface Checked {
  /** The node itself. */
  readonly runtime: Runtime;
  /** Of the Kubernetes API, where the caller names one; else empty. */
  readonly endpoint: string;
  readonly controlPlane: readonly Seen[];
  readonly workers: readonly Seen[];
}

/** A machine by its address, and whether it is there. */
export interface Seen {
  readonly address: string;
  readonly machine: Machine | undefined;
}

/** A condition in a node's own words; `check` gives what is wrong, `SKIP`, or undefined where all is well. */
export interface HealthCondition {
  readonly description: string;
  check(checked: Checked): string | undefined;
}

const system = 'kube-system';

function all({ controlPlane, workers }: Checked): readonly Seen[] {
  return [...controlPlane, ...workers];
}

/** The machine as long as its API answers. */
function answering({ machine }: Seen): Runtime | undefined {
  return machine?.runtime?.reachable === true ? machine.runtime : undefined;
}

function unreachable(seen: readonly Seen[]): string | undefined {
  const lost = seen.find((candidate) => answering(candidate) === undefined);
  return (
    lost &&
    `rpc error: code = Unavailable desc = connection error: desc = "transport: Error while dialing: dial tcp ${lost.address}:50000: connect: ${lost.machine === undefined ? 'no route to host' : 'connection refused'}"`
  );
}

function problems(found: readonly string[]): string | undefined {
  if (found.length === 0) return undefined;
  return `${found.length} error${found.length === 1 ? '' : 's'} occurred:\n${found.map((problem) => `\t* ${problem}\n`).join('')}\n`;
}

function serviceHealthy(id: string): (checked: Checked) => string | undefined {
  return ({ controlPlane }) =>
    unreachable(controlPlane) ??
    problems(
      controlPlane.flatMap((seen) => {
        const service = answering(seen)?.services.find(id);
        const last = service?.info().events?.events.at(-1);
        if (service === undefined || last === undefined) {
          return [`${seen.address}: no events recorded yet for service ${JSON.stringify(id)}`];
        }
        if (service.state !== 'Running') {
          return [
            `${seen.address}: service ${JSON.stringify(id)} not in expected state "Running": ` +
              `current state [${last.state}] ${last.msg}`,
          ];
        }
        return service.healthy === true ? [] : [`${seen.address}: service is not healthy: ${id}`];
      }),
    );
}

/** The conditions of a healthy cluster as a node goes through them. */
export const healthConditions: readonly HealthCondition[] = [
  { description: 'etcd to be healthy', check: serviceHealthy('etcd') },
  { description: 'etcd members to be consistent across nodes', check: ({ controlPlane }) => unreachable(controlPlane) },
  { description: 'etcd members to be control plane nodes', check: etcdOnControlPlane },
  { description: 'apid to be ready', check: (checked) => unreachable(all(checked)) },
  { description: 'all nodes memory sizes', check: (checked) => unreachable(all(checked)) },
  { description: 'all nodes disk sizes', check: (checked) => unreachable(all(checked)) },
  { description: 'no diagnostics', check: (checked) => unreachable(all(checked)) },
  { description: 'kubelet to be healthy', check: serviceHealthy('kubelet') },
  { description: 'all nodes to finish boot sequence', check: booted },
  { description: 'all k8s nodes to report', check: (checked) => kubernetes(checked) ?? reported(checked) },
  {
    description: 'all control plane static pods to be running',
    check: ({ controlPlane }) => unreachable(controlPlane) ?? staticPods(controlPlane),
  },
  {
    description: 'all control plane components to be ready',
    check: (checked) => kubernetes(checked) ?? controlPlaneReady(checked),
  },
  {
    description: 'all k8s nodes to report ready',
    check: (checked) => withoutCni(checked) ?? kubernetes(checked) ?? nodesReady(checked),
  },
  { description: 'kube-proxy to report ready', check: (checked) => kubernetes(checked) ?? proxyReady(checked) },
  {
    description: 'coredns to report ready',
    check: (checked) => withoutCni(checked) ?? kubernetes(checked) ?? dnsReady(checked),
  },
  {
    description: 'all k8s nodes to report schedulable',
    check: (checked) => kubernetes(checked) ?? schedulable(checked),
  },
];

function etcdOnControlPlane({ runtime, controlPlane }: Checked): string | undefined {
  const clusterId = runtime.configuration.active?.view.clusterId ?? '';
  const members = runtime.machine.neighbours.etcdPeers(clusterId).map(({ address }) => address);
  const known = controlPlane.map(({ address }) => address);
  if (members.every((address) => known.includes(address))) return undefined;
  const list = (addresses: readonly string[]): string => addresses.map((address) => JSON.stringify(address)).join(' ');
  return `etcd member ips [${list(members)}] are not subset of control plane node ips [${list(known)}]`;
}

function booted(checked: Checked): string | undefined {
  const lost = unreachable(all(checked));
  if (lost !== undefined) return lost;
  const others = all(checked).flatMap(({ address, machine }) => {
    const stage = machine?.runtime?.stage ?? '';
    return stage === 'running' ? [] : [`${stage}: [${address}]`];
  });
  return others.length === 0 ? undefined : `nodes are not running: ${others.join(', ')}`;
}

/** Why the Kubernetes API does not answer this node. */
function kubernetes({ runtime, endpoint }: Checked): string | undefined {
  if (endpoint !== '') return elsewhere(runtime, endpoint);
  if (runtime.kubernetesUp) return undefined;
  const server = runtime.configuration.active?.view.clusterEndpoint ?? '';
  return `Get "${server}/api/v1/nodes": dial tcp ${runtime.machine.identity.address}:6443: connect: connection refused`;
}

/** The same for an endpoint that the caller names, in place of its own. */
function elsewhere(runtime: Runtime, endpoint: string): string | undefined {
  const bare = endpoint.replace(/^https:\/\//, '');
  const server = /:\d+$/.test(bare) ? bare : `${bare}:6443`;
  const own = runtime.configuration.active?.view.clusterEndpoint ?? '';
  if (own === `https://${server}` && runtime.kubernetesUp) return undefined;
  const host = server.replace(/:\d+$/, '');
  const failed = `Get "https://${server}/api/v1/nodes": dial tcp`;
  if (isIP(host) === 0) return `${failed}: lookup ${host} on 127.0.0.53:53: no such host`;
  const up = server.endsWith(':6443') && runtime.machine.neighbours.find(host)?.runtime?.kubernetesUp === true;
  return up ? undefined : `${failed} ${server}: connect: connection refused`;
}

const nodes = builtIn('nodes');

function store({ runtime }: Checked) {
  const cluster = runtime.machine.neighbours.kubernetes(runtime.configuration.active?.view.clusterId ?? '');
  cluster.reconcile();
  return cluster.store;
}

function addressOf(node: KubeObject): string {
  const address = asList(at(node, 'status', 'addresses')).find((item) => asMap(item)['type'] === 'InternalIP');
  return asText(asMap(address)['address']);
}

function reported(checked: Checked): string | undefined {
  const known = store(checked).list(nodes).map(addressOf);
  const missing = all(checked).find(({ address }) => !known.includes(address));
  if (missing !== undefined) return `can't find expected node with IPs [${JSON.stringify(missing.address)}]`;
  const strangers = known.filter((address) => !all(checked).some((seen) => seen.address === address));
  if (strangers.length === 0) return undefined;
  return `unexpected nodes with IPs [${strangers.map((address) => JSON.stringify(address)).join(' ')}]`;
}

function staticPods(controlPlane: readonly Seen[]): string | undefined {
  for (const seen of controlPlane) {
    const ids =
      answering(seen)
        ?.resources.list('k8s', 'StaticPodStatuses.kubernetes.talos.dev')
        .map(({ id }) => id) ?? [];
    const missing = ['kube-apiserver', 'kube-controller-manager', 'kube-scheduler']
      .map((name) => `${system}/${name}`)
      .filter((name) => !ids.some((id) => id.startsWith(name)));
    if (missing.length > 0) return `missing static pods on node ${seen.address}: [${missing.join(' ')}]`;
  }
  return undefined;
}

function controlPlaneReady(checked: Checked): string | undefined {
  for (const component of ['kube-apiserver', 'kube-scheduler', 'kube-controller-manager']) {
    const pods = podsOf(checked, component);
    if (pods.length !== checked.controlPlane.length) {
      return `expected number of pods for ${component} to be ${checked.controlPlane.length}, got ${pods.length}`;
    }
    const unready = pods.filter((pod) => conditionOf(pod, 'Ready') !== 'True').map(nameOf);
    if (unready.length > 0) return `some pods are not ready for ${component}: [${unready.join(' ')}]`;
  }
  return undefined;
}

function podsOf(checked: Checked, app: string): readonly KubeObject[] {
  return store(checked)
    .list(builtIn('pods'), system)
    .filter((pod) => labelsOf(pod)['k8s-app'] === app);
}

function withoutCni({ runtime }: Checked): string | undefined {
  const config = runtime.resources.get('controlplane', 'BootstrapManifestsConfigs.kubernetes.talos.dev', 'manifests');
  return specText(config?.spec, 'cniName') === 'none' ? 'SKIP' : undefined;
}

function nodesReady(checked: Checked): string | undefined {
  const unready = store(checked)
    .list(nodes)
    .filter((node) => conditionOf(node, 'Ready') !== 'True');
  return unready.length === 0 ? undefined : `some nodes are not ready: [${unready.map(nameOf).join(' ')}]`;
}

function proxyReady(checked: Checked): string | undefined {
  const daemonSet = store(checked).get(builtIn('daemonsets'), system, 'kube-proxy');
  return daemonSet === undefined ? 'SKIP' : podsReady(checked, daemonSet, store(checked).list(nodes).length);
}

function dnsReady(checked: Checked): string | undefined {
  const deployment = store(checked).get(builtIn('deployments'), system, 'coredns');
  return deployment === undefined ? 'SKIP' : podsReady(checked, deployment, replicas(deployment));
}

function podsReady(checked: Checked, workload: KubeObject, count: number): string | undefined {
  const pods = ownPods(store(checked), workload);
  const unready = pods.filter((pod) => conditionOf(pod, 'Ready') !== 'True').map(nameOf);
  if (unready.length > 0) return `some pods are not ready: [${unready.join(' ')}]`;
  return pods.length === count ? undefined : `expected ${count} ready pods, got ${pods.length}`;
}

function schedulable(checked: Checked): string | undefined {
  const cordoned = store(checked)
    .list(nodes)
    .filter((node) => at(node, 'spec', 'unschedulable') === true);
  const [first] = cordoned;
  return first === undefined ? undefined : `some nodes are not schedulable: [${nameOf(first)}]`;
}
