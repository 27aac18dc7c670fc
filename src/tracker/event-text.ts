import type { MachineEvent } from '../client/events.js';
import {
  MachineStatusEvent_MachineStage,
  PhaseEvent_Action,
  SequenceEvent_Action,
  TaskEvent_Action,
} from '../gen/machine/machine.js';
import { enumName } from '../render/enum-name.js';

/** The kernel call by which a machine goes down stands in an error that is none. */
const wayDown = /unix\.Reboot\(/;

/** An event in a few words; undefined for those that say nothing about how the node gets on. */
export function eventText({ kind, value }: MachineEvent): string | undefined {
  switch (kind) {
    case 'SequenceEvent':
      if (value.error !== undefined) {
        return wayDown.test(value.error.message)
          ? `sequence ${value.sequence} has come to the kernel's part`
          : `sequence ${value.sequence}: ${value.error.message}`;
      }
      return `sequence ${value.sequence} ${value.action === SequenceEvent_Action.STOP ? 'ended' : 'started'}`;
    case 'PhaseEvent':
      return `phase ${value.phase} ${value.action === PhaseEvent_Action.STOP ? 'ended' : 'started'}`;
    case 'TaskEvent':
      return `task ${value.task} ${value.action === TaskEvent_Action.STOP ? 'ended' : 'started'}`;
    case 'ServiceStateEvent':
      return `service ${value.service}: ${value.message}`;
    case 'MachineStatusEvent': {
      const stage = enumName(MachineStatusEvent_MachineStage, value.stage).toLowerCase().replaceAll('_', ' ');
      const unmet = value.status?.unmetConditions.map(({ name }) => name).join(', ') ?? '';
      return `stage ${stage}, ${value.status?.ready === true ? 'ready' : `not ready${unmet === '' ? '' : `: ${unmet}`}`}`;
    }
    case 'ConfigLoadErrorEvent':
    case 'ConfigValidationErrorEvent':
      return `configuration: ${value.error}`;
    default:
      return undefined;
  }
}

/** Why a sequence failed, undefined for every other event. */
export function sequenceFailure(event: MachineEvent): string | undefined {
  if (event.kind !== 'SequenceEvent' || event.value.error === undefined) return undefined;
  const { message } = event.value.error;
  return wayDown.test(message) ? undefined : message;
}

/** Whether an event says that a machine has come to the end of its way down. */
export function isLastWord(event: MachineEvent): boolean {
  switch (event.kind) {
    case 'TaskEvent':
      return event.value.task === 'stopAllServices';
    case 'PhaseEvent':
      return event.value.phase === 'shutdown' || event.value.phase === 'reboot';
    case 'SequenceEvent':
      return wayDown.test(event.value.error?.message ?? '');
    default:
      return false;
  }
}
