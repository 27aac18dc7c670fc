const interrupt = 0x03;
const endOfInput = 0x04;
const backspace = [0x08, 0x7f];
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** Input of a container as lines. With a terminal, keys are echoed, edited, and Ctrl-C is told. */
export class LineInput {
  readonly #tty: boolean;
  readonly #echo: (text: string) => void;
  readonly #interrupted: () => void;
  readonly #lines: (string | undefined)[] = [];
  #line: number[] = [];
  #wake: () => void = () => undefined;

  constructor(tty: boolean, echo: (text: string) => void, interrupted: () => void) {
    this.#tty = tty;
    this.#echo = echo;
    this.#interrupted = interrupted;
  }

  push(bytes: Buffer): void {
    for (const byte of bytes) this.#take(byte);
  }

  /** No more comes. */
  end(): void {
    if (this.#line.length > 0) this.#finish();
    this.#give(undefined);
  }

  async readLine(): Promise<string | undefined> {
    while (this.#lines.length === 0) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    // The end stays.
    return this.#lines[0] === undefined ? undefined : this.#lines.shift();
  }

  #take(byte: number): void {
    if (byte === lineFeed || (this.#tty && byte === carriageReturn)) {
      if (this.#tty) this.#echo('\n');
      this.#finish();
    } else if (this.#tty && byte === interrupt) {
      this.#line = [];
      this.#echo('^C\n');
      this.#interrupted();
    } else if (this.#tty && byte === endOfInput) {
      if (this.#line.length === 0) this.#give(undefined);
    } else if (this.#tty && backspace.includes(byte)) {
      if (this.#line.pop() !== undefined) this.#echo('\b \b');
    } else {
      this.#line.push(byte);
      if (this.#tty) this.#echo(Buffer.from([byte]).toString('latin1'));
    }
  }

  #finish(): void {
    this.#give(Buffer.from(this.#line).toString('utf8'));
    this.#line = [];
  }

  #give(line: string | undefined): void {
    this.#lines.push(line);
    this.#wake();
  }
}
