import { TalosctlError } from '../errors/errors.js';

/** What the packets of a capture begin with (LINKTYPE_ of libpcap). */
export const linkTypes = { ethernet: 1, rawIp: 101 } as const;

const fileHeaderSize = 24;
const recordHeaderSize = 16;
/** No packet is longer, whatever a capture says of its own limit. */
const longestPacket = 262_144;
const microseconds = 0xa1b2c3d4;
const nanoseconds = 0xa1b23c4d;

export interface Packet {
  /** When it passed, in nanoseconds since 1970. */
  readonly time: bigint;
  /** What was captured of it. */
  readonly data: Buffer;
  /** Its length on the wire. */
  readonly length: number;
}

interface Format {
  readonly isLittleEndian: boolean;
  readonly nanosecondsPerTick: bigint;
  readonly linkType: number;
}

/** Cuts a capture file (pcap) that comes in pieces of any size into its packets. */
export class PcapParser {
  #rest: Buffer = Buffer.alloc(0);
  #format: Format | undefined;

  /** Whether bytes may begin such a file; undefined while there are too few to tell. */
  static recognizes(bytes: Buffer): boolean | undefined {
    return bytes.length < 4 ? undefined : magicOf(bytes) !== undefined;
  }

  /** What the packets begin with; undefined before the head of the file is there. */
  get linkType(): number | undefined {
    return this.#format?.linkType;
  }

  /**
   * Takes a piece of the file.
   * @returns the packets that are complete with it
   * @throws TalosctlError where this is no such file
   */
  push(piece: Buffer): readonly Packet[] {
    const packets: Packet[] = [];
    this.#cut(piece, (packet) => packets.push(packet));
    return packets;
  }

  /** As `push`, but gives the bytes of the file up to the end of its last whole packet. */
  whole(piece: Buffer): Buffer {
    return this.#cut(piece, () => undefined);
  }

  #cut(piece: Buffer, take: (packet: Packet) => void): Buffer {
    const bytes = this.#rest.length === 0 ? piece : Buffer.concat([this.#rest, piece]);
    let end = 0;
    if (this.#format === undefined && bytes.length >= fileHeaderSize) {
      this.#format = readFormat(bytes);
      end = fileHeaderSize;
    }
    while (this.#format !== undefined && bytes.length >= end + recordHeaderSize) {
      const [seconds, ticks, captured, length] = readWords(bytes, end, this.#format.isLittleEndian);
      if (captured > longestPacket) {
        throw new TalosctlError('the capture that the node sent is broken: a packet in it is longer than any can be');
      }
      const start = end + recordHeaderSize;
      if (bytes.length < start + captured) break;
      end = start + captured;
      const time = BigInt(seconds) * 1_000_000_000n + BigInt(ticks) * this.#format.nanosecondsPerTick;
      take({ time, data: bytes.subarray(start, end), length });
    }
    // What is kept outlives the message it came in, which may be much larger.
    this.#rest = Buffer.from(bytes.subarray(end));
    return bytes.subarray(0, end);
  }
}

/** The head of a capture file. */
export function pcapHeader(linkType: number, snapLength: number): Buffer {
  const header = Buffer.alloc(fileHeaderSize);
  header.writeUInt32LE(nanoseconds, 0);
  header.writeUInt16LE(2, 4);
  header.writeUInt16LE(4, 6);
  header.writeUInt32LE(snapLength, 16);
  header.writeUInt32LE(linkType, 20);
  return header;
}

/** The head of a packet in a capture file. */
export function packetHeader({ time, data, length }: Packet): Buffer {
  const header = Buffer.alloc(recordHeaderSize);
  header.writeUInt32LE(Number((time / 1_000_000_000n) & 0xffff_ffffn), 0);
  header.writeUInt32LE(Number(time % 1_000_000_000n), 4);
  header.writeUInt32LE(data.length, 8);
  header.writeUInt32LE(length, 12);
  return header;
}

function readFormat(bytes: Buffer): Format {
  const format = magicOf(bytes);
  if (format === undefined) throw new TalosctlError('what the node sent is no packet capture (pcap)');
  const linkType = format.isLittleEndian ? bytes.readUInt32LE(20) : bytes.readUInt32BE(20);
  return { ...format, linkType: linkType & 0xffff };
}

function magicOf(bytes: Buffer): Omit<Format, 'linkType'> | undefined {
  for (const isLittleEndian of [true, false]) {
    const magic = isLittleEndian ? bytes.readUInt32LE(0) : bytes.readUInt32BE(0);
    if (magic === nanoseconds) return { isLittleEndian, nanosecondsPerTick: 1n };
    if (magic === microseconds) return { isLittleEndian, nanosecondsPerTick: 1000n };
  }
  return undefined;
}

type Words = readonly [number, number, number, number];

function readWords(bytes: Buffer, at: number, isLittleEndian: boolean): Words {
  const word = (index: number): number =>
    isLittleEndian ? bytes.readUInt32LE(at + index * 4) : bytes.readUInt32BE(at + index * 4);
  return [word(0), word(1), word(2), word(3)];
}
