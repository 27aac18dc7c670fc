import type { Input, Output } from '../../src/terminal/streams.js';

/** Output that keeps what is written. */
export class CapturedOutput implements Output {
  readonly isTerminal: boolean;
  readonly columns: number | undefined;
  readonly colour = false;
  readonly #chunks: Buffer[] = [];

  constructor(terminal: { readonly columns?: number } | undefined = undefined) {
    this.isTerminal = terminal !== undefined;
    this.columns = terminal?.columns;
  }

  get bytes(): Buffer {
    return Buffer.concat(this.#chunks);
  }

  get text(): string {
    return this.bytes.toString();
  }

  async write(chunk: string | Uint8Array): Promise<void> {
    this.#chunks.push(Buffer.from(chunk));
  }
}

/** Input with a given text. */
export function textInput(text: string | Buffer, options: { readonly isTerminal?: boolean } = {}): Input {
  let rest = Buffer.from(text);
  const take = (length: number): Buffer => {
    const taken = rest.subarray(0, length);
    rest = rest.subarray(length);
    return taken;
  };
  return {
    isTerminal: options.isTerminal ?? false,
    readAll: async () => take(rest.length),
    async *chunks() {
      if (rest.length > 0) yield take(rest.length);
    },
    readLine: async () => {
      if (rest.length === 0) return undefined;
      const end = rest.indexOf('\n');
      return end < 0
        ? take(rest.length).toString()
        : take(end + 1)
            .toString()
            .slice(0, -1);
    },
  };
}
