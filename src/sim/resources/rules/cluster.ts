import type { SimMemberFacts } from '../../types.js';
import { type NodeView, type Rule, resource } from '../node.js';

const defaultApiServerPort = 6443;

/** Who this node is, the cluster it belongs to, and the other machines of the cluster. */
export const clusterRules: Rule = (node) => {
  const { facts, config } = node;
  const identity = resource('Identities.cluster.talos.dev', 'local', 'cluster.NodeIdentityController', {
    nodeId: facts.nodeId,
  });
  if (config === undefined) return [identity];
  const enabled = config.flag('cluster.discovery.enabled') ?? false;
  const service = config.flag('cluster.discovery.registries.service.disabled') !== true;
  return [
    identity,
    resource('Infos.cluster.talos.dev', 'current', 'cluster.InfoController', {
      clusterId: config.text('cluster.id'),
      clusterName: config.text('cluster.clusterName'),
    }),
    resource('DiscoveryConfigs.cluster.talos.dev', 'cluster', 'cluster.ConfigController', {
      discoveryEnabled: enabled,
      registryKubernetesEnabled: enabled && config.flag('cluster.discovery.registries.kubernetes.disabled') !== true,
      ...(enabled && service
        ? {
            registryServiceEnabled: true,
            serviceEndpoint: discoveryEndpoint(
              config.text('cluster.discovery.registries.service.endpoint') ?? 'https://discovery.talos.dev/',
            ),
            serviceEncryptionKey: [...Buffer.from(config.text('cluster.secret') ?? '', 'base64')],
            serviceClusterID: config.text('cluster.id'),
          }
        : {}),
    }),
    ...(enabled ? discovered(node) : []),
    affiliate(self(node), 'cluster.LocalAffiliateController', node),
    member(self(node), node),
  ];
};

/** This node and the ones that discovery shows, each once. */
export function clusterMembers(node: NodeView): readonly SimMemberFacts[] {
  return [self(node), ...others(node)];
}

export function apiServerPort({ config }: NodeView): number {
  return config?.number('cluster.controlPlane.localAPIServerPort') ?? defaultApiServerPort;
}

function others({ facts }: NodeView): readonly SimMemberFacts[] {
  return facts.members.filter(({ nodeId }) => nodeId !== facts.nodeId);
}

function self({ facts }: NodeView): SimMemberFacts {
  return {
    nodeId: facts.nodeId,
    hostname: facts.hostname,
    machineType: facts.machineType === 'controlplane' ? 'controlplane' : 'worker',
    addresses: [facts.address],
    operatingSystem: `Talos (${facts.version})`,
  };
}

function discovered(node: NodeView) {
  return others(node).flatMap((other) =>
    node.members.get(other, String(apiServerPort(node)), () => [
      resource(
        'Affiliates.cluster.talos.dev',
        `service/${other.nodeId}`,
        'cluster.DiscoveryServiceController',
        affiliateSpec(other, node),
        { namespace: 'cluster-raw' },
      ),
      affiliate(other, 'cluster.AffiliateMergeController', node),
      member(other, node),
    ]),
  );
}

function affiliate(machine: SimMemberFacts, owner: string, node: NodeView) {
  return resource('Affiliates.cluster.talos.dev', machine.nodeId, owner, affiliateSpec(machine, node));
}

function affiliateSpec(machine: SimMemberFacts, node: NodeView) {
  return { ...memberSpec(machine, node), nodename: machine.hostname };
}

function member(machine: SimMemberFacts, node: NodeView) {
  return resource('Members.cluster.talos.dev', machine.hostname, 'cluster.MemberController', memberSpec(machine, node));
}

function memberSpec(machine: SimMemberFacts, node: NodeView) {
  const { nodeId, hostname, machineType, addresses, operatingSystem } = machine;
  return {
    nodeId,
    hostname,
    machineType,
    addresses,
    operatingSystem,
    ...(machineType === 'controlplane' ? { controlPlane: { port: apiServerPort(node) } } : {}),
  };
}

/** Host and port of the discovery service's URL. */
function discoveryEndpoint(url: string): string {
  if (!URL.canParse(url)) return url;
  const { hostname, port, protocol } = new URL(url);
  return `${hostname}:${port === '' ? (protocol === 'http:' ? '80' : '443') : port}`;
}
