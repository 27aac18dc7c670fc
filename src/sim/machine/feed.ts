/** Keeps the latest items and tells followers about new ones. The base of logs and event streams. */
export class Feed<T> {
  readonly #limit: number;
  readonly #size: (item: T) => number;
  #items: T[] = [];
  #total = 0;
  /** Number of the first item kept, counted from the first ever appended. */
  #first = 0;
  #waiters: (() => void)[] = [];

  /** `limit` is the sum of sizes kept; each item counts one unless `size` says otherwise. */
  constructor(limit: number, size: (item: T) => number = () => 1) {
    this.#limit = limit;
    this.#size = size;
  }

  append(item: T): void {
    this.#items.push(item);
    this.#total += this.#size(item);
    while (this.#total > this.#limit && this.#items.length > 1) {
      const dropped = this.#items.shift();
      if (dropped !== undefined) this.#total -= this.#size(dropped);
      this.#first++;
    }
    const waiters = this.#waiters;
    this.#waiters = [];
    for (const wake of waiters) wake();
  }

  /** What is kept now, oldest first. */
  items(): readonly T[] {
    return this.#items;
  }

  /** Number of the item that will be appended next; a place to read from. */
  get end(): number {
    return this.#first + this.#items.length;
  }

  /** Number of the oldest item kept. */
  get start(): number {
    return this.#first;
  }

  /** Items from a number on, waiting for new ones until the signal aborts. Items dropped meanwhile are skipped. */
  async *follow(from: number, signal: AbortSignal): AsyncGenerator<T, void, undefined> {
    let next = Math.max(from, this.#first);
    while (!signal.aborted) {
      next = Math.max(next, this.#first);
      const item = this.#items[next - this.#first];
      if (item !== undefined) {
        next++;
        yield item;
      } else {
        await this.#appended(signal);
      }
    }
  }

  async #appended(signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve) => {
      const done = (): void => {
        signal.removeEventListener('abort', done);
        resolve();
      };
      signal.addEventListener('abort', done, { once: true });
      this.#waiters.push(done);
    });
  }
}
