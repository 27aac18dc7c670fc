import type { Goal, NodeWait } from '../node-wait.js';
import { limits } from './limits.js';
import { waitsForBootstrap } from './unbootstrapped.js';

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

/**
 * Waits until a node in another boot runs and lacks nothing, or lacks only what it cannot get by itself. It may start once
 * more on the way. Gives the words for where it is.
 */
export async function getsReady(wait: NodeWait): Promise<string> {
  wait.events.followAll();
  return wait.phase('getting ready', wait.stretched(limits.gettingReady), (signal) =>
    wait.until(signal, async (sight) => {
      if (sight.error !== undefined || !wait.isNewBoot(sight)) return undefined;
      const { stage, ready } = sight.status;
      if (stage === 'running' && ready) return 'is back in another boot, running and ready';
      return stage === 'booting' && (await waitsForBootstrap(wait, signal))
        ? 'is back in another boot; no node of the cluster runs etcd, which waits for `talosctl bootstrap`'
        : undefined;
    }),
  );
}
