import {
  asList,
  asMap,
  asText,
  at,
  isMap,
  type Json,
  type JsonMap,
  type KubeObject,
  labelsOf,
  nameOf,
} from './object.js';
import { createdAt } from './store.js';
import type { ResourceType } from './types.js';

interface Column {
  readonly name: string;
  /** 0 is always shown, 1 with `-o wide`. */
  readonly priority?: number;
  readonly type?: 'integer';
  value(object: KubeObject, now: Date): string | number;
}

const text =
  (...path: readonly string[]) =>
  (object: KubeObject): string =>
    asText(at(object, ...path)) || '<none>';

const count =
  (...path: readonly string[]) =>
  (object: KubeObject): number => {
    const value = at(object, ...path);
    return typeof value === 'number' ? value : 0;
  };

const name: Column = { name: 'Name', value: nameOf };
const age: Column = { name: 'Age', value: (object, now) => shortSpan(now.getTime() - createdAt(object).getTime()) };
const integer = (heading: string, ...path: readonly string[]): Column => ({
  name: heading,
  type: 'integer',
  value: count(...path),
});
const wide = (heading: string, value: Column['value']): Column => ({ name: heading, priority: 1, value });

const columns: Readonly<Record<string, readonly Column[]>> = {
  nodes: [
    name,
    { name: 'Status', value: nodeStatus },
    { name: 'Roles', value: nodeRoles },
    age,
    { name: 'Version', value: text('status', 'nodeInfo', 'kubeletVersion') },
    wide('Internal-IP', (node) => addressOf(node, 'InternalIP')),
    wide('External-IP', (node) => addressOf(node, 'ExternalIP')),
    wide('OS-Image', text('status', 'nodeInfo', 'osImage')),
    wide('Kernel-Version', text('status', 'nodeInfo', 'kernelVersion')),
    wide('Container-Runtime', text('status', 'nodeInfo', 'containerRuntimeVersion')),
  ],
  pods: [
    name,
    { name: 'Ready', value: (pod) => `${readyContainers(pod).length}/${containerStatuses(pod).length}` },
    { name: 'Status', value: podStatus },
    { name: 'Restarts', value: () => '0' },
    age,
    wide('IP', text('status', 'podIP')),
    wide('Node', text('spec', 'nodeName')),
    wide('Nominated Node', () => '<none>'),
    wide('Readiness Gates', () => '<none>'),
  ],
  namespaces: [name, { name: 'Status', value: text('status', 'phase') }, age],
  daemonsets: [
    name,
    integer('Desired', 'status', 'desiredNumberScheduled'),
    integer('Current', 'status', 'currentNumberScheduled'),
    integer('Ready', 'status', 'numberReady'),
    integer('Up-to-date', 'status', 'updatedNumberScheduled'),
    integer('Available', 'status', 'numberAvailable'),
    { name: 'Node Selector', value: () => '<none>' },
    age,
  ],
  deployments: [
    name,
    { name: 'Ready', value: (item) => `${count('status', 'readyReplicas')(item)}/${count('spec', 'replicas')(item)}` },
    integer('Up-to-date', 'status', 'updatedReplicas'),
    integer('Available', 'status', 'availableReplicas'),
    age,
  ],
  configmaps: [name, { name: 'Data', type: 'integer', value: (item) => Object.keys(asMap(item['data'])).length }, age],
  secrets: [
    name,
    { name: 'Type', value: text('type') },
    { name: 'Data', type: 'integer', value: (item) => Object.keys(asMap(item['data'])).length },
    age,
  ],
  services: [
    name,
    { name: 'Type', value: (item) => asText(at(item, 'spec', 'type')) || 'ClusterIP' },
    { name: 'Cluster-IP', value: text('spec', 'clusterIP') },
    { name: 'External-IP', value: () => '<none>' },
    { name: 'Port(s)', value: servicePorts },
    age,
  ],
  poddisruptionbudgets: [
    name,
    { name: 'Min Available', value: (item) => scalar(at(item, 'spec', 'minAvailable')) },
    { name: 'Max Unavailable', value: (item) => scalar(at(item, 'spec', 'maxUnavailable')) },
    integer('Allowed Disruptions', 'status', 'disruptionsAllowed'),
    age,
  ],
  leases: [name, { name: 'Holder', value: text('spec', 'holderIdentity') }, age],
  replicasets: [
    name,
    integer('Desired', 'spec', 'replicas'),
    integer('Current', 'status', 'replicas'),
    integer('Ready', 'status', 'readyReplicas'),
    age,
  ],
  serviceaccounts: [name, { name: 'Secrets', type: 'integer', value: (item) => asList(item['secrets']).length }, age],
  clusterrolebindings: [name, { name: 'Role', value: boundRole }, age],
  rolebindings: [name, { name: 'Role', value: boundRole }, age],
  events: [
    { name: 'Last Seen', value: age.value },
    { name: 'Type', value: text('type') },
    { name: 'Reason', value: text('reason') },
    {
      name: 'Object',
      value: (item) => `${text('involvedObject', 'kind')(item).toLowerCase()}/${text('involvedObject', 'name')(item)}`,
    },
    { name: 'Message', value: text('message') },
  ],
};

const plain: readonly Column[] = [name, { name: 'Created At', value: text('metadata', 'creationTimestamp') }];

/** The form in which kubectl asks for what it prints. */
export function table(
  type: ResourceType,
  objects: readonly KubeObject[],
  now: Date,
  metadata: JsonMap,
  wholeObjects: boolean,
): JsonMap {
  const shown = columns[type.plural] ?? plain;
  return {
    kind: 'Table',
    apiVersion: 'meta.k8s.io/v1',
    metadata,
    columnDefinitions: shown.map((column) => ({
      name: column.name,
      type: column.type ?? 'string',
      format: column.name === 'Name' ? 'name' : '',
      description: '',
      priority: column.priority ?? 0,
    })),
    rows: objects.map((object) => ({
      cells: shown.map((column) => column.value(object, now)),
      object: wholeObjects
        ? object
        : { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata: object.metadata },
    })),
  };
}

export function conditionOf(object: KubeObject, type: string): string {
  const found = asList(at(object, 'status', 'conditions')).find((condition) => asMap(condition)['type'] === type);
  return asText(asMap(found)['status']);
}

function nodeStatus(node: KubeObject): string {
  const ready = conditionOf(node, 'Ready');
  const word = ready === 'True' ? 'Ready' : 'NotReady';
  return at(node, 'spec', 'unschedulable') === true ? `${word},SchedulingDisabled` : word;
}

const rolePrefix = 'node-role.kubernetes.io/';

function nodeRoles(node: KubeObject): string {
  const roles = Object.keys(labelsOf(node)).flatMap((label) =>
    label.startsWith(rolePrefix) ? [label.slice(rolePrefix.length)] : [],
  );
  return roles.sort().join(',') || '<none>';
}

function addressOf(node: KubeObject, type: string): string {
  const found = asList(at(node, 'status', 'addresses')).find((address) => asMap(address)['type'] === type);
  return asText(asMap(found)['address']) || '<none>';
}

function containerStatuses(pod: KubeObject): readonly JsonMap[] {
  return asList(at(pod, 'status', 'containerStatuses')).map(asMap);
}

function readyContainers(pod: KubeObject): readonly JsonMap[] {
  return containerStatuses(pod).filter(({ ready }) => ready === true);
}

function podStatus(pod: KubeObject): string {
  if (pod.metadata['deletionTimestamp'] !== undefined) return 'Terminating';
  const waiting = containerStatuses(pod).map((status) => asText(at(status, 'state', 'waiting', 'reason')));
  return waiting.find((reason) => reason !== '') ?? (asText(at(pod, 'status', 'phase')) || 'Pending');
}

function servicePorts(service: KubeObject): string {
  return asList(at(service, 'spec', 'ports'))
    .map((port) => `${scalar(asMap(port)['port'])}/${asText(asMap(port)['protocol']) || 'TCP'}`)
    .join(',');
}

function boundRole(binding: KubeObject): string {
  return `${asText(at(binding, 'roleRef', 'kind'))}/${asText(at(binding, 'roleRef', 'name'))}`;
}

function scalar(value: Json | undefined): string {
  return value === undefined || value === null || isMap(value) || Array.isArray(value) ? 'N/A' : String(value);
}

/** A span as kubectl writes ages: `34s`, `5m12s`, `3h`, `4d`. */
function shortSpan(milliseconds: number): string {
  const total = Math.max(0, Math.floor(milliseconds / 1000));
  if (total < 120) return `${total}s`;
  const minutes = Math.floor(total / 60);
  if (minutes < 10) return total % 60 === 0 ? `${minutes}m` : `${minutes}m${total % 60}s`;
  if (minutes < 180) return `${minutes}m`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours}h` : `${Math.floor(hours / 24)}d`;
}
