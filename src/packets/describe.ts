import { formatIpv6, formatMac } from './addresses.js';
import { describeDns } from './dns.js';
import { linkTypes } from './pcap.js';

/**
 * A packet in one line, in the manner of tcpdump: `IP 10.5.0.2.50000 > 10.5.0.1.41234: Flags [P.], seq 1, …`. What is
 * cut off or makes no sense ends with the protocol in `[|…]`; nothing that a packet holds makes this fail.
 * @param linkType what packets begin with (`linkTypes`)
 */
export function describePacket(packet: Buffer, linkType: number): string {
  try {
    if (linkType === linkTypes.ethernet) return ethernet(packet);
    if (linkType === linkTypes.rawIp) return ip(packet);
    return `link type ${linkType}, length ${packet.length}`;
  } catch (error) {
    if (error instanceof RangeError) return '[|packet]';
    throw error;
  }
}

const etherTypes = { ipv4: 0x0800, arp: 0x0806, vlan: 0x8100, ipv6: 0x86dd } as const;

function ethernet(frame: Buffer, at = 12): string {
  const type = frame.readUInt16BE(at);
  const payload = frame.subarray(at + 2);
  switch (type) {
    case etherTypes.ipv4:
    case etherTypes.ipv6:
      return ip(payload);
    case etherTypes.arp:
      return within('ARP', () => arp(payload));
    case etherTypes.vlan:
      return `vlan ${frame.readUInt16BE(at + 2) & 0xfff}, ${ethernet(frame, at + 4)}`;
    default: {
      const [to, from] = [frame.subarray(0, 6), frame.subarray(6, 12)].map(formatMac);
      const kind = type < 0x0600 ? '802.3' : `ethertype 0x${type.toString(16).padStart(4, '0')}`;
      return `${from} > ${to}, ${kind}, length ${frame.length}`;
    }
  }
}

/** Says as much as can be told of what is cut off. */
function within(protocol: string, describe: () => string): string {
  try {
    return describe();
  } catch (error) {
    if (error instanceof RangeError) return `[|${protocol.toLowerCase()}]`;
    throw error;
  }
}

function arp(packet: Buffer): string {
  const operation = packet.readUInt16BE(6);
  // Read before what follows is shown, so that a short packet is told as one.
  packet.readUInt8(27);
  const [sender, target] = [formatIpv4(packet, 14), formatIpv4(packet, 24)];
  if (operation === 1) return `ARP, Request who-has ${target} tell ${sender}, length ${packet.length}`;
  if (operation === 2) {
    return `ARP, Reply ${sender} is-at ${formatMac(packet.subarray(8, 14))}, length ${packet.length}`;
  }
  return `ARP, operation ${operation}, length ${packet.length}`;
}

function ip(packet: Buffer): string {
  const version = packet.readUInt8(0) >> 4;
  if (version === 4) return within('IP', () => ipv4(packet));
  if (version === 6) return within('IP6', () => ipv6(packet));
  return `IP version ${version}, length ${packet.length}`;
}

function ipv4(packet: Buffer): string {
  const headerLength = (packet.readUInt8(0) & 0x0f) * 4;
  const total = packet.readUInt16BE(2);
  const fragment = packet.readUInt16BE(6);
  const protocol = packet.readUInt8(9);
  packet.readUInt8(19);
  const hosts = { prefix: 'IP', from: formatIpv4(packet, 12), to: formatIpv4(packet, 16) };
  const payload = packet.subarray(headerLength, Math.max(headerLength, total));
  // A card that cuts packets itself shows a length of zero.
  const length = total === 0 ? payload.length : total - headerLength;
  const offset = (fragment & 0x1fff) * 8;
  if (offset > 0) return `IP ${hosts.from} > ${hosts.to}: fragment at ${offset}, length ${length}`;
  return transport(protocol, payload, length, hosts);
}

/** Extension headers that stand before the transport's. */
const extensionHeaders: ReadonlySet<number> = new Set([0, 43, 60]);

function ipv6(packet: Buffer): string {
  const length = packet.readUInt16BE(4);
  let protocol = packet.readUInt8(6);
  packet.readUInt8(39);
  const hosts = {
    prefix: 'IP6',
    from: formatIpv6(packet.subarray(8, 24)),
    to: formatIpv6(packet.subarray(24, 40)),
  };
  let at = 40;
  while (extensionHeaders.has(protocol)) {
    protocol = packet.readUInt8(at);
    at += (packet.readUInt8(at + 1) + 1) * 8;
  }
  return transport(protocol, packet.subarray(at, 40 + length), length - (at - 40), hosts);
}

interface Hosts {
  readonly prefix: string;
  readonly from: string;
  readonly to: string;
}

function transport(protocol: number, payload: Buffer, length: number, { prefix, from, to }: Hosts): string {
  const head = `${prefix} ${from} > ${to}:`;
  switch (protocol) {
    case 6:
    case 17: {
      if (payload.length < 4) return `${head} [|${protocol === 6 ? 'tcp' : 'udp'}]`;
      const [source, destination] = [payload.readUInt16BE(0), payload.readUInt16BE(2)];
      const withPorts = `${prefix} ${from}.${source} > ${to}.${destination}:`;
      const isDns = source === 53 || destination === 53;
      const rest = protocol === 6 ? () => tcp(payload, length) : () => udp(payload, isDns);
      return `${withPorts} ${within(protocol === 6 ? 'tcp' : 'udp', rest)}`;
    }
    case 1:
      return `${head} ${within('icmp', () => icmp(payload, length))}`;
    case 58:
      return `${head} ${within('icmp6', () => icmp6(payload, length))}`;
    default:
      return `${head} ip-proto-${protocol}, length ${length}`;
  }
}

/** From the lowest bit on. */
const tcpFlags = 'FSRP.UEW';

function tcp(segment: Buffer, length: number): string {
  const headerLength = (segment.readUInt8(12) >> 4) * 4;
  const bits = segment.readUInt8(13);
  const flags = [...tcpFlags].filter((_, index) => (bits & (1 << index)) !== 0).join('');
  const size = Math.max(0, length - headerLength);
  const sequence = segment.readUInt32BE(4);
  const parts = [`Flags [${flags || 'none'}]`];
  if (size > 0) parts.push(`seq ${sequence}:${(sequence + size) >>> 0}`);
  else if ((bits & 0x07) !== 0) parts.push(`seq ${sequence}`);
  if ((bits & 0x10) !== 0) parts.push(`ack ${segment.readUInt32BE(8)}`);
  parts.push(`win ${segment.readUInt16BE(14)}`, `length ${size}`);
  return parts.join(', ');
}

function udp(datagram: Buffer, isDns: boolean): string {
  const size = Math.max(0, datagram.readUInt16BE(4) - 8);
  return (isDns ? describeDns(datagram.subarray(8), size) : undefined) ?? `UDP, length ${size}`;
}

const icmpTypes: Readonly<Record<number, string>> = {
  0: 'echo reply',
  3: 'destination unreachable',
  5: 'redirect',
  8: 'echo request',
  11: 'time exceeded',
};

function icmp(message: Buffer, length: number): string {
  const type = message.readUInt8(0);
  const name = icmpTypes[type] ?? `type ${type}`;
  return `ICMP ${name}${type === 0 || type === 8 ? echo(message) : ''}, length ${length}`;
}

const icmp6Types: Readonly<Record<number, string>> = {
  1: 'destination unreachable',
  2: 'packet too big',
  3: 'time exceeded',
  128: 'echo request',
  129: 'echo reply',
  133: 'router solicitation',
  134: 'router advertisement',
  135: 'neighbor solicitation',
  136: 'neighbor advertisement',
  143: 'multicast listener report v2',
};

function icmp6(message: Buffer, length: number): string {
  const type = message.readUInt8(0);
  const name = icmp6Types[type] ?? `type ${type}`;
  const isEcho = type === 128 || type === 129;
  const target =
    (type === 135 || type === 136) && message.length >= 24 ? ` ${formatIpv6(message.subarray(8, 24))}` : '';
  return `ICMP6, ${name}${isEcho ? echo(message) : target}, length ${length}`;
}

function echo(message: Buffer): string {
  return `, id ${message.readUInt16BE(4)}, seq ${message.readUInt16BE(6)}`;
}

function formatIpv4(bytes: Buffer, at: number): string {
  return bytes.subarray(at, at + 4).join('.');
}
