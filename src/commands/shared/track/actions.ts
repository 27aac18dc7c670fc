import type { Client } from '../../../client/client.js';
import {
  MachineServiceService,
  RebootRequest_Mode as RebootMode,
  ResetRequest_WipeMode as WipeModeNumber,
} from '../../../gen/machine/machine.js';
import { off } from '../../../tracker/goals/off.js';
import { resetAndRestarted } from '../../../tracker/goals/reset.js';
import { restarted } from '../../../tracker/goals/restarted.js';
import type { TrackedAction } from '../../../tracker/node-wait.js';
import { onlyMessage } from '../ask-nodes.js';
import type { WipeMode } from './wipe-modes.js';

const rebootModes = {
  default: RebootMode.DEFAULT,
  powercycle: RebootMode.POWERCYCLE,
  force: RebootMode.FORCE,
} as const;

const wipeModes: Readonly<Record<WipeMode, WipeModeNumber>> = {
  all: WipeModeNumber.ALL,
  'system-disk': WipeModeNumber.SYSTEM_DISK,
  'user-disks': WipeModeNumber.USER_DISKS,
};

export function rebootAction(client: Client, mode: keyof typeof rebootModes): TrackedAction {
  return {
    name: 'reboot',
    request: async (node, options) =>
      onlyMessage(await client.unary(MachineServiceService.reboot, { mode: rebootModes[mode] }, options), node).actorId,
    goal: restarted,
  };
}

export function shutdownAction(client: Client, force: boolean): TrackedAction {
  return {
    name: 'shutdown',
    request: async (node, options) =>
      onlyMessage(await client.unary(MachineServiceService.shutdown, { force }, options), node).actorId,
    goal: off,
  };
}

/** What a reset does. */
export interface ResetSettings {
  readonly graceful: boolean;
  readonly reboot: boolean;
  readonly wipeMode: WipeMode;
  readonly userDisks: readonly string[];
  /** Labels of partitions of the system disk; none: the whole disk. */
  readonly systemLabels: readonly string[];
}

export function resetAction(client: Client, settings: ResetSettings): TrackedAction {
  const request = {
    graceful: settings.graceful,
    reboot: settings.reboot,
    mode: wipeModes[settings.wipeMode],
    userDisksToWipe: [...settings.userDisks],
    systemPartitionsToWipe: settings.systemLabels.map((label) => ({ label, wipe: true })),
  };
  return {
    name: 'reset',
    request: async (node, options) =>
      onlyMessage(await client.unary(MachineServiceService.reset, request, options), node).actorId,
    goal: settings.reboot ? resetAndRestarted : off,
  };
}
