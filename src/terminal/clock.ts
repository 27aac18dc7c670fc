import { CancelledError } from '../errors/errors.js';

/** The system's time. `sleep` rejects with CancelledError when the signal aborts first. */
export const systemClock = {
  now: (): Date => new Date(),
  sleep: (milliseconds: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      if (signal?.aborted === true) return reject(new CancelledError('interrupted'));
      const onAbort = (): void => {
        clearTimeout(timer);
        reject(new CancelledError('interrupted'));
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      }, milliseconds);
      signal?.addEventListener('abort', onAbort, { once: true });
    }),
};
