import type { Goal, NodeWait } from '../node-wait.js';
import { limits } from './limits.js';

/** The node is in another boot, runs and is ready. */
export const restarted: Goal = async (wait) => {
  await goesDown(wait);
  await wait.phase('coming up', wait.stretched(limits.comingUp), (signal) =>
    wait.until(signal, (sight) => wait.isNewBoot(sight) || undefined),
  );
  return getsReady(wait);
};

/** Waits until the node does not answer, or is in another boot already. */
export async function goesDown(wait: NodeWait): Promise<void> {
  await wait.phase('going down', wait.stretched(limits.goingDown), (signal) =>
    wait.until(signal, (sight) => sight.error !== undefined || wait.isNewBoot(sight) || undefined),
  );
}

/** Waits until a node in another boot runs and lacks nothing. It may start once more on the way. */
export async function getsReady(wait: NodeWait): Promise<string> {
  wait.events.followAll();
  await wait.phase('getting ready', wait.stretched(limits.gettingReady), (signal) =>
    wait.until(signal, (sight) => {
      if (sight.error !== undefined || !wait.isNewBoot(sight)) return undefined;
      return (sight.status.stage === 'running' && sight.status.ready) || undefined;
    }),
  );
  return 'is back in another boot, running and ready';
}
