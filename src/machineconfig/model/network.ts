/** Documents about the network. */

import { documentKind } from './kind.js';
import {
  address,
  addressPort,
  bool,
  duration,
  enumeration,
  expression,
  type Field,
  field,
  flag,
  hardwareAddress,
  int,
  kept,
  list,
  map,
  optional,
  portRange,
  prefix,
  string,
  struct,
  uint8,
  uint16,
  uint32,
} from './types.js';

const arpAllTargets = enumeration(['any', 'all'], { unset: 'any' });
const primaryReselect = enumeration(['always', 'better', 'failure'], { unset: 'always' });
const lacpRate = enumeration(['slow', 'fast'], { unset: 'slow' });
const failOverMac = enumeration(['none', 'active', 'follow'], { unset: 'none', legacy: true });
const adSelect = enumeration(['stable', 'bandwidth', 'count'], { unset: 'stable' });
const transmitHashPolicy = enumeration(['layer2', 'layer3+4', 'layer2+3', 'encap2+3', 'encap3+4'], { unset: 'layer2' });
const arpValidate = enumeration(['none', 'active', 'backup', 'all', 'filter', 'filter-active', 'filter-backup'], {
  unset: 'none',
});
const adLacpActive = enumeration(['on', 'off'], { unset: 'off' });
const bondMode = enumeration(
  ['balance-rr', 'active-backup', 'balance-xor', 'broadcast', '802.3ad', 'balance-tlb', 'balance-alb'],
  { unset: 'balance-rr' },
);
const clientIdentifier = enumeration(['none', 'mac', 'duid'], { unset: 'none' });
const defaultAction = enumeration(['accept', 'block'], { unset: 'accept' });
const wakeOnLanMode = enumeration(['phy', 'unicast', 'multicast', 'broadcast', 'magic', 'magicsecure', 'filter'], {
  unset: 'WOLMode(0)',
});
const autoHostname = enumeration(['stable', 'off'], { unset: 'off', hidden: ['talos-addr'] });
const routingRuleAction = enumeration(['unspec', 'unicast', 'blackhole', 'unreachable', 'prohibit'], {
  unset: 'unspec',
});
const protocol = enumeration(['tcp', 'udp', 'icmp', 'icmpv6'], { unset: 'Protocol(0)' });
const vlanProtocol = enumeration(['802.1q', '802.1ad'], { unset: 'VLANProtocol(0)' });
const routingTable = enumeration(
  ['unspec', ...Array.from({ length: 252 }, (_, number) => String(number + 1)), 'default', 'main', 'local'],
  { unset: 'unspec' },
);

const addressConfig = struct('AddressConfig', [
  kept('address', prefix, 'Address with its prefix length.', { example: '192.168.1.100/24' }),
  field('routePriority', optional(uint32), 'Metric of the route that comes with the address.'),
]);

export const blackholeRouteConfig = documentKind(
  'BlackholeRouteConfig',
  '1.13',
  'Drops everything for a destination.',
  [
    kept('name', string, 'Destination network.', { example: '10.0.0.0/12' }),
    field('metric', uint32, 'Metric of the route.'),
  ],
  { required: ['name'] },
);

const routeConfig = struct('RouteConfig', [
  field('destination', prefix, 'Destination network; left out for the default route.', { example: '10.0.0.0/8' }),
  field('gateway', address, 'Next hop.', { example: '10.0.0.1' }),
  field('source', address, 'Source address of packets.'),
  field('metric', uint32, 'Metric of the route.'),
  field('mtu', uint32, 'Largest packet.'),
  field('table', routingTable, 'Routing table.', { example: 'main' }),
]);

const commonLinkConfig: readonly Field[] = [
  field('up', flag, 'Brings the link up.'),
  field('mtu', uint32, 'Largest packet.'),
  field('addresses', list(addressConfig), 'Addresses of the link.'),
  field('routes', list(routeConfig), 'Routes over the link.'),
  field('multicast', flag, 'Turns multicast on or off.'),
];

export const bondConfig = documentKind(
  'BondConfig',
  '1.12',
  'Joins several links into one.',
  [
    kept('name', string, 'Name of the bond.', { example: 'bond0' }),
    field('hardwareAddr', hardwareAddress, 'Hardware address to set.'),
    field('links', list(string), 'Links in the bond.', { example: '[eth0, eth1]' }),
    field('bondMode', optional(bondMode), 'How the links are used.', { example: '802.3ad' }),
    field('miimon', optional(uint32), 'Milliseconds between link checks.'),
    field('updelay', optional(uint32), 'Milliseconds before a link counts as up.'),
    field('downdelay', optional(uint32), 'Milliseconds before a link counts as down.'),
    field('useCarrier', flag, 'Asks the driver for the carrier.'),
    field('xmitHashPolicy', optional(transmitHashPolicy), 'What traffic is spread by.'),
    field('arpInterval', optional(uint32), 'Milliseconds between ARP probes.'),
    field('arpIpTargets', list(address), 'IPv4 addresses to probe.'),
    field('nsIp6Targets', list(address), 'IPv6 addresses to probe.'),
    field('arpValidate', optional(arpValidate), 'Which probes are checked.'),
    field('arpAllTargets', optional(arpAllTargets), 'Whether any or all targets must answer.'),
    field('lacpRate', optional(lacpRate), 'How often LACP packets are sent.'),
    field('failOverMac', optional(failOverMac), 'What happens to hardware addresses on failover.'),
    field('adSelect', optional(adSelect), 'How an aggregator is chosen.'),
    field('adActorSysPrio', optional(uint16), 'System priority for LACP.'),
    field('adUserPortKey', optional(uint16), 'Upper bits of the LACP port key.'),
    field('adLACPActive', optional(adLacpActive), 'Whether LACP packets are sent unasked.'),
    field('primaryReselect', optional(primaryReselect), 'When the preferred link takes over again.'),
    field('resendIGMP', optional(uint32), 'IGMP reports after a failover.'),
    field('minLinks', optional(uint32), 'Links that must be up.'),
    field('lpInterval', optional(uint32), 'Seconds between learning packets.'),
    field('packetsPerSlave', optional(uint32), 'Packets before the next link in round robin.'),
    field('numPeerNotif', optional(uint8), 'Notices to peers after a failover.'),
    field('tlbLogicalLb', optional(uint8), 'Spreads load by logical decision.'),
    field('allSlavesActive', optional(uint8), 'Takes duplicates on inactive links.'),
    field('peerNotifDelay', optional(uint32), 'Milliseconds between notices to peers.'),
    field('missedMax', optional(uint8), 'ARP probes that may be missed.'),
    ...commonLinkConfig,
  ],
  { required: ['bondMode', 'links', 'name'] },
);

const bridgeSTPConfig = struct('BridgeSTPConfig', [field('enabled', flag, 'Turns the spanning tree protocol on.')]);

const bridgeVLANConfig = struct('BridgeVLANConfig', [field('filtering', flag, 'Makes the bridge heed VLANs.')]);

export const bridgeConfig = documentKind(
  'BridgeConfig',
  '1.12',
  'Joins links into a bridge.',
  [
    kept('name', string, 'Name of the bridge.', { example: 'br0' }),
    field('hardwareAddr', hardwareAddress, 'Hardware address to set.'),
    field('links', list(string), 'Links in the bridge.'),
    field('stp', bridgeSTPConfig, 'Spanning tree protocol.'),
    field('vlan', bridgeVLANConfig, 'VLANs on the bridge.'),
    ...commonLinkConfig,
  ],
  { required: ['links', 'name'] },
);

const commonProbeConfig: readonly Field[] = [
  field('interval', duration, 'Time between tries.', { example: '1s' }),
  field('failureThreshold', int, 'Failures in a row that count as down.'),
];

export const dhcpv4Config = documentKind(
  'DHCPv4Config',
  '1.12',
  'Asks for IPv4 addresses on a link by DHCP.',
  [
    kept('name', string, 'Name of the link.', { example: 'eth0' }),
    field('routeMetric', uint32, 'Metric of routes that came by DHCP.'),
    field('ignoreHostname', flag, 'Ignores the host name that the server offers.'),
    field('clientIdentifier', optional(clientIdentifier), 'How the client names itself.'),
    field('duidRaw', hardwareAddress, 'The identifier itself, for duid.'),
  ],
  { required: ['name'] },
);

export const dhcpv6Config = documentKind(
  'DHCPv6Config',
  '1.12',
  'Asks for IPv6 addresses on a link by DHCP.',
  [
    kept('name', string, 'Name of the link.', { example: 'eth0' }),
    field('routeMetric', uint32, 'Metric of routes that came by DHCP.'),
    field('ignoreHostname', flag, 'Ignores the host name that the server offers.'),
    field('clientIdentifier', optional(clientIdentifier), 'How the client names itself.'),
    field('duidRaw', hardwareAddress, 'The identifier itself, for duid.'),
  ],
  { required: ['name'] },
);

export const defaultActionConfig = documentKind(
  'NetworkDefaultActionConfig',
  '1.6',
  'What the firewall does with traffic that no rule names.',
  [kept('ingress', defaultAction, 'What happens to incoming traffic.', { example: 'block' })],
);

export const dummyLinkConfig = documentKind(
  'DummyLinkConfig',
  '1.12',
  'Makes a link without hardware.',
  [
    kept('name', string, 'Name of the link.', { example: 'dummy0' }),
    field('hardwareAddr', hardwareAddress, 'Hardware address to set.'),
    ...commonLinkConfig,
  ],
  { required: ['name'] },
);

const ethernetChannelsConfig = struct('EthernetChannelsConfig', [
  field('rx', optional(uint32), 'Receive queues.'),
  field('tx', optional(uint32), 'Transmit queues.'),
  field('other', optional(uint32), 'Other queues.'),
  field('combined', optional(uint32), 'Queues for both.'),
]);

const ethernetRingsConfig = struct('EthernetRingsConfig', [
  field('rx', optional(uint32), 'Receive buffers.'),
  field('tx', optional(uint32), 'Transmit buffers.'),
  field('rx-mini', optional(uint32), 'Small receive buffers.'),
  field('rx-jumbo', optional(uint32), 'Large receive buffers.'),
  field('rx-buf-len', optional(uint32), 'Length of a receive buffer.'),
  field('cqe-size', optional(uint32), 'Size of a completion event.'),
  field('tx-push', flag, 'Pushes transmit descriptors.'),
  field('rx-push', flag, 'Pushes receive descriptors.'),
  field('tx-push-buf-len', optional(uint32), 'Length of the push buffer.'),
  field('tcp-data-split', flag, 'Splits headers from data.'),
]);

export const ethernetConfig = documentKind(
  'EthernetConfig',
  '1.10',
  'Hardware settings of an Ethernet link.',
  [
    kept('name', string, 'Name of the link.', { example: 'eth0' }),
    field('features', map(bool), 'Features to turn on or off, by their ethtool name.', {
      example: '{tx-checksum-ipv4: true}',
    }),
    field('rings', optional(ethernetRingsConfig), 'Sizes of the buffers.'),
    field('channels', optional(ethernetChannelsConfig), 'Numbers of the queues.'),
    field('wakeOnLan', list(wakeOnLanMode), 'What wakes the machine.', { since: '1.12', example: '[magic]' }),
  ],
  { required: ['name'] },
);

export const hcloudVIPConfig = documentKind(
  'HCloudVIPConfig',
  '1.12',
  'An address shared by control plane machines, moved by the Hetzner Cloud API.',
  [
    kept('name', string, 'The shared address.'),
    kept('link', string, 'Link that carries it.'),
    kept('apiToken', string, 'Token for the API.', { secret: true }),
  ],
  { required: ['name'] },
);

export const hostnameConfig = documentKind('HostnameConfig', '1.12', 'Name of the machine.', [
  field('auto', optional(autoHostname), 'Whether Talos makes up a name; `off` where `hostname` is set.', {
    example: '"off"',
  }),
  field('hostname', string, 'The name, fixed.'),
]);

const ingressRule = struct('IngressRule', [
  kept('subnet', prefix, 'Network that may come in.', { example: '10.0.0.0/8' }),
  field('except', prefix, 'Part of that network that may not.'),
]);

const kubeSpanFiltersConfig = struct('KubeSpanFiltersConfig', [
  field('endpoints', list(string), 'Networks whose addresses are announced; a leading ! excludes one.'),
  field('excludeAdvertisedNetworks', list(prefix), 'Networks left out of what is announced.'),
]);

export const kubeSpanConfig = documentKind(
  'KubeSpanConfig',
  '1.13',
  'Encrypted mesh between the machines of the cluster.',
  [
    field('enabled', flag, 'Turns the mesh on.'),
    field('advertiseKubernetesNetworks', flag, 'Sends pod traffic over the mesh too.'),
    field('allowDownPeerBypass', flag, 'Sends traffic unencrypted while a peer is down.'),
    field('harvestExtraEndpoints', flag, 'Tells others about addresses that were seen to work.'),
    field('mtu', optional(uint32), 'Largest packet inside the mesh.'),
    field('filters', optional(kubeSpanFiltersConfig), 'Which endpoints and networks are announced.'),
  ],
);

export const kubespanEndpointsConfig = documentKind(
  'KubeSpanEndpointsConfig',
  '1.8',
  'Extra addresses under which the machine is reached in the mesh.',
  [kept('extraAnnouncedEndpoints', list(addressPort), 'Addresses with ports.', { example: '["192.0.2.7:51820"]' })],
);

export const layer2VIPConfig = documentKind(
  'Layer2VIPConfig',
  '1.12',
  'An address shared by control plane machines of one network.',
  [
    kept('name', string, 'The shared address.', { example: '192.168.100.1' }),
    kept('link', string, 'Link that carries it.'),
  ],
  { required: ['name'] },
);

const linkSelector = struct('LinkSelector', [
  field('match', expression, 'CEL expression over `link`.', {
    example: 'mac(link.permanent_addr) == "00:1a:2b:3c:4d:5e"',
  }),
]);

export const linkAliasConfig = documentKind(
  'LinkAliasConfig',
  '1.12',
  "A name of one's own for a link.",
  [kept('name', string, 'The name.', { example: 'net0' }), field('selector', linkSelector, 'Which link gets it.')],
  { required: ['name'] },
);

export const linkConfig = documentKind(
  'LinkConfig',
  '1.12',
  'Settings of a link that is there already.',
  [kept('name', string, 'Name of the link.', { example: 'eth0' }), ...commonLinkConfig],
  { required: ['name'] },
);

const ntpConfig = struct('NTPConfig', [
  field('servers', list(string), 'NTP servers.', { example: '[time.cloudflare.com]' }),
]);

const nameserverConfig = struct('NameserverConfig', [
  kept('address', address, 'Address of the server.', { example: '10.0.0.1' }),
]);

const ptpConfig = struct('PTPConfig', [field('devices', list(string), 'Devices.', { example: '[/dev/ptp0]' })]);

const searchDomainsConfig = struct('SearchDomainsConfig', [
  field('domains', list(string), 'The domains; an empty list means none at all.', { keepEmpty: true }),
  field('disableDefault', flag, 'Leaves out the domain that follows from the host name.'),
]);

export const resolverConfig = documentKind('ResolverConfig', '1.12', 'DNS servers and search domains.', [
  field('nameservers', list(nameserverConfig), 'DNS servers, tried in turn.'),
  field('searchDomains', searchDomainsConfig, 'Domains tried for short names.'),
]);

export const routingRuleConfig = documentKind(
  'RoutingRuleConfig',
  '1.13',
  'Says which routing table a packet is looked up in.',
  [
    kept('name', string, 'Priority of the rule, its number.', { example: '"1000"' }),
    field('src', prefix, 'Source network.'),
    field('dst', prefix, 'Destination network.'),
    kept('table', routingTable, 'Routing table.', { example: '"100"' }),
    field('action', routingRuleAction, 'What happens to the packet.'),
    field('iifName', string, 'Link the packet came in by.'),
    field('oifName', string, 'Link the packet goes out by.'),
    field('fwMark', uint32, 'Mark of the packet.'),
    field('fwMask', uint32, 'Bits of the mark that count.'),
  ],
  { required: ['name', 'table'] },
);

const rulePortSelector = struct('RulePortSelector', [
  kept('ports', list(portRange), 'Ports and ranges; a patch replaces the list.', {
    replace: true,
    example: '[50000, 50001-50010]',
  }),
  kept('protocol', protocol, 'Protocol.', { example: 'tcp' }),
]);

export const ruleConfig = documentKind(
  'NetworkRuleConfig',
  '1.6',
  'A firewall rule for incoming traffic.',
  [
    kept('name', string, 'Name of the rule.'),
    kept('portSelector', rulePortSelector, 'Ports the rule is about.'),
    kept('ingress', list(ingressRule), 'Who may come in; a patch replaces the list.', { replace: true }),
  ],
  { required: ['name'] },
);

export const staticHostConfig = documentKind(
  'StaticHostConfig',
  '1.12',
  'A line of the hosts file.',
  [kept('name', string, 'Address.', { example: '10.5.0.2' }), kept('hostnames', list(string), 'Names for it.')],
  { required: ['name'] },
);

export const tcpProbeConfig = documentKind(
  'TCPProbeConfig',
  '1.13',
  'Tells whether the network works by connecting somewhere.',
  [
    kept('name', string, 'Name of the probe.'),
    ...commonProbeConfig,
    kept('endpoint', string, 'Host and port to connect to.', { example: 'proxy.example.org:3128' }),
    field('timeout', duration, 'How long one try may take.', { example: '10s' }),
  ],
  { required: ['endpoint', 'name'] },
);

export const timeSyncConfig = documentKind('TimeSyncConfig', '1.12', 'Where the machine gets its time from.', [
  field('enabled', flag, 'Keeps the clock in step.'),
  field('bootTimeout', duration, 'How long booting waits for the clock.'),
  field('ntp', optional(ntpConfig), 'Time servers.'),
  field('ptp', optional(ptpConfig), 'Precision time devices.'),
]);

export const vlanConfig = documentKind(
  'VLANConfig',
  '1.12',
  'A VLAN on another link.',
  [
    kept('name', string, 'Name of the VLAN link.', { example: 'eth0.34' }),
    field('vlanID', uint16, 'Number of the VLAN.'),
    field('vlanMode', optional(vlanProtocol), 'Kind of tagging.'),
    field('parent', string, 'Link it runs on.'),
    ...commonLinkConfig,
  ],
  { required: ['name', 'parent', 'vlanID'] },
);

export const vrfConfig = documentKind(
  'VRFConfig',
  '1.13',
  'Puts links into a routing domain of their own.',
  [
    kept('name', string, 'Name of the VRF.', { example: 'vrf-blue' }),
    field('hardwareAddr', hardwareAddress, 'Hardware address to set.'),
    field('links', list(string), 'Links in the VRF.'),
    kept('table', routingTable, 'Routing table of the VRF.'),
    ...commonLinkConfig,
  ],
  { required: ['links', 'name', 'table'] },
);

const wireguardPeer = struct('WireguardPeer', [
  field('publicKey', string, "The peer's public key."),
  field('presharedKey', string, 'Extra key that both share.', { secret: true }),
  field('endpoint', addressPort, "The peer's address and port.", { example: '192.0.2.7:51820' }),
  field('persistentKeepaliveInterval', duration, 'How often to send a keep-alive.'),
  field('allowedIPs', list(prefix), 'Networks behind the peer.'),
]);

export const wireguardConfig = documentKind(
  'WireguardConfig',
  '1.12',
  'A WireGuard tunnel.',
  [
    kept('name', string, 'Name of the link.', { example: 'wg0' }),
    field('privateKey', string, 'Private key, base64.', { secret: true }),
    field('listenPort', int, 'UDP port to listen on.'),
    field('firewallMark', int, 'Mark on outgoing packets.'),
    field('peers', list(wireguardPeer), 'The other ends.'),
    ...commonLinkConfig,
  ],
  { required: ['name', 'privateKey'] },
);
