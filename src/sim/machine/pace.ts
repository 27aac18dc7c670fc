/**
 * The simulation's time: how long things that a machine does take. A scale of 1 is a quick machine (seconds), 0.1 ten
 * times quicker. Spans that a caller names (try mode, timeouts) are not scaled.
 */
export class Pace {
  readonly #scale: number;

  constructor(scale = 1) {
    this.#scale = scale;
  }

  /** Resolves after the milliseconds, scaled; rejects with the signal's reason when it aborts first. */
  async wait(milliseconds: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const stop = (): void => {
        clearTimeout(timer);
        reject(signal.reason as Error);
      };
      const timer = setTimeout(() => {
        signal.removeEventListener('abort', stop);
        resolve();
      }, milliseconds * this.#scale);
      signal.addEventListener('abort', stop, { once: true });
    });
  }
}
