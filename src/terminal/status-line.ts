import type { Output } from './streams.js';

const usualColumns = 80;
const clearLine = '\r\x1b[K';

/** A line that is written over and over while something goes on. Where no terminal is, nothing is written. */
export class StatusLine {
  readonly #output: Output;
  #shown = '';

  constructor(output: Output) {
    this.#output = output;
  }

  /** Shows a text in place of the last one, as far as it fits. It must not hold control characters. */
  async show(text: string): Promise<void> {
    if (!this.#output.isTerminal || text === this.#shown) return;
    this.#shown = text;
    await this.#output.write(clearLine + [...text].slice(0, (this.#output.columns ?? usualColumns) - 1).join(''));
  }

  /** Makes room for what is written next. */
  async clear(): Promise<void> {
    if (this.#shown === '') return;
    this.#shown = '';
    await this.#output.write(clearLine);
  }
}
