import type { Readable } from 'node:stream';
import { CancelledError, TalosctlError } from '../errors/errors.js';
import type { Input } from './streams.js';

const newline = 0x0a;

type InputStream = Readable & { readonly isTTY?: boolean };

/**
 * A stream of the process, opened when the first one asks for it, so that a command that reads nothing leaves it alone.
 * Whoever waits for it when the signal is aborted gets a CancelledError.
 */
export class StreamInput implements Input {
  readonly #open: () => InputStream;
  readonly #signal: AbortSignal | undefined;
  #wholeRead = false;
  #opened: InputStream | undefined;
  #iterator: AsyncIterator<unknown> | undefined;
  /** Read from the stream, and not yet given to anyone. */
  #rest: Buffer = Buffer.alloc(0);

  constructor(open: () => InputStream, signal?: AbortSignal) {
    this.#open = open;
    this.#signal = signal;
  }

  get isTerminal(): boolean {
    return this.#stream().isTTY === true;
  }

  async readAll(): Promise<Buffer> {
    if (this.#wholeRead) throw new TalosctlError('standard input can be read once only, and - names it a second time');
    this.#wholeRead = true;
    const chunks: Buffer[] = [];
    for await (const chunk of this.chunks()) chunks.push(chunk);
    return Buffer.concat(chunks);
  }

  async *chunks(): AsyncGenerator<Buffer> {
    if (this.#rest.length > 0) yield this.#take(this.#rest.length);
    for (let chunk = await this.#next(); chunk !== undefined; chunk = await this.#next()) yield chunk;
  }

  async readLine(): Promise<string | undefined> {
    let end = this.#rest.indexOf(newline);
    while (end < 0) {
      const chunk = await this.#next();
      if (chunk === undefined) return this.#rest.length === 0 ? undefined : this.#take(this.#rest.length).toString();
      this.#rest = Buffer.concat([this.#rest, chunk]);
      end = this.#rest.indexOf(newline);
    }
    return this.#take(end + 1)
      .toString()
      .replace(/\r?\n$/, '');
  }

  /** Lets the process end although the stream may still bring something. */
  close(): void {
    this.#opened?.destroy();
  }

  #stream(): InputStream {
    this.#opened ??= this.#open();
    return this.#opened;
  }

  #take(length: number): Buffer {
    const taken = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    return taken;
  }

  async #next(): Promise<Buffer | undefined> {
    this.#iterator ??= this.#stream().iterator({ destroyOnReturn: false });
    const { done, value } = await this.#unlessAborted(this.#iterator.next());
    if (done === true) return undefined;
    return Buffer.isBuffer(value) ? value : Buffer.from(String(value));
  }

  async #unlessAborted<T>(reading: Promise<T>): Promise<T> {
    const signal = this.#signal;
    if (signal === undefined) return reading;
    let giveUp = (): void => {};
    const aborted = new Promise<never>((_, reject) => {
      giveUp = () => reject(new CancelledError('interrupted while standard input was read'));
      if (signal.aborted) giveUp();
      signal.addEventListener('abort', giveUp, { once: true });
    });
    return Promise.race([reading, aborted]).finally(() => signal.removeEventListener('abort', giveUp));
  }
}
