const firstDelay = 20;
/** Of the time that work takes, this many times are left to others before the next piece. */
const share = 2;

/**
 * Does the work of many machines piece by piece, each piece that is asked for several times only once. However large the
 * cluster, its callers find the processor free most of the time.
 */
export class RefreshQueue {
  readonly #waiting = new Set<() => void>();
  #timer: NodeJS.Timeout | undefined;

  add(work: () => void): void {
    this.#waiting.add(work);
    this.#timer ??= setTimeout(() => this.#next(), firstDelay);
  }

  remove(work: () => void): void {
    this.#waiting.delete(work);
  }

  #next(): void {
    this.#timer = undefined;
    const [work] = this.#waiting;
    if (work === undefined) return;
    this.#waiting.delete(work);
    const began = performance.now();
    work();
    if (this.#waiting.size > 0) this.#timer = setTimeout(() => this.#next(), share * (performance.now() - began));
  }
}
