import { randomBytes } from 'node:crypto';

const cookieSize = 8;

/** Positions in a history in the form that clients hand back. They mean nothing to another store. */
export class Bookmarks {
  readonly #cookie = randomBytes(cookieSize);

  encode(position: number): Buffer {
    const bookmark = Buffer.alloc(2 * cookieSize);
    this.#cookie.copy(bookmark);
    bookmark.writeBigInt64BE(BigInt(position), cookieSize);
    return bookmark;
  }

  /** undefined: not one of ours. */
  decode(bookmark: Buffer): number | undefined {
    if (bookmark.length !== 2 * cookieSize || !bookmark.subarray(0, cookieSize).equals(this.#cookie)) return undefined;
    return Number(bookmark.readBigInt64BE(cookieSize));
  }
}
