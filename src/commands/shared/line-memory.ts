/** So many lines tell a place in a log from others, also where single lines come again and again. */
const markLength = 8;

/** Cuts bytes into whole lines, each with its newline. */
export class LineCutter {
  #rest: Buffer[] = [];
  #restLength = 0;

  /** The lines that are complete with this chunk. */
  push(chunk: Buffer): readonly Buffer[] {
    const lines: Buffer[] = [];
    let start = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      const piece = chunk.subarray(start, end + 1);
      lines.push(this.#restLength === 0 ? piece : Buffer.concat([...this.#rest, piece]));
      this.#rest = [];
      this.#restLength = 0;
      start = end + 1;
    }
    if (start < chunk.length) {
      this.#rest.push(Buffer.from(chunk.subarray(start)));
      this.#restLength += chunk.length - start;
    }
    // A line without end need not be kept whole.
    return this.#restLength < longestRest ? lines : [...lines, this.takeRest()];
  }

  /** What has no newline yet. */
  takeRest(): Buffer {
    const rest = Buffer.concat(this.#rest);
    this.#rest = [];
    this.#restLength = 0;
    return rest;
  }
}

const newline = 0x0a;
const longestRest = 1024 * 1024;

/** The last lines of a log that have been seen, and where they stand in another reading of it. */
export class LineMemory {
  readonly #sameness: (line: string) => string;
  readonly #mark: string[] = [];

  /** @param sameness what of a line stays when it is read again */
  constructor(sameness: (line: string) => string = (line) => line) {
    this.#sameness = sameness;
  }

  get isEmpty(): boolean {
    return this.#mark.length === 0;
  }

  see(line: Buffer): void {
    this.#mark.push(this.#sameness(line.toString('latin1')));
    if (this.#mark.length > markLength) this.#mark.shift();
  }

  /**
   * Finds the place in a reading that is fed line by line: says for each whether it is the last one that was seen, with
   * the lines before it as they were, as far as the reading has them.
   */
  finder(): (line: Buffer) => boolean {
    const mark = [...this.#mark];
    const read: string[] = [];
    return (line) => {
      read.push(this.#sameness(line.toString('latin1')));
      if (read.length > mark.length) read.shift();
      return mark.length > 0 && read.every((text, index) => text === mark[mark.length - read.length + index]);
    };
  }
}
