import { printableText } from '../../errors/control-characters.js';

const newline = 0x0a;
const carriageReturn = 0x0d;
/** A line that goes on and on is broken here, so that it need not be kept whole. */
const longestLine = 1024 * 1024;

/**
 * Cuts the bytes a node sends, wherever they are torn, into whole lines with the node's name before each.
 */
export class LinePrefixer {
  readonly #prefix: Buffer;
  readonly #forTerminal: boolean;
  #rest: Buffer[] = [];
  #restLength = 0;

  /** @param forTerminal makes control characters visible instead of sending them to a terminal */
  constructor(node: string, forTerminal: boolean) {
    this.#prefix = Buffer.from(`${node}: `);
    this.#forTerminal = forTerminal;
  }

  /** The lines that are complete with this chunk. */
  push(chunk: Buffer): Buffer {
    const out: Buffer[] = [];
    let start = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      this.#line(chunk.subarray(start, end), out);
      start = end + 1;
    }
    if (start < chunk.length) {
      // What is kept outlives the message it came in, which may be much larger.
      this.#rest.push(Buffer.from(chunk.subarray(start)));
      this.#restLength += chunk.length - start;
    }
    if (this.#restLength >= longestLine) this.#line(nothing, out);
    return Buffer.concat(out);
  }

  /** The last line, where it had no end. */
  flush(): Buffer {
    const out: Buffer[] = [];
    if (this.#restLength > 0) this.#line(nothing, out);
    return Buffer.concat(out);
  }

  #line(end: Buffer, out: Buffer[]): void {
    const whole = this.#restLength === 0 ? end : Buffer.concat([...this.#rest, end]);
    const line = whole.at(-1) === carriageReturn ? whole.subarray(0, -1) : whole;
    out.push(this.#prefix, this.#forTerminal ? Buffer.from(printableText(line.toString())) : line, lineEnd);
    this.#rest = [];
    this.#restLength = 0;
  }
}

const lineEnd = Buffer.from('\n');
const nothing = Buffer.alloc(0);
