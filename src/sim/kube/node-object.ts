import { type KubeMachine, nodeSoftware, type Taint } from './machine-view.js';
import { annotationsOf, asList, asMap, asText, type Json, type JsonMap, type KubeObject, labelsOf } from './object.js';
import { seconds } from './store.js';

const unschedulableTaint = 'node.kubernetes.io/unschedulable';
const cordonedAnnotation = 'talos.dev/cordoned';
const unreachableTaint = 'node.kubernetes.io/unreachable';

/** The Node object of a machine whose kubelet runs. What others have said on it stays. */
export function nodeObject(machine: KubeMachine, old: KubeObject | undefined, now: Date): KubeObject {
  const { nodename, labels, annotations } = machine;
  const kept = annotationsOf(old ?? empty);
  const wasCordoned = asMap(old?.['spec'])['unschedulable'] === true;
  // A machine takes back its own cordon only.
  const cordonedByTalos = machine.cordoned && (!wasCordoned || cordonedAnnotation in kept);
  const unschedulable = machine.cordoned || (wasCordoned && !(cordonedAnnotation in kept));
  const ownTaints = machine.taints.map(({ key, value, effect }) => ({
    key,
    ...(value === '' ? {} : { value }),
    effect,
  }));
  const controlled = [...owned(kept['talos.dev/owned-taints']), unschedulableTaint, unreachableTaint];
  const others = asList(asMap(old?.['spec'])['taints']).filter(
    (taint) => !controlled.includes(asText(asMap(taint)['key'])),
  );
  const taints = [
    ...ownTaints,
    ...others.filter((taint) => !ownTaints.some(({ key }) => key === asMap(taint)['key'])),
    ...(unschedulable ? [{ key: unschedulableTaint, effect: 'NoSchedule' }] : []),
  ];
  const { taints: _, unschedulable: __, ...spec } = asMap(old?.['spec']);
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      ...(old ?? empty).metadata,
      name: nodename,
      labels: {
        ...drop(labelsOf(old ?? empty), owned(kept['talos.dev/owned-labels'])),
        'beta.kubernetes.io/arch': 'amd64',
        'beta.kubernetes.io/os': 'linux',
        'kubernetes.io/arch': 'amd64',
        'kubernetes.io/hostname': nodename,
        'kubernetes.io/os': 'linux',
        ...labels,
      },
      annotations: {
        ...drop(kept, owned(kept['talos.dev/owned-annotations'])),
        'node.alpha.kubernetes.io/ttl': '0',
        'volumes.kubernetes.io/controller-managed-attach-detach': 'true',
        ...list('talos.dev/owned-labels', Object.keys(labels)),
        ...list(
          'talos.dev/owned-taints',
          machine.taints.map(({ key }: Taint) => key),
        ),
        ...list('talos.dev/owned-annotations', Object.keys(annotations)),
        ...(cordonedByTalos ? { [cordonedAnnotation]: 'true' } : {}),
        ...annotations,
      },
    },
    spec: { ...spec, ...(unschedulable ? { unschedulable } : {}), ...(taints.length > 0 ? { taints } : {}) },
    status: status(machine, old, now),
  };
}

/** The Node object of a machine of which nothing was heard for long. */
export function unknownNode(node: KubeObject, now: Date): KubeObject {
  const taints = asList(asMap(node['spec'])['taints']).filter((taint) => asMap(taint)['key'] !== unreachableTaint);
  return {
    ...node,
    spec: { ...asMap(node['spec']), taints: [...taints, { key: unreachableTaint, effect: 'NoSchedule' }] },
    status: {
      ...asMap(node['status']),
      conditions: conditionTypes.map((type) =>
        condition(node, type, 'Unknown', 'NodeStatusUnknown', 'Kubelet stopped posting node status.', now),
      ),
    },
  };
}

const empty: KubeObject = { apiVersion: 'v1', kind: 'Node', metadata: {} };
const conditionTypes = ['MemoryPressure', 'DiskPressure', 'PIDPressure', 'Ready'] as const;
const goodReasons: Readonly<Record<string, readonly [reason: string, message: string]>> = {
  MemoryPressure: ['KubeletHasSufficientMemory', 'kubelet has sufficient memory available'],
  DiskPressure: ['KubeletHasNoDiskPressure', 'kubelet has no disk pressure'],
  PIDPressure: ['KubeletHasSufficientPID', 'kubelet has sufficient PID available'],
  Ready: ['KubeletReady', 'kubelet is posting ready status'],
};

function status(machine: KubeMachine, old: KubeObject | undefined, now: Date): JsonMap {
  const room = { cpu: '2', 'ephemeral-storage': '9Gi', memory: '2015232Ki', pods: '110' };
  return {
    addresses: [
      { address: machine.address, type: 'InternalIP' },
      { address: machine.hostname, type: 'Hostname' },
    ],
    allocatable: room,
    capacity: room,
    conditions: conditionTypes.map((type) => {
      const [reason = '', message = ''] = goodReasons[type] ?? [];
      return condition(old, type, type === 'Ready' ? 'True' : 'False', reason, message, now);
    }),
    daemonEndpoints: { kubeletEndpoint: { Port: 10250 } },
    nodeInfo: {
      architecture: 'amd64',
      bootID: machine.bootId,
      ...nodeSoftware,
      kubeProxyVersion: '',
      kubeletVersion: machine.kubeletVersion,
      machineID: machine.machineId,
      operatingSystem: 'linux',
      osImage: machine.osImage,
      systemUUID: machine.machineId,
    },
  };
}

/** Keeps the time since when a condition holds. */
function condition(
  old: KubeObject | undefined,
  type: string,
  value: string,
  reason: string,
  message: string,
  now: Date,
): JsonMap {
  const before = asMap(asList(asMap(old?.['status'])['conditions']).find((item) => asMap(item)['type'] === type));
  const since = before['status'] === value ? asText(before['lastTransitionTime']) : seconds(now);
  return { lastHeartbeatTime: since, lastTransitionTime: since, message, reason, status: value, type };
}

function owned(text: string | undefined): readonly string[] {
  if (text === undefined) return [];
  const keys = JSON.parse(text) as Json;
  return asList(keys).map(asText);
}

function list(name: string, keys: readonly string[]): Readonly<Record<string, string>> {
  return keys.length === 0 ? {} : { [name]: JSON.stringify([...keys].sort()) };
}

function drop(map: Readonly<Record<string, string>>, keys: readonly string[]): Readonly<Record<string, string>> {
  const gone = [
    ...keys,
    cordonedAnnotation,
    'talos.dev/owned-labels',
    'talos.dev/owned-taints',
    'talos.dev/owned-annotations',
  ];
  return Object.fromEntries(Object.entries(map).filter(([key]) => !gone.includes(key)));
}
