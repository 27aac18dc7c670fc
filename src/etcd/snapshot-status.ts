import type { FileHandle } from 'node:fs/promises';
import { CancelledError, TalosctlError } from '../errors/errors.js';
import { RandomAccess } from './bbolt/file.js';
import { BoltReader } from './bbolt/reader.js';
import { Crc32c } from './crc32c.js';
import { readKey } from './key-value.js';
import { LiveKeys } from './live-keys.js';
import { keyBucket, parseRevisionKey } from './revision.js';

/** What etcd's own tools say of a snapshot. */
export interface SnapshotStatus {
  /** CRC-32C over all buckets, keys and values. */
  readonly hash: number;
  /** The last change. */
  readonly revision: bigint;
  /** Keys that are there after it. */
  readonly totalKeys: number;
  /** Bytes of the database, without the hash behind it. */
  readonly totalSize: number;
}

/**
 * Reads a snapshot, or a member's database file, from beginning to end.
 * @throws TalosctlError where it is damaged, CancelledError when interrupted
 */
export async function snapshotStatus(file: FileHandle, signal: AbortSignal): Promise<SnapshotStatus> {
  const database = await BoltReader.open(new RandomAccess(file));
  const sum = new Crc32c();
  const keys = new LiveKeys();
  let revision = 0n;
  for await (const bucket of database.buckets()) {
    sum.update(bucket.name);
    const holdsKeys = bucket.name.toString() === keyBucket;
    for await (const page of bucket.pages()) {
      if (signal.aborted) throw new CancelledError('interrupted');
      for (const { key, value } of page) {
        sum.update(key);
        sum.update(value);
        if (!holdsKeys) continue;
        const change = parseRevisionKey(key);
        if (change === undefined) throw new TalosctlError('the database is damaged: a revision cannot be read');
        revision = change.revision;
        if (change.deleted) keys.delete(keyOf(value));
        else keys.add(keyOf(value));
      }
    }
  }
  return { hash: sum.value, revision, totalKeys: keys.count, totalSize: database.size };
}

function keyOf(record: Buffer): Uint8Array {
  try {
    return readKey(record);
  } catch (error) {
    throw new TalosctlError('the database is damaged: a key-value pair cannot be read', { cause: error });
  }
}
