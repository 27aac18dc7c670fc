import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { TalosctlError } from '../../../errors/errors.js';
import { header, magic, meta } from '../../../etcd/bbolt/layout.js';
import { SnapshotHash } from '../../../etcd/snapshot-hash.js';
import { type SnapshotStatus, snapshotStatus } from '../../../etcd/snapshot-status.js';
import { reason } from '../../../files/atomic.js';
import { Data } from '../../../gen/common/common.js';

/** A snapshot of etcd on disk, checked. */
export interface Snapshot {
  /** What it holds; the reason where that cannot be read, which only a snapshot without hash check may have. */
  readonly status: SnapshotStatus | TalosctlError;
  /** The file in pieces, as EtcdRecover takes it. */
  messages(): AsyncIterable<Data>;
}

const pieceSize = 64 * 1024;
const magicOffset = header.size + meta.magic;
const magicSize = 4;

/**
 * Opens an etcd snapshot and checks it before anything is sent.
 * @throws TalosctlError for files that cannot be read, are no snapshot, or are damaged
 */
export async function openSnapshot(
  path: string,
  { skipHashCheck, signal }: { readonly skipHashCheck: boolean; readonly signal: AbortSignal },
): Promise<Snapshot> {
  const head = await readHead(path);
  if (head.readUInt32LE(magicOffset) !== magic) {
    throw new TalosctlError(`${path} is not an etcd snapshot`, {
      hint: 'make one with `talosctl etcd snapshot <path>`',
    });
  }
  if (!skipHashCheck) await checkHash(path);
  const status = await readStatus(path, signal);
  if (status instanceof TalosctlError && !skipHashCheck) throw status;
  return {
    status,
    async *messages() {
      for await (const bytes of pieces(path)) yield Data.fromPartial({ bytes });
    },
  };
}

async function readHead(path: string): Promise<Buffer> {
  try {
    const file = await open(path);
    try {
      const head = Buffer.alloc(magicOffset + magicSize);
      await file.read(head, 0, head.length, 0);
      return head;
    } finally {
      await file.close();
    }
  } catch (error) {
    throw new TalosctlError(`cannot read the snapshot ${path}: ${reason(error)}`, { cause: error });
  }
}

async function readStatus(path: string, signal: AbortSignal): Promise<SnapshotStatus | TalosctlError> {
  const file = await open(path);
  try {
    return await snapshotStatus(file, signal);
  } catch (error) {
    if (!(error instanceof TalosctlError) || signal.aborted) throw error;
    return new TalosctlError(`the snapshot ${path} cannot be read to its end: ${error.message}`, {
      cause: error,
      hint: 'take another snapshot; etcd is given this one all the same with --recover-skip-hash-check',
    });
  } finally {
    await file.close();
  }
}

async function checkHash(path: string): Promise<void> {
  const hash = new SnapshotHash();
  for await (const bytes of pieces(path)) hash.update(bytes);
  const verdict = hash.verdict();
  if (verdict === 'missing') {
    throw new TalosctlError(`${path} has no hash of its contents at its end`, {
      hint: "where it is a copy of a member's database file, add --recover-skip-hash-check",
    });
  }
  if (verdict === 'wrong') {
    throw new TalosctlError(`the snapshot ${path} is damaged: its contents do not match their hash`, {
      hint: 'take another snapshot, or another copy of this one',
    });
  }
}

function pieces(path: string): AsyncIterable<Buffer> {
  return createReadStream(path, { highWaterMark: pieceSize });
}
