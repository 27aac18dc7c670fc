import type { Section } from '../section.js';
import { isCidr, isHostPort, isInterfaceAddress, isPlainAddress } from '../values/networks.js';
import { isWireguardKey } from '../values/wireguard.js';
import { checkBond } from './bond.js';
import type { MachineType } from './machine-type.js';

/** `machine.network.interfaces`. */
export function checkInterfaces(machine: Section, type: MachineType): void {
  const network = machine.sub('network');
  if (network === undefined) return;
  const devices = network.filledItems('interfaces');
  if (type === 'worker') devices.forEach(refuseSharedAddress);
  const members = checkMembers(devices);
  for (const device of devices) {
    if (!device.flag('ignore')) checkDevice(device, members);
  }
}

function refuseSharedAddress(device: Section): void {
  for (const section of [device, ...device.items('vlans')]) {
    if (section.has('vip')) section.error('vip', 'only control plane machines may share an address');
  }
}

/** Interfaces that bonds and bridges are made of, each with the name of the one it is in. */
function checkMembers(devices: readonly Section[]): ReadonlyMap<string, string> {
  const members = new Map<string, string>();
  for (const device of devices) {
    const name = device.text('interface');
    const bond = device.sub('bond');
    const bridge = device.sub('bridge');
    if (bond !== undefined && bridge !== undefined) device.error('bridge', 'an interface is either a bond or a bridge');
    if (bond !== undefined && bond.texts('interfaces').length > 0 && bond.items('deviceSelectors').length > 0) {
      bond.error('deviceSelectors', 'a bond has either interfaces or deviceSelectors');
    }
    const owner = bridge ?? bond;
    for (const { path, text } of owner?.texts('interfaces') ?? []) {
      const other = members.get(text);
      if (other !== undefined && other !== name) {
        device.report.error(path, `${JSON.stringify(text)} is part of ${JSON.stringify(other)} already`);
      }
      members.set(text, name);
    }
  }
  return members;
}

function checkDevice(device: Section, members: ReadonlyMap<string, string>): void {
  const name = device.text('interface');
  const selector = device.sub('deviceSelector');
  if (name === '' && selector === undefined)
    device.error('', 'neither interface nor deviceSelector says which interface it is');
  if (name !== '' && selector !== undefined)
    device.error('deviceSelector', 'an interface has either a name or a deviceSelector');
  if (selector !== undefined && isEmpty(selector)) selector.error('', 'the deviceSelector selects nothing');
  const bond = device.sub('bond');
  if (bond !== undefined) checkBond(bond);
  const wireguard = device.sub('wireguard');
  if (wireguard !== undefined) checkWireguard(wireguard);
  device.filledItems('vlans').forEach(checkVlan);
  checkAddresses(device, members);
  device.filledItems('routes').forEach(checkRoute);
}

function isEmpty(section: Section): boolean {
  return Object.values(section.value).every((value) => value === '' || value === null);
}

function checkWireguard(wireguard: Section): void {
  if (!isWireguardKey(wireguard.text('privateKey'))) wireguard.error('privateKey', 'this is no WireGuard key');
  for (const peer of wireguard.filledItems('peers')) {
    if (!isWireguardKey(peer.text('publicKey'))) peer.error('publicKey', 'this is no WireGuard key');
    const endpoint = peer.text('endpoint');
    if (endpoint !== '' && !isHostPort(endpoint))
      peer.error('endpoint', `${JSON.stringify(endpoint)} is no host with a port`);
    for (const { path, text } of peer.texts('allowedIPs')) {
      if (!isCidr(text)) peer.report.error(path, `${JSON.stringify(text)} is no network`);
    }
  }
}

function checkVlan(vlan: Section): void {
  const addresses = vlan.texts('addresses');
  const cidr = vlan.text('cidr');
  if (addresses.length > 0 && cidr !== '') vlan.error('cidr', 'a VLAN has either cidr or addresses');
  if (cidr !== '' && !isInterfaceAddress(cidr)) vlan.error('cidr', `${JSON.stringify(cidr)} is no address`);
  for (const { path, text } of addresses) {
    if (!isInterfaceAddress(text)) vlan.report.error(path, `${JSON.stringify(text)} is no address`);
  }
}

function checkAddresses(device: Section, members: ReadonlyMap<string, string>): void {
  const addresses = device.texts('addresses');
  const cidr = device.text('cidr');
  const owner = members.get(device.text('interface'));
  const addressed = device.flag('dhcp') || cidr !== '' || addresses.length > 0 || device.has('vip');
  if (owner !== undefined && addressed) {
    device.error('', `the interface is part of ${JSON.stringify(owner)}, so it has no addresses of its own`);
  }
  if (addresses.length > 0 && cidr !== '') device.error('cidr', 'an interface has either cidr or addresses');
  if (cidr !== '') {
    if (!isInterfaceAddress(cidr)) device.error('cidr', `${JSON.stringify(cidr)} is no address`);
    device.warning('cidr', 'cidr is the old form: write addresses');
  }
  for (const { path, text } of addresses) {
    if (!isInterfaceAddress(text)) device.report.error(path, `${JSON.stringify(text)} is no address`);
  }
  const vip = device.sub('vip');
  if (vip !== undefined && !isPlainAddress(vip.text('ip'))) {
    vip.error('ip', `${JSON.stringify(vip.text('ip'))} is no IP address`);
  }
}

function checkRoute(route: Section): void {
  const network = route.text('network');
  const gateway = route.text('gateway');
  const source = route.text('source');
  if (network !== '' && !isCidr(network)) route.error('network', `${JSON.stringify(network)} is no network`);
  if (gateway !== '' && !isPlainAddress(gateway)) route.error('gateway', `${JSON.stringify(gateway)} is no IP address`);
  if (network === '' && gateway === '') route.error('', 'a route needs a network or a gateway');
  if (source !== '' && !isPlainAddress(source)) route.error('source', `${JSON.stringify(source)} is no IP address`);
}
