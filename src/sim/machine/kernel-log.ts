import { Feed } from './feed.js';

const messagesKept = 4096;

/** The kernel's message buffer, where a node's own messages stand too. */
export class KernelLog {
  readonly #messages = new Feed<Buffer>(messagesKept);
  readonly #now: () => Date;

  constructor(now: () => Date) {
    this.#now = now;
  }

  kernel(message: string, priority: 'info' | 'notice' | 'warning' | 'err' = 'info'): void {
    this.#append('kern', priority, message);
  }

  /** A message of the machine's own software. */
  talos(message: string): void {
    this.#append('user', 'warning', `[talos] ${message}`);
  }

  /** Messages as the API sends them, one a chunk. `tail` starts behind what is there already. */
  async *read(options: {
    tail: boolean;
    follow: boolean;
    signal: AbortSignal;
  }): AsyncGenerator<Buffer, void, undefined> {
    const { start, end } = this.#messages;
    if (options.follow) yield* this.#messages.follow(options.tail ? end : start, options.signal);
    else if (!options.tail) yield* this.#messages.items().slice();
  }

  /** All messages that are kept. */
  get text(): string {
    return this.#messages.items().join('');
  }

  #append(facility: string, priority: string, message: string): void {
    const time = this.#now().toISOString().replace('Z', '000000Z');
    this.#messages.append(Buffer.from(`${facility}: ${priority.padStart(7)}: [${time}]: ${message}\n`, 'utf8'));
  }
}
