import { CallError, CancelledError, TalosctlError } from '../errors/errors.js';
import type { TrackerClock } from './clock.js';

const pause = 1000;

/** A stream of a node that is opened anew whenever it breaks, until it is told to end. */
export class FollowedStream<T> {
  readonly #open: (attempt: number, signal: AbortSignal) => AsyncIterable<T>;
  readonly #take: (message: T) => void;
  readonly #clock: TrackerClock;
  readonly #ended = new AbortController();
  #current = new AbortController();

  /**
   * @param open starts the stream; `attempt` counts from 0
   * @param take gets every message
   */
  constructor(
    open: (attempt: number, signal: AbortSignal) => AsyncIterable<T>,
    take: (message: T) => void,
    clock: TrackerClock,
  ) {
    this.#open = open;
    this.#take = take;
    this.#clock = clock;
  }

  /** Reads until the end. Never fails: what cannot be read is what nobody is told. */
  async run(): Promise<void> {
    const ended = this.#ended.signal;
    for (let attempt = 0; !ended.aborted; attempt++) {
      this.#current = new AbortController();
      try {
        const signal = AbortSignal.any([ended, this.#current.signal]);
        for await (const message of this.#open(attempt, signal)) this.#take(message);
      } catch (error) {
        if (!(error instanceof CallError || error instanceof CancelledError || error instanceof TalosctlError))
          throw error;
      }
      await this.#clock.sleep(pause, ended).catch(() => undefined);
    }
  }

  /** Gives up a stream on which nothing may come any more. */
  renew(): void {
    this.#current.abort();
  }

  end(): void {
    this.#ended.abort();
  }
}
