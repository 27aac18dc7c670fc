import type { Client } from '../../../client/client.js';
import { etcdRuns } from '../../../tracker/goals/etcd.js';
import { type ServiceHealth, tryHealth } from '../../../tracker/health/health.js';
import type { TrackedAction } from '../../../tracker/node-wait.js';

const minute = 60_000;
/** A snapshot may have to be sent, more than once where the node is only coming up. */
const requestLimit = 30 * minute;

/** The start of etcd as something to wait for. The answer names no actor, so that everything the node tells is told. */
export function bootstrapAction(
  client: Client,
  request: (signal: AbortSignal | undefined) => Promise<void>,
): TrackedAction {
  let before: ServiceHealth | undefined;
  return {
    name: 'bootstrap',
    mayBeComingUp: true,
    requestLimit,
    async request(node, { signal }) {
      before = (await tryHealth({ client, node }, signal))?.services.get('etcd');
      await request(signal);
      return '';
    },
    goal: (wait) => etcdRuns(before)(wait),
  };
}
