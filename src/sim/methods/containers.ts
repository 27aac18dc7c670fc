import { MachineServiceService } from '../../gen/machine/machine.js';
import { containersOf, kubernetesNamespace } from '../machine/containers.js';
import { processesOf } from '../machine/processes.js';
import type { Runtime } from '../machine/runtime.js';
import { unary } from '../rpc/handler.js';
import { Code, StatusError } from '../rpc/status.js';

function present(runtime: Runtime, namespace: string) {
  if (namespace === '') throw new StatusError(Code.invalidArgument, "namespace can't be empty");
  return containersOf(runtime, namespace);
}

export const containers = [
  unary(MachineServiceService.containers, (runtime: Runtime, { namespace }) => ({
    messages: [{ metadata: undefined, containers: [...present(runtime, namespace)] }],
  })),
  unary(MachineServiceService.stats, (runtime: Runtime, { namespace }) => {
    const processes = new Map(processesOf(runtime).map((process) => [process.pid, process]));
    const stats = present(runtime, namespace).map(({ id, podId, name, pid }) => {
      // Nothing is counted for a sandbox.
      const process = namespace === kubernetesNamespace && id === podId ? undefined : processes.get(pid);
      return {
        namespace,
        id,
        podId,
        name,
        memoryUsage: process?.residentMemory ?? 0n,
        cpuUsage: BigInt(Math.round((process?.cpuTime ?? 0) * 1e9)),
      };
    });
    return { messages: [{ metadata: undefined, stats }] };
  }),
  unary(MachineServiceService.restart, (runtime: Runtime, { namespace, id }) => {
    if (!present(runtime, namespace).some((container) => container.id === id)) {
      throw new Error(`container ${JSON.stringify(id)} not found`);
    }
    runtime.services.find(id)?.kill();
    return { messages: [{ metadata: undefined }] };
  }),
];
