import type { ScheduledPod } from '../machine/pods.js';
import { contentHash, randomSuffix } from './names.js';
import {
  annotationsOf,
  asList,
  asMap,
  asText,
  at,
  type Json,
  type JsonMap,
  type KubeObject,
  labelsOf,
  nameOf,
  namespaceOf,
  uidOf,
} from './object.js';
import type { KubeStore } from './store.js';
import { conditionOf } from './tables.js';
import { apiVersionOf, builtIn, type ResourceType } from './types.js';

/*
 * What controllers and scheduler of a cluster do: pods for DaemonSets and Deployments, each on a node, made anew when
 * their template changes, replaced where they are gone.
 */

const pods = builtIn('pods');
const nodes = builtIn('nodes');
const daemonSets = builtIn('daemonsets');
const deployments = builtIn('deployments');

const templateHash = 'pod-template-hash';
export const mirrorAnnotation = 'kubernetes.io/config.mirror';

/** Makes and removes pods until they are what the workloads want. */
export function placePods(store: KubeStore): void {
  for (const daemonSet of store.list(daemonSets)) {
    const placed = ownPods(store, daemonSet);
    const hash = contentHash(at(daemonSet, 'spec', 'template'));
    for (const node of store.list(nodes)) {
      const here = placed.filter((pod) => nodeOf(pod) === nameOf(node));
      for (const pod of here) if (labelsOf(pod)[templateHash] !== hash) removePod(store, pod);
      if (!here.some((pod) => labelsOf(pod)[templateHash] === hash)) {
        create(store, daemonSets, daemonSet, nameOf(daemonSet), nameOf(node), hash);
      }
    }
  }
  for (const deployment of store.list(deployments)) {
    const hash = contentHash(at(deployment, 'spec', 'template'));
    const placed = ownPods(store, deployment);
    for (const pod of placed) if (labelsOf(pod)[templateHash] !== hash) removePod(store, pod);
    const current = placed.filter((pod) => labelsOf(pod)[templateHash] === hash);
    const wanted = replicas(deployment);
    for (const pod of current.slice(wanted)) removePod(store, pod);
    for (let missing = wanted - current.length; missing > 0; missing--) {
      const node = choose(store, deployment);
      create(store, deployments, deployment, `${nameOf(deployment)}-${hash}`, node, hash);
    }
  }
  for (const pod of store.list(pods)) schedule(store, pod);
}

export function replicas(deployment: KubeObject): number {
  const wanted = at(deployment, 'spec', 'replicas');
  return typeof wanted === 'number' ? wanted : 1;
}

/** Pods that a workload has made. */
export function ownPods(store: KubeStore, workload: KubeObject): readonly KubeObject[] {
  return store
    .list(pods, namespaceOf(workload))
    .filter((pod) => annotationsOf(pod)[madeBy] === uidOf(workload) && pod.metadata['deletionTimestamp'] === undefined);
}

/** Names the workload; a real cluster finds it through the ReplicaSet. */
const madeBy = 'sim.talos.dev/workload';

export function nodeOf(pod: KubeObject): string {
  return asText(at(pod, 'spec', 'nodeName'));
}

export function removePod(store: KubeStore, pod: KubeObject): void {
  store.remove(pods, namespaceOf(pod), nameOf(pod));
}

/** The pods that the API has placed on a node, for its kubelet. */
export function scheduledOn(store: KubeStore, nodename: string): readonly ScheduledPod[] {
  return store
    .list(pods)
    .filter((pod) => nodeOf(pod) === nodename && annotationsOf(pod)[mirrorAnnotation] === undefined)
    .map((pod) => ({
      namespace: namespaceOf(pod),
      name: nameOf(pod),
      uid: uidOf(pod),
      workload: labelsOf(pod)['k8s-app'] ?? '',
      hostNetwork: at(pod, 'spec', 'hostNetwork') === true,
      containers: asList(at(pod, 'spec', 'containers')).map((container) => ({
        name: asText(at(container, 'name')),
        image: asText(at(container, 'image')),
        command: [...asList(at(container, 'command')), ...asList(at(container, 'args'))].map(asText),
      })),
    }));
}

function create(
  store: KubeStore,
  type: ResourceType,
  owner: KubeObject,
  prefix: string,
  node: string | undefined,
  hash: string,
): void {
  const template = asMap(at(owner, 'spec', 'template'));
  const metadata = asMap(template['metadata']);
  const isDaemonSet = type === daemonSets;
  store.put(pods, {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: `${prefix}-${randomSuffix()}`,
      namespace: namespaceOf(owner),
      labels: { ...asMap(metadata['labels']), [templateHash]: hash },
      annotations: { ...asMap(metadata['annotations']), [madeBy]: uidOf(owner) },
      ownerReferences: [
        {
          apiVersion: apiVersionOf(type),
          kind: isDaemonSet ? 'DaemonSet' : 'ReplicaSet',
          name: isDaemonSet ? nameOf(owner) : `${nameOf(owner)}-${hash}`,
          uid: uidOf(owner),
          controller: true,
          blockOwnerDeletion: true,
        },
      ],
    },
    spec: { ...asMap(template['spec']), ...(node === undefined ? {} : { nodeName: node }) },
    status: { phase: 'Pending' },
  });
}

/** Gives a pod that waits for a node one that takes it. */
function schedule(store: KubeStore, pod: KubeObject): void {
  if (nodeOf(pod) !== '') return;
  const node = choose(store, pod);
  if (node !== undefined) store.put(pods, { ...pod, spec: { ...asMap(pod['spec']), nodeName: node } });
}

/** The node that takes a pod and has the fewest of its kind, control plane nodes first where they do. */
function choose(store: KubeStore, workload: KubeObject): string | undefined {
  const tolerations = asList(
    at(workload, 'spec', 'template', 'spec', 'tolerations') ?? at(workload, 'spec', 'tolerations'),
  );
  const siblings = ownPods(store, workload);
  const load = (node: KubeObject): number => siblings.filter((pod) => nodeOf(pod) === nameOf(node)).length;
  const takers = store
    .list(nodes)
    .filter(
      (node) =>
        at(node, 'spec', 'unschedulable') !== true &&
        conditionOf(node, 'Ready') === 'True' &&
        asList(at(node, 'spec', 'taints')).every((taint) => isTolerated(asMap(taint), tolerations)),
    );
  const [best] = takers.sort((a, b) => load(a) - load(b) || rank(a) - rank(b));
  return best === undefined ? undefined : nameOf(best);
}

function rank(node: KubeObject): number {
  return 'node-role.kubernetes.io/control-plane' in labelsOf(node) ? 0 : 1;
}

function isTolerated(taint: JsonMap, tolerations: readonly Json[]): boolean {
  if (taint['effect'] === 'PreferNoSchedule') return true;
  return tolerations.map(asMap).some(({ key, operator, value, effect }) => {
    if (effect !== undefined && effect !== '' && effect !== taint['effect']) return false;
    if (key === undefined || key === '') return operator === 'Exists';
    return key === taint['key'] && (operator === 'Exists' || (value ?? '') === (taint['value'] ?? ''));
  });
}
