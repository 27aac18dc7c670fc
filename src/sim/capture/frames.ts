import { isIPv4 } from 'node:net';

/** Where a frame comes from or goes to. */
export interface Host {
  /** `52:54:00:…` */
  readonly mac: string;
  /** IPv4. */
  readonly address: string;
}

export const tcpFlag = { fin: 0x01, syn: 0x02, push: 0x08, ack: 0x10 } as const;

export interface Segment {
  readonly source: number;
  readonly destination: number;
  readonly sequence: number;
  readonly acknowledgement: number;
  readonly flags: number;
  readonly data: Buffer;
}

/** A TCP segment in an Ethernet frame, checksums included. */
export function tcpFrame(from: Host, to: Host, segment: Segment): Buffer {
  const header = Buffer.alloc(20);
  header.writeUInt16BE(segment.source, 0);
  header.writeUInt16BE(segment.destination, 2);
  header.writeUInt32BE(segment.sequence >>> 0, 4);
  header.writeUInt32BE(segment.acknowledgement >>> 0, 8);
  header.writeUInt8(5 << 4, 12);
  header.writeUInt8(segment.flags, 13);
  header.writeUInt16BE(501, 14);
  return ipFrame(from, to, 6, Buffer.concat([header, segment.data]), 16);
}

/** A UDP datagram in an Ethernet frame, checksums included. */
export function udpFrame(from: Host, to: Host, source: number, destination: number, data: Buffer): Buffer {
  const header = Buffer.alloc(8);
  header.writeUInt16BE(source, 0);
  header.writeUInt16BE(destination, 2);
  header.writeUInt16BE(8 + data.length, 4);
  return ipFrame(from, to, 17, Buffer.concat([header, data]), 6);
}

/** Who has the address of `to`, or, with `isReply`, the answer by `from`. */
export function arpFrame(from: Host, to: Host, isReply: boolean): Buffer {
  const packet = Buffer.alloc(28);
  packet.writeUInt16BE(1, 0);
  packet.writeUInt16BE(0x0800, 2);
  packet.writeUInt8(6, 4);
  packet.writeUInt8(4, 5);
  packet.writeUInt16BE(isReply ? 2 : 1, 6);
  macBytes(from.mac).copy(packet, 8);
  addressBytes(from.address).copy(packet, 14);
  if (isReply) macBytes(to.mac).copy(packet, 18);
  addressBytes(to.address).copy(packet, 24);
  return ethernet(from.mac, isReply ? to.mac : 'ff:ff:ff:ff:ff:ff', 0x0806, packet);
}

/** A DNS question for an A record, or with an address the answer to it. */
export function dnsMessage(id: number, name: string, answer?: string): Buffer {
  const header = Buffer.alloc(12);
  header.writeUInt16BE(id, 0);
  header.writeUInt16BE(answer === undefined ? 0x0100 : 0x8180, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(answer === undefined ? 0 : 1, 6);
  const labels = name
    .split('.')
    .map((label) => Buffer.concat([Buffer.from([Buffer.byteLength(label)]), Buffer.from(label)]));
  const question = Buffer.concat([...labels, Buffer.from([0, 0, 1, 0, 1])]);
  if (answer === undefined) return Buffer.concat([header, question]);
  const record = Buffer.from([0xc0, 0x0c, 0, 1, 0, 1, 0, 0, 0, 30, 0, 4]);
  return Buffer.concat([header, question, record, addressBytes(answer)]);
}

function ipFrame(from: Host, to: Host, protocol: number, payload: Buffer, checksumAt: number): Buffer {
  const [source, destination] = [addressBytes(from.address), addressBytes(to.address)];
  const pseudo = Buffer.alloc(4);
  pseudo.writeUInt8(protocol, 1);
  pseudo.writeUInt16BE(payload.length, 2);
  payload.writeUInt16BE(checksum(Buffer.concat([source, destination, pseudo, payload])), checksumAt);
  const header = Buffer.alloc(20);
  header.writeUInt8(0x45, 0);
  header.writeUInt16BE(header.length + payload.length, 2);
  header.writeUInt16BE(0x4000, 6);
  header.writeUInt8(64, 8);
  header.writeUInt8(protocol, 9);
  source.copy(header, 12);
  destination.copy(header, 16);
  header.writeUInt16BE(checksum(header), 10);
  return ethernet(from.mac, to.mac, 0x0800, Buffer.concat([header, payload]));
}

function ethernet(from: string, to: string, type: number, payload: Buffer): Buffer {
  const etherType = Buffer.alloc(2);
  etherType.writeUInt16BE(type);
  return Buffer.concat([macBytes(to), macBytes(from), etherType, payload]);
}

/** The Internet checksum: the complement of the sum in one's complement. */
function checksum(bytes: Buffer): number {
  let sum = 0;
  for (let at = 0; at < bytes.length; at += 2)
    sum += at + 1 < bytes.length ? bytes.readUInt16BE(at) : (bytes[at] ?? 0) << 8;
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >>> 16);
  return ~sum & 0xffff;
}

function macBytes(mac: string): Buffer {
  return Buffer.from(mac.replaceAll(':', ''), 'hex');
}

function addressBytes(address: string): Buffer {
  if (!isIPv4(address)) throw new RangeError(`${address} is no IPv4 address`);
  return Buffer.from(address.split('.').map(Number));
}
