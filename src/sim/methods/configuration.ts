import { MachineServiceService } from '../../gen/machine/machine.js';
import { talosRole } from '../../pki/roles.js';
import type { Runtime } from '../machine/runtime.js';
import { unary } from '../rpc/handler.js';
import { Code, StatusError } from '../rpc/status.js';

const bootstrapPatience = 1000;

export const configuration = [
  unary(MachineServiceService.applyConfiguration, async (runtime: Runtime, request, call) => {
    // Anyone may configure a machine that has no configuration, afterwards only the admin.
    if (runtime.complete && !call.roles.has(talosRole.admin)) {
      throw new StatusError(Code.permissionDenied, 'not authorized');
    }
    return { messages: [await runtime.configuration.apply(request)] };
  }),
  unary(MachineServiceService.bootstrap, async (runtime: Runtime, _request, call) => {
    runtime.log('machined', 'bootstrap request received');
    const cri = runtime.services.find('cri');
    if (cri === undefined) throw notYet();
    const signal = AbortSignal.any([call.signal, AbortSignal.timeout(bootstrapPatience)]);
    await cri
      .upCondition()
      .wait(signal)
      .catch(() => {
        throw notYet();
      });
    runtime.requireControlPlane('bootstrap');
    if (runtime.machine.disk.read().etcd !== undefined) {
      throw new StatusError(Code.alreadyExists, 'etcd data directory is not empty');
    }
    runtime.machine.joinEtcd(runtime.configuration.active?.view.clusterId ?? '');
    runtime.changed();
    return { messages: [{ metadata: undefined }] };
  }),
];

function notYet(): StatusError {
  return new StatusError(Code.failedPrecondition, 'bootstrap is not available yet');
}
