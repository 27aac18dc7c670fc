import type { Clock } from '../../src/cli/context.js';
import { CancelledError } from '../../src/errors/errors.js';
import { systemClock } from '../../src/terminal/clock.js';

/** A clock that stands until something sleeps: sleeping takes no time and moves it on. */
export class FakeClock implements Clock {
  #milliseconds: number;

  constructor(start: string | Date = '2026-01-02T03:04:05Z') {
    this.#milliseconds = new Date(start).getTime();
  }

  now(): Date {
    return new Date(this.#milliseconds);
  }

  async sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    // Lets what is waiting for the network have its turn.
    await new Promise((resolve) => setImmediate(resolve));
    if (signal?.aborted === true) throw new CancelledError('interrupted');
    this.#milliseconds += milliseconds;
  }
}

/** A clock on which time flies: `rate` of its seconds pass in one. */
export class FastClock implements Clock {
  readonly #rate: number;
  readonly #began = Date.now();

  constructor(rate = 20) {
    this.#rate = rate;
  }

  now(): Date {
    return new Date(this.#began + (Date.now() - this.#began) * this.#rate);
  }

  sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    return systemClock.sleep(milliseconds / this.#rate, signal);
  }
}
