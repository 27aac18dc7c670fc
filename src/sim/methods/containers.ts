import { MachineServiceService } from '../../gen/machine/machine.js';
import { containersOf } from '../machine/containers.js';
import type { Runtime } from '../machine/runtime.js';
import { unary } from '../rpc/handler.js';
import { Code, StatusError } from '../rpc/status.js';

const mebibyte = 1024n * 1024n;

function present(runtime: Runtime, namespace: string) {
  if (namespace === '') throw new StatusError(Code.invalidArgument, "namespace can't be empty");
  return containersOf(runtime, namespace);
}

export const containers = [
  unary(MachineServiceService.containers, (runtime: Runtime, { namespace }) => ({
    messages: [{ metadata: undefined, containers: [...present(runtime, namespace)] }],
  })),
  unary(MachineServiceService.stats, (runtime: Runtime, { namespace }) => {
    const seconds = BigInt(Math.round((runtime.machine.now().getTime() - runtime.bootedAt.getTime()) / 1000));
    const stats = present(runtime, namespace).map(({ id, podId, name, image }, index) => ({
      namespace,
      id,
      podId,
      name,
      memoryUsage: image.includes('/pause:') ? mebibyte / 4n : (20n + BigInt(index) * 13n) * mebibyte,
      cpuUsage: image.includes('/pause:') ? 0n : seconds * 1_500_000n + BigInt(index + 1) * 90_000_000n,
    }));
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
