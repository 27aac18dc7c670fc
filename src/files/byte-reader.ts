/** Takes bytes by number from a source that gives them in pieces of any size. */
export class ByteReader {
  readonly #source: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** What comes next, `most` bytes of it at most; undefined at the end. */
  async next(most = Number.POSITIVE_INFINITY): Promise<Buffer | undefined> {
    while (this.#rest.length === 0) {
      const result = await this.#source.next();
      if (result.done === true) return undefined;
      this.#rest = result.value;
    }
    const piece = this.#rest.subarray(0, most);
    this.#rest = this.#rest.subarray(piece.length);
    return piece;
  }

  /** So many bytes; fewer only at the end. */
  async take(count: number): Promise<Buffer> {
    const pieces: Buffer[] = [];
    let missing = count;
    while (missing > 0) {
      const piece = await this.next(missing);
      if (piece === undefined) break;
      pieces.push(piece);
      missing -= piece.length;
    }
    return pieces.length === 1 && pieces[0] !== undefined ? pieces[0] : Buffer.concat(pieces);
  }

  /** Passes over so many bytes, and gives how many there were. */
  async skip(count: number): Promise<number> {
    let skipped = 0;
    while (skipped < count) {
      const piece = await this.next(count - skipped);
      if (piece === undefined) break;
      skipped += piece.length;
    }
    return skipped;
  }

  /** Tells the source that no more is wanted. */
  async close(): Promise<void> {
    await this.#source.return?.();
  }
}
