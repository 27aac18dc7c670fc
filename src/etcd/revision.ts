/** Name of the bucket that holds etcd's own key-value pairs, each under its revision. */
export const keyBucket = 'key';

const separator = '_'.charCodeAt(0);
const tombstone = 't'.charCodeAt(0);
const plainSize = 17;

/** The key of a change in etcd's database: its revision, its place among the changes of that revision, both 8 bytes. */
export interface RevisionKey {
  readonly revision: bigint;
  /** Whether the key was deleted with it. */
  readonly deleted: boolean;
}

/** Reads a revision key; undefined for bytes that are none. */
export function parseRevisionKey(key: Buffer): RevisionKey | undefined {
  const deleted = key.length === plainSize + 1 && key[plainSize] === tombstone;
  if ((key.length !== plainSize && !deleted) || key[8] !== separator) return undefined;
  return { revision: key.readBigUInt64BE(0), deleted };
}

export function formatRevisionKey(revision: bigint): Buffer {
  const key = Buffer.alloc(plainSize);
  key.writeBigUInt64BE(revision, 0);
  key[8] = separator;
  return key;
}
