import { type LogsRequest, MachineServiceService } from '../../gen/machine/machine.js';
import { containersOf, kubernetesNamespace } from '../machine/containers.js';
import type { Runtime } from '../machine/runtime.js';
import { serverStream, unary } from '../rpc/handler.js';
import { Code, StatusError } from '../rpc/status.js';

const data = (bytes: Buffer) => ({ metadata: undefined, bytes });

export const logs = [
  serverStream(MachineServiceService.logs, async function* (runtime: Runtime, request, call) {
    const options = { tail: request.tailLines, follow: request.follow, signal: call.signal };
    for await (const chunk of find(runtime, request).read(options)) yield data(chunk);
  }),
  unary(MachineServiceService.logsContainers, (runtime: Runtime) => ({
    messages: [{ metadata: undefined, ids: [...runtime.logs.ids()] }],
  })),
  serverStream(MachineServiceService.dmesg, async function* ({ kernel }: Runtime, { follow, tail }, call) {
    for await (const message of kernel.read({ follow, tail, signal: call.signal })) yield data(message);
  }),
  serverStream(MachineServiceService.events, ({ events }: Runtime, request, call) =>
    events.watch(request, call.signal),
  ),
];

function find(runtime: Runtime, { namespace, id }: LogsRequest) {
  if (namespace === 'system' || id === 'kubelet') {
    const log = runtime.logs.find(id);
    if (log === undefined) throw new Error(`log ${JSON.stringify(id)} was not registered`);
    return log;
  }
  if (namespace === '') throw new StatusError(Code.invalidArgument, "namespace can't be empty");
  const container = containersOf(runtime, namespace).find((candidate) => candidate.id === id);
  if (container === undefined) throw new Error(`container ${JSON.stringify(id)} not found`);
  // A service's container writes into the service's log, a sandbox writes nothing.
  if (namespace !== kubernetesNamespace) return runtime.logs.of(container.id);
  if (container.id === container.podId) throw new Error('no log available');
  return runtime.containerLogs.of(container);
}
