/** Messages on their way out, from several sources. Putting one resolves when it has been taken. */
export class Outbox<T> implements AsyncIterable<T> {
  readonly #waiting: { readonly message: T; readonly taken: () => void }[] = [];
  #ended = false;
  #wake: () => void = () => undefined;

  put(message: T): Promise<void> {
    if (this.#ended) return Promise.resolve();
    return new Promise((taken) => {
      this.#waiting.push({ message, taken });
      this.#wake();
    });
  }

  /** No more messages come; those that wait are still given out. */
  end(): void {
    this.#ended = true;
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for (;;) {
      const next = this.#waiting.shift();
      if (next !== undefined) {
        next.taken();
        yield next.message;
      } else if (this.#ended) {
        return;
      } else {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    }
  }
}
