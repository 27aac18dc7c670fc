import { MachineServiceService } from '../../gen/machine/machine.js';
import { talosRole } from '../../pki/roles.js';
import type { Runtime } from '../machine/runtime.js';
import { unary } from '../rpc/handler.js';
import { Code, StatusError } from '../rpc/status.js';

export const configuration = [
  unary(MachineServiceService.applyConfiguration, async (runtime: Runtime, request, call) => {
    // Anyone may configure a machine that has no configuration, afterwards only the admin.
    if (runtime.complete && !call.roles.has(talosRole.admin)) {
      throw new StatusError(Code.permissionDenied, 'not authorized');
    }
    return { messages: [await runtime.configuration.apply(request)] };
  }),
];
