/** So many lines tell a place in a log from others, also where single lines come again and again. */
const markLength = 8;

const newline = 0x0a;
/** A line without end need not be kept whole. */
const longestRest = 1024 * 1024;
const nothing = Buffer.alloc(0);

/** Makes whole lines of bytes that are torn anywhere. */
export class LineJoiner {
  #rest: Buffer[] = [];
  #restLength = 0;

  /** The lines that are complete with this chunk, in one piece. */
  push(chunk: Buffer): Buffer {
    const end = chunk.lastIndexOf(newline) + 1;
    const whole = end === 0 ? nothing : this.#joined(chunk.subarray(0, end));
    if (end < chunk.length) {
      // What is kept outlives the message it came in, which may be much larger.
      this.#rest.push(Buffer.from(chunk.subarray(end)));
      this.#restLength += chunk.length - end;
    }
    return this.#restLength < longestRest ? whole : Buffer.concat([whole, this.takeRest()]);
  }

  /** What has no newline yet. */
  takeRest(): Buffer {
    return this.#joined(nothing);
  }

  #joined(end: Buffer): Buffer {
    if (this.#restLength === 0) return end;
    const joined = Buffer.concat([...this.#rest, end]);
    this.#rest = [];
    this.#restLength = 0;
    return joined;
  }
}

/** The lines of a text, each with its newline. */
export function* linesOf(text: Buffer): Generator<Buffer, void, undefined> {
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf(newline, start);
    const next = end < 0 ? text.length : end + 1;
    yield text.subarray(start, next);
    start = next;
  }
}

/** The last lines of a log that have been seen, and where they stand in another reading of it. */
export class LineMemory {
  readonly #sameness: (line: string) => string;
  #mark: readonly string[] = [];

  /** @param sameness what of a line stays when it is read again */
  constructor(sameness: (line: string) => string = (line) => line) {
    this.#sameness = sameness;
  }

  get isEmpty(): boolean {
    return this.#mark.length === 0;
  }

  /** @param text whole lines */
  see(text: Buffer): void {
    let start = text.length;
    const last: string[] = [];
    while (start > 0 && last.length < markLength) {
      const end = start;
      // An offset below zero would count from the end.
      start = end < 2 ? 0 : text.lastIndexOf(newline, end - 2) + 1;
      last.unshift(this.#sameness(text.toString('latin1', start, end)));
    }
    this.#mark = [...this.#mark, ...last].slice(-markLength);
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
