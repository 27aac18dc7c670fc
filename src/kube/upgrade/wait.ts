import { CallError, TalosctlError } from '../../errors/errors.js';
import { GrpcStatus } from '../../errors/status.js';
import { mayPass } from '../api/failure.js';
import type { UpgradeTarget } from './upgrade-target.js';

const pollTime = 1000;

/** How something that is waited for stands: there, or not yet and why. */
export type Progress = { readonly done: true } | { readonly done: false; readonly reason: string };

export const reached: Progress = { done: true };
export const notYet = (reason: string): Progress => ({ done: false, reason });

/**
 * Looks until it is there. A node or an API that does not answer meanwhile is waited for too, since both restart on the
 * way.
 * @param what for the error when the time is up
 * @param say told each new reason
 */
export async function waitFor(
  { clock, signal }: Pick<UpgradeTarget, 'clock' | 'signal'>,
  what: string,
  timeout: number,
  look: () => Promise<Progress>,
  say: (reason: string) => Promise<void>,
): Promise<void> {
  const deadline = clock.now().getTime() + timeout;
  let said = '';
  for (;;) {
    const progress = await attempt(look);
    if (progress.done) return;
    if (clock.now().getTime() >= deadline) {
      throw new TalosctlError(`${what} is not there after ${timeout / 1000} s: ${progress.reason}`, {
        hint: 'see to it and run the same command again: what is done already is skipped',
      });
    }
    if (progress.reason !== said) await say(progress.reason);
    said = progress.reason;
    await clock.sleep(pollTime, signal);
  }
}

async function attempt(look: () => Promise<Progress>): Promise<Progress> {
  try {
    return await look();
  } catch (error) {
    if (mayPass(error)) return notYet((error as Error).message);
    const { Unavailable, DeadlineExceeded, NotFound } = GrpcStatus;
    if (error instanceof CallError && [Unavailable, DeadlineExceeded, NotFound].some((code) => code === error.code)) {
      return notYet(error.message);
    }
    throw error;
  }
}
