/*
 * The file format of bbolt, etcd's key-value store: pages of equal size, numbered from the start of the file. The first
 * two hold copies of the meta page, the others the nodes of B+trees, one tree for each bucket. All numbers little-endian.
 */

export const magic = 0xed0cdaed;
export const version = 2;

/** Header of a page: number (8 bytes), flags (2), count of elements (2), further pages that belong to it (4). */
export const header = { id: 0, flags: 8, count: 10, overflow: 12, size: 16 } as const;

export const pageFlag = { branch: 0x01, leaf: 0x02, meta: 0x04, freelist: 0x10 } as const;

/** The meta page's fields, from the end of the header on. The checksum is over all that stands before it. */
export const meta = {
  magic: 0,
  version: 4,
  pageSize: 8,
  root: 16,
  freelist: 32,
  /** Number of pages of the file. */
  pages: 40,
  transaction: 48,
  checksum: 56,
  size: 64,
} as const;

/** An element of a leaf page. Its key and value stand `position` bytes behind the start of the element. */
export const leaf = { flags: 0, position: 4, keySize: 8, valueSize: 12, size: 16 } as const;
/** Flag of an element whose value is a bucket. */
export const bucketFlag = 0x01;

/** An element of a branch page: the first key of a page, and its number. */
export const branch = { position: 0, keySize: 4, page: 8, size: 16 } as const;

/** What a bucket is as a value: its tree's first page, or 0 where that page follows at once, and a counter. */
export const bucket = { root: 0, size: 16 } as const;

const fnvOffset = 0xcbf29ce484222325n;
const fnvPrime = 0x100000001b3n;

/** The checksum of a meta page: FNV-1a, 64 bits. */
export function fnv1a(bytes: Uint8Array): bigint {
  let hash = fnvOffset;
  for (const byte of bytes) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * fnvPrime);
  return hash;
}
