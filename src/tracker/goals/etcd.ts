import { failuresSince } from '../health/compare.js';
import { type ServiceHealth, tryHealth } from '../health/health.js';
import type { Goal, NodeWait } from '../node-wait.js';
import { limits } from './limits.js';

const hint = (node: string): string =>
  `look at \`talosctl -n ${node} service etcd\` and \`talosctl -n ${node} logs etcd\``;

/**
 * etcd runs on the node and is healthy, and the node has come to the stage in which it runs.
 * @param before how etcd was before it was asked to start
 */
export function etcdRuns(before: ServiceHealth | undefined): Goal {
  return async (wait) => {
    wait.events.followEveryone();
    await wait.phase('starting etcd', wait.stretched(limits.gettingReady), (signal) =>
      wait.until(signal, async (sight) => {
        const health = sight.error === undefined ? await tryHealth(wait, signal) : undefined;
        const etcd = health?.services.get('etcd');
        refuseFailure(wait, etcd, before?.changedAt ?? 0n);
        return etcd?.healthy || undefined;
      }),
    );
    await wait.phase('booting', wait.stretched(limits.gettingReady), (signal) =>
      wait.until(signal, (sight) => (sight.error === undefined && sight.status.stage === 'running') || undefined),
    );
    return 'is running, and etcd is healthy';
  };
}

/** Waiting does not help where etcd has given up, or dies again and again. */
function refuseFailure(wait: NodeWait, etcd: ServiceHealth | undefined, since: bigint): void {
  if (etcd === undefined || etcd.changedAt <= since) return;
  const { failed, looping } = failuresSince(etcd, since);
  if (etcd.state === 'Failed') throw wait.failed(`etcd of ${wait.node} failed: ${etcd.lastEvent}`, hint(wait.node));
  if (looping) {
    throw wait.failed(`etcd of ${wait.node} has failed ${failed} times: ${etcd.lastFailure}`, hint(wait.node));
  }
}
