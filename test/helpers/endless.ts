import { createHash } from 'node:crypto';
import { createGzip } from 'node:zlib';
import { linkTypes, packetHeader, pcapHeader } from '../../src/packets/pcap.js';
import { tarHeader, tarPadding } from '../../src/sim/files/tar.js';

/* What nodes stream, of any size, without keeping it. */

const pieceSize = 32 * 1024;

/** Lines of text. */
export function* textOf(size: number): Generator<Buffer, void, undefined> {
  const piece = Buffer.alloc(pieceSize, `${'x'.repeat(99)}\n`);
  for (let at = 0; at < size; at += pieceSize) yield piece.subarray(0, Math.min(pieceSize, size - at));
}

/** A capture of packets. */
export function* captureOf(size: number): Generator<Buffer, void, undefined> {
  yield pcapHeader(linkTypes.ethernet, 4096);
  const data = Buffer.alloc(1400);
  const record = Buffer.concat([packetHeader({ time: 1n, data, length: data.length }), data]);
  const piece = Buffer.concat(Array.from({ length: 20 }, () => record));
  for (let at = 0; at < size; at += piece.length) yield piece;
}

/** What looks like a snapshot of etcd, with the right hash behind it. */
export function* snapshotOf(size: number): Generator<Buffer, void, undefined> {
  const hash = createHash('sha256');
  for (const piece of textOf(size - (size % 512))) {
    hash.update(piece);
    yield piece;
  }
  yield hash.digest();
}

/** A .tar.gz archive of one file, which is not made smaller. */
export async function* archiveOf(size: number): AsyncGenerator<Buffer, void, undefined> {
  const gzip = createGzip({ level: 0 });
  const feed = async (): Promise<void> => {
    const write = (bytes: Buffer): Promise<void> =>
      new Promise((resolve, reject) => gzip.write(bytes, (error) => (error ? reject(error) : resolve())));
    await write(tarHeader({ name: 'big', mode: 0o644, modified: new Date(), size }));
    for (const piece of textOf(size)) await write(piece);
    await write(tarPadding(size));
    gzip.end();
  };
  // Whoever leaves destroys the stream, and with it the feeding.
  feed().catch(() => undefined);
  yield* gzip as AsyncIterable<Buffer>;
}
