import { MachineServiceService } from '../../gen/machine/machine.js';
import type { Runtime } from '../machine/runtime.js';
import { unary } from '../rpc/handler.js';
import { Code, StatusError } from '../rpc/status.js';

/** The way back to what was installed before. */
export const rollback = [
  unary(MachineServiceService.rollback, (runtime: Runtime) => {
    runtime.log('machined', 'rollback via API received');
    if (!runtime.machine.disk.read().installed) {
      throw new StatusError(Code.failedPrecondition, 'system disk not found');
    }
    throw new Error('previous UKI not found');
  }),
];
