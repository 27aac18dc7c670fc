import { nic } from '../hardware.js';
import { type NodeView, resource } from '../node.js';
import { forwardsKubeDns, hostDnsAddress, linkLocalAddress, macAddress, subnetOf } from './network-host.js';
import { isPrefix, podSubnets, serviceSubnets } from './networks.js';

/** Addresses of links, and of the node as a whole. */
export function addressRules(node: NodeView) {
  const { facts, config } = node;
  const { bits, broadcast } = subnetOf(node);
  const own = `${facts.address}/${bits}`;
  const sortAlgorithm = config?.text('machine.features.nodeAddressSortAlgorithm') === 'v2' ? 'v2' : 'v1';
  return [
    addressStatus(nic.name, nic.index, own, 'inet4', 'global', { local: facts.address, broadcast }),
    addressStatus(nic.name, nic.index, `${linkLocalAddress(macAddress(node))}/64`, 'inet6', 'link'),
    addressStatus('lo', 1, '127.0.0.1/8', 'inet4', 'host', { local: '127.0.0.1' }),
    addressStatus('lo', 1, '::1/128', 'inet6', 'host'),
    ...(forwardsKubeDns(node)
      ? [
          addressStatus('lo', 1, `${hostDnsAddress}/32`, 'inet4', 'host', { local: hostDnsAddress }),
          ...addressSpecs('lo', `${hostDnsAddress}/32`, 'host', 'operator', 'network.HostDNSConfigController'),
        ]
      : []),
    ...addressSpecs(nic.name, own, 'global', 'operator', 'network.OperatorSpecController'),
    ...['127.0.0.1/8', '::1/128'].flatMap((loopback) =>
      addressSpecs('lo', loopback, 'host', 'default', 'network.AddressConfigController'),
    ),
    ...nodeAddresses(own, sortAlgorithm, config !== undefined),
    ...(config === undefined ? [] : filters([...podSubnets(config), ...serviceSubnets(config)].filter(isPrefix))),
    resource('NodeAddressSortAlgorithms.net.talos.dev', 'default', 'network.NodeAddressSortAlgorithmController', {
      algorithm: sortAlgorithm,
    }),
  ];
}

function addressStatus(
  linkName: string,
  linkIndex: number,
  address: string,
  family: string,
  scope: string,
  more: { readonly local?: string; readonly broadcast?: string } = {},
) {
  return resource('AddressStatuses.net.talos.dev', `${linkName}/${address}`, 'network.AddressStatusController', {
    address,
    ...more,
    linkIndex,
    linkName,
    family,
    scope,
    flags: 'permanent',
  });
}

/** An address as one source asks for it, and merged. */
function addressSpecs(linkName: string, address: string, scope: string, layer: string, owner: string) {
  const family = address.includes(':') ? 'inet6' : 'inet4';
  const spec = { address, linkName, family, scope, flags: 'permanent', layer };
  const id = `${linkName}/${address}`;
  return [
    resource('AddressSpecs.net.talos.dev', `${layer}/${id}`, owner, spec, { namespace: 'network-config' }),
    resource('AddressSpecs.net.talos.dev', id, 'AddressMergeControllers.net.talos.dev', spec, {
      finalizers: ['network.AddressSpecController'],
    }),
  ];
}

/** The node's addresses by use; the Kubernetes filters come with a configuration. */
function nodeAddresses(own: string, sortAlgorithm: string, configured: boolean) {
  const kinds = ['accumulative', 'current', 'routed'];
  const owner = 'network.NodeAddressController';
  const type = 'NodeAddresses.net.talos.dev';
  return [
    ...['default', ...kinds].map((kind) => resource(type, kind, owner, { addresses: [own], sortAlgorithm })),
    ...(configured
      ? kinds.flatMap((kind) => [
          resource(type, `${kind}-no-k8s`, owner, { addresses: [own], sortAlgorithm }),
          resource(type, `${kind}-only-k8s`, owner, { addresses: [], sortAlgorithm }),
        ])
      : []),
  ];
}

function filters(kubernetes: readonly string[]) {
  const type = 'NodeAddressFilters.net.talos.dev';
  const owner = 'k8s.AddressFilterController';
  return [
    resource(type, 'no-k8s', owner, { excludeSubnets: kubernetes }),
    resource(type, 'only-k8s', owner, { includeSubnets: kubernetes }),
  ];
}
