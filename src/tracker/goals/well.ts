import { compareHealth, stillUnwell, type Worse } from '../health/compare.js';
import { type NodeHealth, tryHealth } from '../health/health.js';
import { WorseError } from '../health/worse-error.js';
import type { NodeWait } from '../node-wait.js';
import { limits } from './limits.js';
import { goesDown } from './restarted.js';

export interface WellOptions {
  /** How the node was before. */
  readonly before: NodeHealth;
  /** Whether the node reboots for the change. */
  readonly reboots: boolean;
  /** Milliseconds that the node may take to be well; after a reboot it may be longer. */
  readonly limit: number;
  /** What it did, for messages. */
  readonly did?: string;
  /** What to do when it is not. */
  readonly hint: string;
}

/** Longer than the pause before a failed service is started again: one that loops is seen to. */
export const steadyTime = 12_000;
/** What the verdict may take beyond the limit: to see that the node stays well, and for calls that are not answered. */
export const verdictTime = steadyTime + 13_000;
/** How long what was not well before is given to become so. */
const grace = 30_000;

/**
 * The node has taken a change and is well: what was well before is well again, and stays so for a while.
 * @throws WorseError where something got worse
 */
export async function becomesWell(
  wait: NodeWait,
  { before, reboots, limit, hint, did = 'took the configuration' }: WellOptions,
): Promise<string> {
  wait.events.followEveryone();
  if (reboots) await reboot(wait);
  const { clock, node } = wait;
  const now = (): number => clock.now().getTime();
  const began = now();
  const wished = reboots ? Math.max(limit, limits.gettingReady) : limit;
  const allowed = Math.max(0, Math.min(wished, wait.remaining - verdictTime));
  const steady = Math.min(steadyTime, allowed);
  let wellSince: number | undefined;
  return wait.phase('making sure that it is well', allowed + verdictTime, (signal) =>
    wait.until(signal, async (sight) => {
      const health = sight.error === undefined ? await tryHealth(wait, signal) : undefined;
      const worse: readonly Worse[] =
        health === undefined
          ? [{ reason: 'it does not answer', looping: false }]
          : compareHealth(before, health, wait.isNewBoot(sight));
      if (worse.length > 0) {
        wellSince = undefined;
        if (now() - began < allowed && !worse.some(({ looping }) => looping)) return undefined;
        const reasons = worse.map(({ reason }) => reason).join('; ');
        throw new WorseError(`${node} ${did} and is not well: ${reasons}`, worse, hint);
      }
      wellSince ??= now();
      if (now() - wellSince < steady) return undefined;
      const unwell = health === undefined ? [] : stillUnwell(before, health);
      if (unwell.length > 0 && now() - began < Math.min(grace, allowed)) return undefined;
      return unwell.length === 0 ? 'is well' : `is as well as before; still: ${unwell.join('; ')}`;
    }),
  );
}

/** What the node lacks until it is ready is part of how well it is. */
async function reboot(wait: NodeWait): Promise<void> {
  await goesDown(wait);
  await wait.phase('coming up', wait.stretched(limits.comingUp), (signal) =>
    wait.until(signal, (sight) => wait.isNewBoot(sight) || undefined),
  );
  wait.events.followAll();
}
