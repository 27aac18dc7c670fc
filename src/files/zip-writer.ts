import { finished } from 'node:stream/promises';
import { createDeflateRaw } from 'node:zlib';
import { Crc32 } from './crc32.js';

/** One entry, packed and ready to be written. */
interface Packed {
  readonly pieces: readonly Buffer[];
  readonly packedSize: number;
  readonly size: number;
  readonly crc: number;
}

interface Written extends Packed {
  readonly name: Buffer;
  readonly offset: number;
  readonly time: number;
}

const largest32 = 0xffff_ffff;
const largest16 = 0xffff;
const deflated = 8;
const utf8Names = 0x0800;
const regularFile = 0o100600;

/**
 * Writes a zip archive. Entries may be added side by side: each is packed in memory, and written when it is whole, so
 * that one that fails leaves nothing behind.
 */
export class ZipWriter {
  readonly #write: (bytes: Buffer) => Promise<void>;
  readonly #entries: Written[] = [];
  #offset = 0;
  #last: Promise<void> = Promise.resolve();

  constructor(write: (bytes: Buffer) => Promise<void>) {
    this.#write = write;
  }

  get count(): number {
    return this.#entries.length;
  }

  /** @throws whatever the content or the writing throws */
  async add(name: string, content: AsyncIterable<Buffer>, modified: Date): Promise<void> {
    const packed = await pack(content);
    const turn = this.#last.then(() => this.#append(name, packed, modified));
    this.#last = turn.catch(() => undefined);
    await turn;
  }

  /** Writes the list of entries, which ends the archive. */
  async end(): Promise<void> {
    await this.#last;
    const start = this.#offset;
    for (const entry of this.#entries) await this.#put(directoryHeader(entry));
    await this.#put(directoryEnd(this.#entries.length, start, this.#offset - start));
  }

  async #append(name: string, packed: Packed, modified: Date): Promise<void> {
    const entry = { ...packed, name: Buffer.from(name), offset: this.#offset, time: dosTime(modified) };
    await this.#put(localHeader(entry));
    for (const piece of packed.pieces) await this.#put(piece);
    this.#entries.push({ ...entry, pieces: [] });
  }

  async #put(bytes: Buffer): Promise<void> {
    await this.#write(bytes);
    this.#offset += bytes.length;
  }
}

async function pack(content: AsyncIterable<Buffer>): Promise<Packed> {
  const deflate = createDeflateRaw();
  const pieces: Buffer[] = [];
  deflate.on('data', (piece: Buffer) => pieces.push(piece));
  const done = finished(deflate);
  done.catch(() => undefined);
  const crc = new Crc32();
  let size = 0;
  try {
    for await (const piece of content) {
      crc.update(piece);
      size += piece.length;
      await new Promise<void>((resolve) => {
        deflate.write(piece, () => resolve());
      });
    }
    deflate.end();
    await done;
  } finally {
    deflate.destroy();
  }
  const packedSize = pieces.reduce((total, { length }) => total + length, 0);
  return { pieces, packedSize, size, crc: crc.value };
}

/** What both headers of an entry share: flags, method, time, checksum, sizes, length of the name. */
function common({ time, crc, packedSize, size, name }: Written, extraLength: number): Buffer {
  const fields = Buffer.alloc(24);
  fields.writeUInt16LE(utf8Names, 0);
  fields.writeUInt16LE(deflated, 2);
  fields.writeUInt32LE(time, 4);
  fields.writeUInt32LE(crc, 8);
  fields.writeUInt32LE(packedSize, 12);
  fields.writeUInt32LE(size, 16);
  fields.writeUInt16LE(name.length, 20);
  fields.writeUInt16LE(extraLength, 22);
  return fields;
}

const version = { plain: 20, zip64: 45, unix: 3 << 8 } as const;

function localHeader(entry: Written): Buffer {
  const head = Buffer.alloc(6);
  head.writeUInt32LE(0x0403_4b50, 0);
  head.writeUInt16LE(version.plain, 4);
  return Buffer.concat([head, common(entry, 0), entry.name]);
}

function directoryHeader(entry: Written): Buffer {
  const isFar = entry.offset >= largest32;
  const extra = Buffer.alloc(isFar ? 12 : 0);
  if (isFar) {
    extra.writeUInt16LE(1, 0);
    extra.writeUInt16LE(8, 2);
    extra.writeBigUInt64LE(BigInt(entry.offset), 4);
  }
  const head = Buffer.alloc(8);
  head.writeUInt32LE(0x0201_4b50, 0);
  head.writeUInt16LE(version.unix | version.zip64, 4);
  head.writeUInt16LE(isFar ? version.zip64 : version.plain, 6);
  const tail = Buffer.alloc(14);
  tail.writeUInt32LE(regularFile * 2 ** 16, 6);
  tail.writeUInt32LE(isFar ? largest32 : entry.offset, 10);
  return Buffer.concat([head, common(entry, extra.length), tail, entry.name, extra]);
}

/** The end of the archive; before it the larger one where numbers do not fit. */
function directoryEnd(count: number, start: number, size: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x0605_4b50, 0);
  end.writeUInt16LE(Math.min(count, largest16), 8);
  end.writeUInt16LE(Math.min(count, largest16), 10);
  end.writeUInt32LE(Math.min(size, largest32), 12);
  end.writeUInt32LE(Math.min(start, largest32), 16);
  if (count < largest16 && start < largest32 && size < largest32) return end;
  const large = Buffer.alloc(76);
  large.writeUInt32LE(0x0606_4b50, 0);
  large.writeBigUInt64LE(44n, 4);
  large.writeUInt16LE(version.zip64, 12);
  large.writeUInt16LE(version.zip64, 14);
  large.writeBigUInt64LE(BigInt(count), 24);
  large.writeBigUInt64LE(BigInt(count), 32);
  large.writeBigUInt64LE(BigInt(size), 40);
  large.writeBigUInt64LE(BigInt(start), 48);
  large.writeUInt32LE(0x0706_4b50, 56);
  large.writeBigUInt64LE(BigInt(start + size), 64);
  large.writeUInt32LE(1, 72);
  return Buffer.concat([large, end]);
}

/** UTC in the form of zip: the time in the lower half, two seconds exact, the date in the upper. */
function dosTime(date: Date): number {
  const year = Math.min(Math.max(date.getUTCFullYear(), 1980), 2107);
  const day = ((year - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate();
  const time = (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1);
  return ((day << 16) | time) >>> 0;
}
