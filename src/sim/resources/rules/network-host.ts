import { fingerprint, type NodeView } from '../node.js';

export const loopbackMac = '00:00:00:00:00:00';
/** Where pods reach the host's resolver. */
export const hostDnsAddress = '169.254.116.108';

/** The node's subnet, `127.5.0.0/24` for the address 127.5.0.2 with 24 bits. */
export interface Subnet {
  readonly bits: number;
  readonly network: string;
  readonly broadcast: string;
  readonly gateway: string;
}

/** The MAC address of the network card, in the range of virtual machines. */
export function macAddress(node: NodeView): string {
  const digits = fingerprint(node, 'mac').slice(0, 6);
  return `52:54:00:${digits.slice(0, 2)}:${digits.slice(2, 4)}:${digits.slice(4, 6)}`;
}

/** The link-local address that follows from a MAC address (EUI-64). */
export function linkLocalAddress(mac: string): string {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = mac.split(':').map((part) => Number.parseInt(part, 16));
  const groups = [(a ^ 2) * 256 + b, c * 256 + 0xff, 0xfe00 + d, e * 256 + f];
  return `fe80::${groups.map((group) => group.toString(16)).join(':')}`;
}

export function subnetOf({ facts }: NodeView): Subnet {
  const bits = Number(facts.subnet.slice(facts.subnet.lastIndexOf('/') + 1)) || 24;
  const size = 2 ** (32 - bits);
  const address = facts.address.split('.').reduce((number, part) => number * 256 + Number(part), 0);
  const first = Math.floor(address / size) * size;
  return { bits, network: dotted(first), broadcast: dotted(first + size - 1), gateway: dotted(first + 1) };
}

function dotted(number: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256).join('.');
}

/** Whether the host's own resolver serves; a configuration turns it on. */
export function hostDnsEnabled({ config }: NodeView): boolean {
  return config?.flag('machine.features.hostDNS.enabled') ?? false;
}

export function forwardsKubeDns(node: NodeView): boolean {
  return hostDnsEnabled(node) && (node.config?.flag('machine.features.hostDNS.forwardKubeDNSToHost') ?? false);
}
