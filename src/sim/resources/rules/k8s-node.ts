import { fingerprint, isControlPlane, isRunning, type NodeView, resource } from '../node.js';
import { podSubnets, serviceSubnets } from './networks.js';

const controlPlaneRole = 'node-role.kubernetes.io/control-plane';

/** The labels that the machine keeps on its Node object. */
export function nodeLabels(node: NodeView): Readonly<Record<string, string>> {
  return {
    ...node.config?.textMap('machine.nodeLabels'),
    ...(isControlPlane(node) ? { [controlPlaneRole]: '' } : {}),
  };
}

export interface Taint {
  readonly key: string;
  readonly value: string;
  readonly effect: string;
}

export function nodeTaints(node: NodeView): readonly Taint[] {
  return [
    ...(isControlPlane(node) && !schedulesOnControlPlane(node)
      ? [{ key: controlPlaneRole, value: '', effect: 'NoSchedule' }]
      : []),
    ...Object.entries(node.config?.textMap('machine.nodeTaints') ?? {}).map(([key, text]) => {
      const colon = text.indexOf(':');
      return { key, value: text.slice(0, Math.max(colon, 0)), effect: text.slice(colon + 1) };
    }),
  ];
}

export function schedulesOnControlPlane({ config }: NodeView): boolean {
  return (
    config?.flag('cluster.allowSchedulingOnControlPlanes') ?? config?.flag('cluster.allowSchedulingOnMasters') ?? false
  );
}

/** Stages in which the machine takes no new pods. */
const goingDown: readonly string[] = ['shutting down', 'upgrading', 'resetting'];

/** What the machine wants of its Node object, and what it sees of it. */
export function nodeRules(node: NodeView) {
  const { facts, config } = node;
  if (config === undefined) return [];
  const labels = nodeLabels(node);
  const annotations = config.textMap('machine.nodeAnnotations');
  const taints = nodeTaints(node);
  const validSubnets = config.texts('machine.kubelet.nodeIP.validSubnets');
  return [
    resource('Nodenames.kubernetes.talos.dev', 'nodename', 'k8s.NodenameController', {
      nodename: nodename(node),
      hostnameVersion: '1',
      skipNodeRegistration: config.flag('machine.kubelet.skipNodeRegistration') ?? false,
    }),
    ...Object.entries(labels).map(([key, value]) =>
      resource('NodeLabelSpecs.k8s.talos.dev', key, 'k8s.NodeLabelSpecController', { key, value }),
    ),
    ...Object.entries(annotations).map(([key, value]) =>
      resource('NodeAnnotationSpecs.k8s.talos.dev', key, 'k8s.NodeAnnotationSpecController', { key, value }),
    ),
    ...taints.map((taint) => resource('NodeTaintSpecs.k8s.talos.dev', taint.key, 'k8s.NodeTaintSpecController', taint)),
    ...(goingDown.includes(facts.stage)
      ? [resource('NodeCordonedSpecs.k8s.talos.dev', 'cordoned', 'k8s.NodeCordonedSpecController', {})]
      : []),
    resource('NodeIPConfigs.kubernetes.talos.dev', 'kubelet', 'k8s.NodeIPConfigController', {
      validSubnets:
        validSubnets.length > 0
          ? validSubnets
          : serviceSubnets(config).map((subnet) => (subnet.includes(':') ? '::/0' : '0.0.0.0/0')),
      excludeSubnets: [...podSubnets(config), ...serviceSubnets(config)],
    }),
    resource('NodeIPs.kubernetes.talos.dev', 'kubelet', 'k8s.NodeIPController', { addresses: [facts.address] }),
    ...(facts.kubernetesReady && isRunning(node, 'kubelet') ? [status(node, labels, annotations, taints)] : []),
  ];
}

/** The name under which the node registers. */
export function nodename({ facts, config }: NodeView): string {
  return config?.flag('machine.kubelet.registerWithFQDN') === true
    ? facts.hostname
    : (facts.hostname.split('.')[0] ?? '');
}

function status(
  node: NodeView,
  labels: Readonly<Record<string, string>>,
  annotations: Readonly<Record<string, string>>,
  taints: readonly Taint[],
) {
  const name = nodename(node);
  const subnet = Number.parseInt(fingerprint(node, 'pods').slice(0, 2), 16);
  const own = {
    'talos.dev/owned-labels': owned(Object.keys(labels)),
    'talos.dev/owned-taints': owned(taints.map(({ key }) => key)),
    'talos.dev/owned-annotations': owned(Object.keys(annotations)),
  };
  return resource('NodeStatuses.kubernetes.talos.dev', name, 'k8s.NodeStatusController', {
    nodename: name,
    nodeReady: true,
    unschedulable: node.facts.unschedulable ?? false,
    labels: {
      'beta.kubernetes.io/arch': 'amd64',
      'beta.kubernetes.io/os': 'linux',
      'kubernetes.io/arch': 'amd64',
      'kubernetes.io/hostname': name,
      'kubernetes.io/os': 'linux',
      ...labels,
    },
    annotations: {
      'node.alpha.kubernetes.io/ttl': '0',
      ...Object.fromEntries(Object.entries(own).filter(([, keys]) => keys !== '[]')),
      'volumes.kubernetes.io/controller-managed-attach-detach': 'true',
      ...annotations,
    },
    podCIDRs: [`10.244.${subnet}.0/24`],
  });
}

function owned(keys: readonly string[]): string {
  return JSON.stringify([...keys].sort());
}
