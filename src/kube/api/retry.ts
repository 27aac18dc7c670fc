import { systemClock } from '../../terminal/clock.js';
import { mayPass } from './failure.js';

/** Time as waiting sees it. */
export interface KubeClock {
  now(): Date;
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

export interface RetryOptions {
  /** Milliseconds until the last failure is thrown. */
  readonly patience: number;
  readonly clock?: KubeClock | undefined;
  readonly signal?: AbortSignal | undefined;
}

const pause = 1000;

/** Does something again while the API is not there, or too busy, as when its servers have just come up. */
export async function whileItMayPass<T>(
  work: () => Promise<T>,
  { patience, clock = systemClock, signal }: RetryOptions,
): Promise<T> {
  const deadline = clock.now().getTime() + patience;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!mayPass(error) || clock.now().getTime() >= deadline) throw error;
      await clock.sleep(pause, signal);
    }
  }
}
