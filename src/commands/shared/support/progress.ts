import type { Output } from '../../../terminal/streams.js';
import { plainReporter } from '../../../tracker/report/plain.js';
import type { Reporter, Update } from '../../../tracker/report/reporter.js';
import { screenReporter } from '../../../tracker/report/screen.js';

/** How far the gathering is at each source: lines that are written over on a terminal, the first and last elsewhere. */
export class Progress {
  readonly #reporter: Reporter;
  readonly #everyPart: boolean;
  readonly #begun = new Set<string>();

  /** @param verbose a line for every part */
  constructor(stderr: Output, sources: readonly string[], verbose: boolean) {
    const onScreen = stderr.isTerminal && !verbose;
    this.#reporter = onScreen ? screenReporter(stderr, sources) : plainReporter(stderr);
    this.#everyPart = onScreen || verbose;
  }

  async begun(source: string, part: string, done: number, total: number): Promise<void> {
    const isFirst = !this.#begun.has(source);
    this.#begun.add(source);
    if (this.#everyPart) await this.#tell(source, 'note', `${done + 1} of ${total}: ${part}`);
    else if (isFirst) await this.#tell(source, 'note', `gathering ${total} parts`);
  }

  async finished(source: string, total: number): Promise<void> {
    await this.#tell(source, 'done', `${total} of ${total} parts`);
  }

  async failed(source: string, message: string): Promise<void> {
    await this.#tell(source, 'failed', message);
  }

  #tell(node: string, kind: Update['kind'], text: string): Promise<void> {
    return this.#reporter.update({ node, phase: 'gathering', kind, text });
  }
}
