import { randomUUID } from 'node:crypto';
import {
  MachineServiceService,
  RebootRequest_Mode,
  ResetRequest_WipeMode as WipeMode,
} from '../../gen/machine/machine.js';
import type { Runtime } from '../machine/runtime.js';
import { unary } from '../rpc/handler.js';

/** Volumes that a reset can wipe one by one. */
const systemPartitions = ['META', 'STATE', 'EPHEMERAL'];
const systemDisk = '/dev/sda';

const rebootModes = {
  [RebootRequest_Mode.DEFAULT]: 'default',
  [RebootRequest_Mode.POWERCYCLE]: 'powercycle',
  [RebootRequest_Mode.FORCE]: 'force',
  [RebootRequest_Mode.UNRECOGNIZED]: 'default',
} as const;

/** What takes a machine down: the answer names an actor, whose events tell how it goes on. */
export const power = [
  unary(MachineServiceService.reboot, (runtime: Runtime, { mode }) => {
    const actorId = randomUUID();
    runtime.log('machined', `reboot via API received. actor id: ${actorId}`);
    void runtime.reboot(actorId, rebootModes[mode]);
    return { messages: [{ metadata: undefined, actorId }] };
  }),
  unary(MachineServiceService.shutdown, (runtime: Runtime, { force }) => {
    const actorId = randomUUID();
    runtime.log('machined', `shutdown via API received. actor id: ${actorId}`);
    void runtime.shutdown(actorId, force);
    return { messages: [{ metadata: undefined, actorId }] };
  }),
  unary(MachineServiceService.reset, (runtime: Runtime, request) => {
    const actorId = randomUUID();
    const { graceful, reboot, mode, userDisksToWipe } = request;
    if (userDisksToWipe.length > 0 && mode === WipeMode.SYSTEM_DISK) {
      throw new Error("reset failed: invalid input, wipe mode SYSTEM_DISK doesn't support UserDisksToWipe parameter");
    }
    const labels = request.systemPartitionsToWipe.map(({ label }) => label);
    if (labels.length > 0 && mode === WipeMode.USER_DISKS) {
      throw new Error(
        "reset failed: invalid input, wipe mode USER_DISKS doesn't support SystemPartitionsToWipe parameter",
      );
    }
    for (const label of labels) {
      if (!systemPartitions.includes(label)) {
        throw new Error(
          `failed to get volume status with label ${JSON.stringify(label)}: ` +
            `resource VolumeStatuses.block.talos.dev(runtime/${label}@undefined) doesn't exist`,
        );
      }
    }
    for (const disk of userDisksToWipe) {
      throw new Error(
        disk === systemDisk
          ? `reset user disk failed: device ${disk} is the system disk`
          : `reset user disk failed: device ${disk} wasn't found`,
      );
    }
    runtime.log('machined', `reset request received. actorID: ${actorId}`);
    void runtime.reset(actorId, {
      graceful,
      reboot,
      wipeSystemDisk: labels.length === 0 && mode !== WipeMode.USER_DISKS,
      partitions: request.systemPartitionsToWipe.filter(({ wipe }) => wipe).map(({ label }) => label),
    });
    return { messages: [{ metadata: undefined, actorId }] };
  }),
];
