/** `machine.network`: interfaces in the older form, which documents of their own replace. */

import { duration, field, flag, int, kept, list, optional, string, struct, uint8, uint16, uint32 } from './types.js';

const networkDeviceSelector = struct('NetworkDeviceSelector', [
  field('busPath', string, 'PCI bus path, `*` stands for anything.'),
  field('hardwareAddr', string, 'Hardware address, `*` stands for anything.'),
  field('permanentAddr', string, 'Address burnt into the hardware.', { since: '1.9' }),
  field('pciID', string, 'PCI vendor and product.'),
  field('driver', string, 'Kernel driver.', { example: 'virtio_net' }),
  field('physical', flag, 'Takes physical interfaces only.', { since: '1.7' }),
]);

const bond = struct('Bond', [
  kept('interfaces', list(string), 'Interfaces in the bond.'),
  field('deviceSelectors', list(networkDeviceSelector), "Finds the bond's interfaces by what they are.", {
    since: '1.4',
  }),
  field('arpIPTarget', list(string), 'Addresses to probe by ARP.'),
  kept('mode', string, 'Bonding mode.', { example: '802.3ad' }),
  field('xmitHashPolicy', string, 'What traffic is spread by.'),
  field('lacpRate', string, 'How often LACP packets are sent.'),
  field('adActorSystem', string, 'System address for LACP.'),
  field('arpValidate', string, 'Which ARP probes are checked.'),
  field('arpAllTargets', string, 'Whether any or all targets must answer.'),
  field('primary', string, 'Interface that is preferred.'),
  field('primaryReselect', string, 'When the preferred interface takes over again.'),
  field('failOverMac', string, 'What happens to hardware addresses on failover.'),
  field('adSelect', string, 'How an aggregator is chosen.'),
  field('miimon', uint32, 'Milliseconds between link checks.'),
  field('updelay', uint32, 'Milliseconds before a link counts as up.'),
  field('downdelay', uint32, 'Milliseconds before a link counts as down.'),
  field('arpInterval', uint32, 'Milliseconds between ARP probes.'),
  field('resendIgmp', uint32, 'IGMP reports after a failover.'),
  field('minLinks', uint32, 'Links that must be up.'),
  field('lpInterval', uint32, 'Seconds between learning packets.'),
  field('packetsPerSlave', uint32, 'Packets before the next interface in round robin.'),
  field('numPeerNotif', uint8, 'Notices to peers after a failover.'),
  field('tlbDynamicLb', uint8, 'Shuffles flows by load.'),
  field('allSlavesActive', uint8, 'Takes duplicates on inactive interfaces.'),
  field('useCarrier', flag, 'Asks the driver for the carrier.'),
  field('adActorSysPrio', uint16, 'System priority for LACP.'),
  field('adUserPortKey', uint16, 'Upper bits of the LACP port key.'),
  field('peerNotifyDelay', uint32, 'Milliseconds between notices to peers.'),
]);

const bridgeVLAN = struct('BridgeVLAN', [field('vlanFiltering', flag, 'Makes the bridge heed VLANs.')]);

const stp = struct('STP', [field('enabled', flag, 'Turns the spanning tree protocol on.')]);

const bridge = struct('Bridge', [
  kept('interfaces', list(string), 'Interfaces in the bridge.'),
  field('stp', optional(stp), 'Spanning tree protocol.'),
  field('vlan', optional(bridgeVLAN), 'VLANs on the bridge.', { since: '1.8' }),
]);

const bridgePort = struct('BridgePort', [field('master', string, 'Name of the bridge.')]);

const dhcpOptions = struct('DHCPOptions', [
  kept('routeMetric', uint32, 'Metric of routes that came by DHCP.'),
  field('ipv4', flag, 'Asks for IPv4.'),
  field('ipv6', flag, 'Asks for IPv6.'),
  field('duidv6', string, 'Client identifier for IPv6.', { since: '1.1' }),
]);

const vipEquinixMetalConfig = struct('VIPEquinixMetalConfig', [
  kept('apiToken', string, 'Token for the API.', { secret: true }),
]);

const viphCloudConfig = struct('VIPHCloudConfig', [kept('apiToken', string, 'Token for the API.', { secret: true })]);

const deviceVIPConfig = struct('DeviceVIPConfig', [
  field('ip', string, 'The shared address.'),
  field('equinixMetal', optional(vipEquinixMetalConfig), 'Moves the address by the Equinix Metal API.'),
  field('hcloud', optional(viphCloudConfig), 'Moves the address by the Hetzner Cloud API.'),
]);

const deviceWireguardPeer = struct('DeviceWireguardPeer', [
  field('publicKey', string, "The peer's public key."),
  field('endpoint', string, "The peer's address and port."),
  field('persistentKeepaliveInterval', duration, 'How often to send a keep-alive.'),
  field('allowedIPs', list(string), 'Networks behind the peer.'),
]);

const deviceWireguardConfig = struct('DeviceWireguardConfig', [
  field('privateKey', string, 'Private key, base64.', { secret: true }),
  field('listenPort', int, 'UDP port to listen on.'),
  field('firewallMark', int, 'Mark on outgoing packets.'),
  field('peers', list(optional(deviceWireguardPeer)), 'The other ends.'),
]);

const route = struct('Route', [
  kept('network', string, 'Destination.', { example: '0.0.0.0/0' }),
  kept('gateway', string, 'Next hop.'),
  field('source', string, 'Source address.'),
  field('metric', uint32, 'Metric of the route.'),
  field('mtu', uint32, 'Largest packet.', { since: '1.3' }),
]);

const vlan = struct('Vlan', [
  field('addresses', list(string), 'Addresses with their prefix length.'),
  field('cidr', string, 'Old form of a single address.'),
  kept('routes', list(optional(route)), 'Routes over the VLAN.'),
  field('dhcp', flag, 'Asks a DHCP server for addresses.'),
  kept('vlanId', uint16, 'Number of the VLAN.'),
  field('mtu', uint32, 'Largest packet.'),
  field('vip', optional(deviceVIPConfig), 'Address shared by the control plane machines.'),
  field('dhcpOptions', optional(dhcpOptions), 'Settings for DHCP.', { since: '1.2' }),
]);

const device = struct('Device', [
  field('interface', string, 'Name of the interface.', { example: 'eth0' }),
  field('deviceSelector', optional(networkDeviceSelector), 'Finds the interface by what it is.', { since: '1.1' }),
  field('addresses', list(string), 'Addresses with their prefix length.', { example: '[10.5.0.2/24]' }),
  field('cidr', string, 'Old form of a single address.'),
  field('routes', list(optional(route)), 'Routes over the interface.'),
  field('bond', optional(bond), 'Makes the interface a bond.'),
  field('bridge', optional(bridge), 'Makes the interface a bridge.', { since: '1.2' }),
  field('bridgePort', optional(bridgePort), 'Puts the interface into a bridge.', { since: '1.9' }),
  field('vlans', list(optional(vlan), { by: ['vlanId'] }), 'VLANs on the interface; patches merge them by their id.'),
  field('mtu', int, 'Largest packet.'),
  field('dhcp', flag, 'Asks a DHCP server for addresses.'),
  field('ignore', flag, 'Leaves the interface alone.'),
  field('dummy', flag, 'Makes an interface without hardware.'),
  field('dhcpOptions', optional(dhcpOptions), 'Settings for DHCP.'),
  field('wireguard', optional(deviceWireguardConfig), 'Makes the interface a WireGuard tunnel.'),
  field('vip', optional(deviceVIPConfig), 'Address shared by the control plane machines.'),
]);

const extraHost = struct('ExtraHost', [kept('ip', string, 'Address.'), kept('aliases', list(string), 'Names for it.')]);

const kubeSpanFilters = struct('KubeSpanFilters', [
  field('endpoints', list(string), 'Networks whose addresses are announced; a leading ! excludes one.'),
  field('excludeAdvertisedNetworks', list(string), 'Networks left out of what is announced.', { since: '1.13' }),
]);

const networkKubeSpan = struct('NetworkKubeSpan', [
  field('enabled', flag, 'Turns the mesh on.'),
  field('advertiseKubernetesNetworks', flag, 'Sends pod traffic over the mesh too.', { since: '1.2' }),
  field('allowDownPeerBypass', flag, 'Sends traffic unencrypted while a peer is down.'),
  field('harvestExtraEndpoints', flag, 'Tells others about addresses that were seen to work.', { since: '1.6' }),
  field('mtu', optional(uint32), 'Largest packet inside the mesh.', { since: '1.3' }),
  field('filters', optional(kubeSpanFilters), 'Which endpoints and networks are announced.', { since: '1.3' }),
]);

export const networkConfig = struct('NetworkConfig', [
  field('hostname', string, 'Host name; a HostnameConfig document replaces it.'),
  field(
    'interfaces',
    list(optional(device), { by: ['interface', 'deviceSelector'] }),
    'Interfaces with addresses and routes; documents of their own replace them.',
  ),
  field('nameservers', list(string), 'DNS servers; a ResolverConfig document replaces them.'),
  field('searchDomains', list(string), 'Domains tried for short names; a ResolverConfig document replaces them.', {
    since: '1.9',
  }),
  field(
    'extraHostEntries',
    list(optional(extraHost)),
    'Extra lines for the hosts file; StaticHostConfig documents replace them.',
  ),
  field(
    'kubespan',
    optional(networkKubeSpan),
    'Encrypted mesh between machines; a KubeSpanConfig document replaces it.',
  ),
  field('disableSearchDomain', flag, 'Leaves out the search domain that follows from the host name.', { since: '1.1' }),
]);
