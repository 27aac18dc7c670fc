import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { TalosctlError } from '../../errors/errors.js';
import { reason } from '../../files/atomic.js';
import { Data } from '../../gen/common/common.js';

/** A snapshot of etcd on disk, checked. */
export interface Snapshot {
  /** Bytes. */
  readonly size: number;
  /** The file in pieces, as EtcdRecover takes it. */
  messages(): AsyncIterable<Data>;
}

const pieceSize = 64 * 1024;
/** Mark of bbolt's first page, little-endian, behind the page header. */
const magic = Buffer.from('edda0ced', 'hex');
const magicOffset = 16;
/** A snapshot is the database, whole pages of it, and the SHA-256 of that; a copy of a member's file has no hash. */
const pageUnit = 512;
const hashSize = 32;

/**
 * Opens an etcd snapshot and checks it before anything is sent.
 * @throws TalosctlError for files that cannot be read, are no snapshot, or are damaged
 */
export async function openSnapshot(path: string, options: { readonly skipHashCheck: boolean }): Promise<Snapshot> {
  const { size, head } = await readHead(path);
  if (!head.subarray(magicOffset).equals(magic)) {
    throw new TalosctlError(`${path} is not an etcd snapshot`, {
      hint: 'make one with `talosctl etcd snapshot <path>`',
    });
  }
  if (!options.skipHashCheck) await checkHash(path, size);
  return {
    size,
    async *messages() {
      for await (const bytes of pieces(path)) yield Data.fromPartial({ bytes });
    },
  };
}

async function readHead(path: string): Promise<{ readonly size: number; readonly head: Buffer }> {
  try {
    const file = await open(path);
    try {
      const head = Buffer.alloc(magicOffset + magic.length);
      await file.read(head, 0, head.length, 0);
      return { size: (await file.stat()).size, head };
    } finally {
      await file.close();
    }
  } catch (error) {
    throw new TalosctlError(`cannot read the snapshot ${path}: ${reason(error)}`, { cause: error });
  }
}

async function checkHash(path: string, size: number): Promise<void> {
  if (size % pageUnit !== hashSize) {
    throw new TalosctlError(`${path} has no hash of its contents at its end`, {
      hint: "where it is a copy of a member's database file, add --recover-skip-hash-check",
    });
  }
  const hash = createHash('sha256');
  for await (const bytes of pieces(path, 0, size - hashSize)) hash.update(bytes);
  const written: Buffer[] = [];
  for await (const bytes of pieces(path, size - hashSize, size)) written.push(bytes);
  if (!hash.digest().equals(Buffer.concat(written))) {
    throw new TalosctlError(`the snapshot ${path} is damaged: its contents do not match their hash`, {
      hint: 'take another snapshot, or another copy of this one',
    });
  }
}

/** Bytes from `start` up to, but without, `end`. */
function pieces(path: string, start = 0, end = Number.POSITIVE_INFINITY): AsyncIterable<Buffer> {
  return createReadStream(path, { start, end: end - 1, highWaterMark: pieceSize });
}
