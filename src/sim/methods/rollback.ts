import { MachineServiceService } from '../../gen/machine/machine.js';
import { revert } from '../machine/installed.js';
import type { Runtime } from '../machine/runtime.js';
import { unary } from '../rpc/handler.js';
import { Code, StatusError } from '../rpc/status.js';

/** The way back to what was installed before. */
export const rollback = [
  unary(MachineServiceService.rollback, (runtime: Runtime) => {
    runtime.log('machined', 'rollback via API received');
    const { disk } = runtime.machine;
    if (!disk.read().installed) {
      throw new StatusError(Code.failedPrecondition, 'system disk not found');
    }
    const slots = revert(disk.read().slots, runtime.booted);
    if (slots === undefined) throw new Error('previous UKI not found');
    runtime.machine.updateDisk({ slots });
    void runtime.reboot('', 'default');
    return { messages: [{ metadata: undefined }] };
  }),
];
