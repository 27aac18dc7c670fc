import { ClusterServiceService, type HealthCheckRequest } from '../../gen/cluster/cluster.js';
import { type Checked, healthConditions, type Seen } from '../health/conditions.js';
import type { Runtime } from '../machine/runtime.js';
import { serverStream } from '../rpc/handler.js';
import { Code, StatusError } from '../rpc/status.js';

const pollTime = 5000;

/** A control plane node checks its cluster, and says how it gets on. */
export const health = [
  serverStream(ClusterServiceService.healthCheck, async function* (runtime: Runtime, request, call) {
    runtime.requireControlPlane('cluster health check');
    const checked = findNodes(runtime, request);
    const addresses = [...checked.controlPlane, ...checked.workers].map(({ address }) => JSON.stringify(address));
    yield progress(`discovered nodes: [${addresses.join(' ')}]`);
    const timeout = Number(request.waitTimeout?.seconds ?? 0n) * 1000 + (request.waitTimeout?.nanos ?? 0) / 1e6;
    const deadline = Date.now() + timeout;
    for (const { description, check } of healthConditions) {
      yield progress(`waiting for ${description}: ...`);
      let said = '';
      for (;;) {
        if (Date.now() >= deadline) throw new StatusError(Code.deadlineExceeded, 'context deadline exceeded');
        const problem = check(checked);
        const word = problem ?? 'OK';
        if (word !== said) yield progress(`waiting for ${description}: ${word}`);
        said = word;
        if (problem === undefined || problem === 'SKIP') break;
        const rest = AbortSignal.timeout(Math.max(1, deadline - Date.now()));
        await runtime.machine.pace.wait(pollTime, AbortSignal.any([call.signal, rest])).catch(() => undefined);
        call.signal.throwIfAborted();
      }
    }
  }),
];

function progress(message: string) {
  return { metadata: undefined, message: message.trim() };
}

/** The machines that the caller names, or those that discovery shows. */
function findNodes(runtime: Runtime, { clusterInfo }: HealthCheckRequest): Checked {
  const { neighbours } = runtime.machine;
  const endpoint = clusterInfo?.forceEndpoint ?? '';
  const seen = (address: string): Seen => ({ address, machine: neighbours.find(address) });
  const named = { controlPlane: clusterInfo?.controlPlaneNodes ?? [], workers: clusterInfo?.workerNodes ?? [] };
  if (named.controlPlane.length > 0 || named.workers.length > 0) {
    return { runtime, endpoint, controlPlane: named.controlPlane.map(seen), workers: named.workers.map(seen) };
  }
  const members = neighbours.members(runtime.configuration.active?.view.clusterId ?? '');
  const of = (type: 'controlplane' | 'worker'): readonly Seen[] =>
    members
      .filter(({ machineType }) => machineType === type)
      .flatMap(({ addresses }) => addresses.slice(0, 1).map(seen));
  return { runtime, endpoint, controlPlane: of('controlplane'), workers: of('worker') };
}
