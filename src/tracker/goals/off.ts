import type { Goal } from '../node-wait.js';
import { limits } from './limits.js';

/** How long a node is silent before it counts as off where the end of its way down was not seen. */
const silence = 15_000;

/**
 * The node has gone down and does not answer. That it went down as asked shows in its events; a node that only cannot be
 * reached is waited for.
 */
export const off: Goal = async (wait) => {
  const seen = await wait.phase('going down', wait.stretched(limits.goingDown), async (signal) => {
    let silentSince: number | undefined;
    return wait.until(signal, (sight): 'end' | 'begin' | undefined => {
      if (wait.isNewBoot(sight)) throw wait.failed(`${wait.node} has started again instead of staying off`);
      if (sight.error === undefined) {
        silentSince = undefined;
        return undefined;
      }
      if (wait.events.lastWord) return 'end';
      const now = wait.clock.now().getTime();
      silentSince ??= now;
      return wait.events.begun && now - silentSince >= silence ? 'begin' : undefined;
    });
  });
  return seen === 'end' ? 'is down' : 'is down, as far as can be seen from here: it began to go down and is silent';
};
