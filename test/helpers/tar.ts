import { gzipSync } from 'node:zlib';
import { type TarEntry, tarEnd, tarHeader, tarPadding } from '../../src/sim/files/tar.js';

/** An entry of an archive for tests: a file of a text unless said otherwise. */
export type TestEntry = Partial<TarEntry> & {
  readonly name: string;
  readonly text?: string;
  /** The type of the entry by its letter in the archive. */
  readonly type?: string;
};

/** A tar archive. */
export function tar(...entries: readonly TestEntry[]): Buffer {
  return Buffer.concat([...entries.map(entry), tarEnd()]);
}

/** The same, compressed. */
export function tarGz(...entries: readonly TestEntry[]): Buffer {
  return gzipSync(tar(...entries));
}

function entry({ text = '', type, ...rest }: TestEntry): Buffer {
  const content = Buffer.from(text);
  const header = tarHeader({ mode: 0o644, modified: new Date('2026-01-02T03:04:05Z'), size: content.length, ...rest });
  return Buffer.concat([type === undefined ? header : withType(header, type), content, tarPadding(content.length)]);
}

/** Changes the type of an entry, and its checksum. */
export function withType(header: Buffer, type: string): Buffer {
  const changed = Buffer.from(header);
  changed.write(type, 156, 1, 'latin1');
  return withChecksum(changed);
}

export function withChecksum(header: Buffer): Buffer {
  header.write('        ', 148, 'latin1');
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return header;
}

/** Bytes torn into pieces of some size. */
export async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer, void, undefined> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
