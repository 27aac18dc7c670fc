import { createHash } from 'node:crypto';

/** A snapshot is the database, whole units of it, and behind it the SHA-256 of that. */
const unit = 512;
export const hashSize = 32;

/** Whether a file of this many bytes can end with a hash; a copy of a member's database file has none. */
export function hasHash(size: number): boolean {
  return size % unit === hashSize;
}

/** Checks the hash at the end of a snapshot while its pieces pass by. */
export class SnapshotHash {
  readonly #hash = createHash('sha256');
  /** The last bytes so far: the hash, unless more comes. */
  #tail: Buffer = Buffer.alloc(0);
  #size = 0;

  update(piece: Buffer): void {
    this.#size += piece.length;
    const end = piece.length >= hashSize ? piece : Buffer.concat([this.#tail, piece]);
    if (end === piece) this.#hash.update(this.#tail);
    const before = Math.max(0, end.length - hashSize);
    this.#hash.update(end.subarray(0, before));
    this.#tail = Buffer.from(end.subarray(before));
  }

  /** Bytes that have passed by. */
  get size(): number {
    return this.#size;
  }

  /** To be asked once, after the last piece: whether the hash is there and right. */
  verdict(): 'good' | 'missing' | 'wrong' {
    if (!hasHash(this.#size)) return 'missing';
    return this.#hash.digest().equals(this.#tail) ? 'good' : 'wrong';
  }
}

/** The snapshot of a database: the hash behind it. */
export function withHash(database: Buffer): Buffer {
  return Buffer.concat([database, createHash('sha256').update(database).digest()]);
}
