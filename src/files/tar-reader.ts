import { TalosctlError } from '../errors/errors.js';
import { ByteReader } from './byte-reader.js';

const blockSize = 512;
/** Names and extended headers are read whole; nothing that means well is longer. */
const longestHeader = 1024 * 1024;

export type TarEntryKind = 'file' | 'folder' | 'symlink' | 'hardlink' | 'special';

/** One entry of a tar archive. */
export interface TarEntry {
  /** As the archive has it: it may be absolute and hold `..`. */
  readonly name: string;
  readonly kind: TarEntryKind;
  /** Permission bits. */
  readonly mode: number;
  /** Bytes of content. */
  readonly size: number;
  /** Where a link leads to, as the archive has it. */
  readonly linkName: string;
  /** The content, once. What is not read is passed over when the next entry is asked for. */
  readonly content: AsyncIterable<Buffer>;
}

/**
 * The entries of a tar archive as they come: ustar, with the long names of GNU and of POSIX (pax). An archive that ends
 * without its final blocks is taken as it is, and what follows them is read to its end.
 *
 * @throws TalosctlError where the archive is broken, or ends within an entry
 */
export async function* readTar(bytes: AsyncIterable<Buffer>): AsyncGenerator<TarEntry, void, undefined> {
  const reader = new ByteReader(bytes);
  let extended: Extended = {};
  try {
    for (;;) {
      const block = await reader.take(blockSize);
      if (block.length === 0 || block.every((byte) => byte === 0)) break;
      if (block.length < blockSize) throw broken('it ends within a header');
      const header = readHeader(block);
      if (header.type in extensions) {
        if (header.size > longestHeader) throw broken('a name in it is too long');
        const text = await reader.take(header.size);
        if (text.length < header.size) throw broken('it ends within a header');
        await reader.skip(padding(header.size));
        extended = { ...extended, ...extensions[header.type]?.(text) };
        continue;
      }
      const entry = { ...header, ...extended };
      extended = {};
      const { name, mode, linkName } = entry;
      const kind = kinds[entry.type] ?? 'special';
      const size = kind === 'file' ? entry.size : 0;
      let left = size;
      const content = async function* (): AsyncGenerator<Buffer, void, undefined> {
        while (left > 0) {
          const piece = await reader.next(left);
          if (piece === undefined) throw broken(`it ends within ${JSON.stringify(name)}`);
          left -= piece.length;
          yield piece;
        }
      };
      yield { name, kind, mode, size, linkName, content: content() };
      if ((await reader.skip(left)) < left) throw broken(`it ends within ${JSON.stringify(name)}`);
      await reader.skip(padding(size));
    }
    while ((await reader.next()) !== undefined);
  } finally {
    await reader.close();
  }
}

interface Header {
  readonly name: string;
  readonly mode: number;
  readonly size: number;
  readonly type: string;
  readonly linkName: string;
}

type Extended = Partial<Pick<Header, 'name' | 'size' | 'linkName'>>;

const kinds: Readonly<Record<string, TarEntryKind>> = {
  '0': 'file',
  '\0': 'file',
  '7': 'file',
  '1': 'hardlink',
  '2': 'symlink',
  '5': 'folder',
};

/** Entries that only say more about the next one. */
const extensions: Readonly<Record<string, (text: Buffer) => Extended>> = {
  L: (text) => ({ name: untilZero(text) }),
  K: (text) => ({ linkName: untilZero(text) }),
  x: readPax,
  g: () => ({}),
};

function readHeader(block: Buffer): Header {
  const sum = block.reduce((total, byte, index) => total + (index >= 148 && index < 156 ? 0x20 : byte), 0);
  if (readNumber(block.subarray(148, 156)) !== sum) throw broken('a header in it is damaged');
  const isPosix = block.toString('latin1', 257, 263) === 'ustar\0';
  const prefix = isPosix ? untilZero(block.subarray(345, 500)) : '';
  const name = untilZero(block.subarray(0, 100));
  const type = block.toString('latin1', 156, 157);
  return {
    name: prefix === '' ? name : `${prefix}/${name}`,
    mode: readNumber(block.subarray(100, 108)) & 0o7777,
    size: readNumber(block.subarray(124, 136)),
    // Before ustar, folders were files with a slash behind their names.
    type: !isPosix && /^[0\0]$/.test(type) && name.endsWith('/') ? '5' : type,
    linkName: untilZero(block.subarray(157, 257)),
  };
}

/** Octal digits, or, where the first bit is set, a big-endian number. */
function readNumber(field: Buffer): number {
  if (((field[0] ?? 0) & 0x80) !== 0) {
    const value = field.reduce((total, byte, index) => total * 256 + (index === 0 ? byte & 0x7f : byte), 0);
    if (!Number.isSafeInteger(value)) throw broken('a header in it is damaged');
    return value;
  }
  const digits = untilZero(field).trim();
  if (!/^[0-7]*$/.test(digits)) throw broken('a header in it is damaged');
  return digits === '' ? 0 : Number.parseInt(digits, 8);
}

/** Records `<length> <key>=<value>\n`; the length counts the whole record. */
function readPax(text: Buffer): Extended {
  const found = new Map<string, string>();
  for (let at = 0; at < text.length; ) {
    const space = text.indexOf(0x20, at);
    const length = Number(text.toString('latin1', at, space));
    const record = text.subarray(space + 1, at + length - 1);
    const equals = record.indexOf(0x3d);
    if (space < 0 || !Number.isInteger(length) || length <= 0 || at + length > text.length || equals < 0) {
      throw broken('a header in it is damaged');
    }
    found.set(record.toString('latin1', 0, equals), record.toString('utf8', equals + 1));
    at += length;
  }
  const name = found.get('path');
  const linkName = found.get('linkpath');
  const size = found.get('size');
  if (size !== undefined && !/^\d{1,15}$/.test(size)) throw broken('a header in it is damaged');
  return {
    ...(name === undefined ? {} : { name }),
    ...(linkName === undefined ? {} : { linkName }),
    ...(size === undefined ? {} : { size: Number(size) }),
  };
}

function untilZero(field: Buffer): string {
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end < 0 ? field.length : end);
}

const padding = (size: number): number => (blockSize - (size % blockSize)) % blockSize;

function broken(how: string): TalosctlError {
  return new TalosctlError(`the archive that the node sent is broken: ${how}`);
}
