import type { MachineEvent } from '../../../client/events.js';
import {
  MachineStatusEvent_MachineStage,
  PhaseEvent_Action,
  SequenceEvent_Action,
  ServiceStateEvent_Action,
  TaskEvent_Action,
} from '../../../gen/machine/machine.js';
import { enumName } from '../../../render/enum-name.js';
import type { JsonValue } from '../../../render/json.js';
import { formatExactTimestamp } from '../../../render/times.js';

/** Where an event comes from, and what it says. */
export function eventWords({ kind, value }: MachineEvent): readonly [source: string, message: string] {
  switch (kind) {
    case 'SequenceEvent': {
      const { sequence, action, error } = value;
      return [sequence, error === undefined ? enumName(SequenceEvent_Action, action) : `error: ${error.message}`];
    }
    case 'PhaseEvent':
      return [value.phase, enumName(PhaseEvent_Action, value.action)];
    case 'TaskEvent':
      return [value.task, enumName(TaskEvent_Action, value.action)];
    case 'ServiceStateEvent':
      return [value.service, `${enumName(ServiceStateEvent_Action, value.action)}: ${value.message}`];
    case 'ConfigLoadErrorEvent':
    case 'ConfigValidationErrorEvent':
      return ['error', value.error];
    case 'AddressEvent':
      return [value.hostname, `ADDRESSES: ${value.addresses.join(',')}`];
    case 'MachineStatusEvent': {
      const { ready = false, unmetConditions = [] } = value.status ?? {};
      const unmet = unmetConditions.map(({ name }) => name).join(' ');
      return [enumName(MachineStatusEvent_MachineStage, value.stage), `ready: ${ready}, unmet conditions: [${unmet}]`];
    }
    case 'RestartEvent':
      return ['restart', `command: 0x${value.cmd.toString(16)}`];
  }
}

/** An event's content by the API's own names. */
export function eventData({ kind, value }: MachineEvent): JsonValue {
  switch (kind) {
    case 'SequenceEvent': {
      const { sequence, action, error } = value;
      const failure = error && { code: error.code, message: error.message };
      return { sequence, action: enumName(SequenceEvent_Action, action), error: failure };
    }
    case 'PhaseEvent':
      return { ...value, action: enumName(PhaseEvent_Action, value.action) };
    case 'TaskEvent':
      return { ...value, action: enumName(TaskEvent_Action, value.action) };
    case 'ServiceStateEvent': {
      const { health, action, ...rest } = value;
      return {
        ...rest,
        action: enumName(ServiceStateEvent_Action, action),
        health: health && { ...health, lastChange: formatExactTimestamp(health.lastChange) },
      };
    }
    case 'MachineStatusEvent': {
      const { ready = false, unmetConditions = [] } = value.status ?? {};
      return {
        stage: enumName(MachineStatusEvent_MachineStage, value.stage),
        status: { ready, unmetConditions: unmetConditions.map((condition) => ({ ...condition })) },
      };
    }
    default:
      return { ...value };
  }
}
