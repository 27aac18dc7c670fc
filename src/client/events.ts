import {
  AddressEvent,
  ConfigLoadErrorEvent,
  ConfigValidationErrorEvent,
  type Event,
  MachineStatusEvent,
  PhaseEvent,
  RestartEvent,
  SequenceEvent,
  ServiceStateEvent,
  TaskEvent,
} from '../gen/machine/machine.js';

/** What a machine tells of itself, by its kind. */
export type MachineEvent =
  | { readonly kind: 'SequenceEvent'; readonly value: SequenceEvent }
  | { readonly kind: 'PhaseEvent'; readonly value: PhaseEvent }
  | { readonly kind: 'TaskEvent'; readonly value: TaskEvent }
  | { readonly kind: 'ServiceStateEvent'; readonly value: ServiceStateEvent }
  | { readonly kind: 'ConfigLoadErrorEvent'; readonly value: ConfigLoadErrorEvent }
  | { readonly kind: 'ConfigValidationErrorEvent'; readonly value: ConfigValidationErrorEvent }
  | { readonly kind: 'AddressEvent'; readonly value: AddressEvent }
  | { readonly kind: 'MachineStatusEvent'; readonly value: MachineStatusEvent }
  | { readonly kind: 'RestartEvent'; readonly value: RestartEvent };

const typePrefix = 'talos/runtime/machine.';

const decoders: Readonly<Record<string, (bytes: Buffer) => MachineEvent>> = {
  SequenceEvent: (bytes) => ({ kind: 'SequenceEvent', value: SequenceEvent.decode(bytes) }),
  PhaseEvent: (bytes) => ({ kind: 'PhaseEvent', value: PhaseEvent.decode(bytes) }),
  TaskEvent: (bytes) => ({ kind: 'TaskEvent', value: TaskEvent.decode(bytes) }),
  ServiceStateEvent: (bytes) => ({ kind: 'ServiceStateEvent', value: ServiceStateEvent.decode(bytes) }),
  ConfigLoadErrorEvent: (bytes) => ({ kind: 'ConfigLoadErrorEvent', value: ConfigLoadErrorEvent.decode(bytes) }),
  ConfigValidationErrorEvent: (bytes) => ({
    kind: 'ConfigValidationErrorEvent',
    value: ConfigValidationErrorEvent.decode(bytes),
  }),
  AddressEvent: (bytes) => ({ kind: 'AddressEvent', value: AddressEvent.decode(bytes) }),
  MachineStatusEvent: (bytes) => ({ kind: 'MachineStatusEvent', value: MachineStatusEvent.decode(bytes) }),
  RestartEvent: (bytes) => ({ kind: 'RestartEvent', value: RestartEvent.decode(bytes) }),
};

/**
 * The content of an event that a node sent. Undefined for the empty one at the start of a stream, and for kinds that
 * only newer nodes have.
 * @throws Error where the bytes are not of the kind they claim to be
 */
export function decodeEvent({ data }: Event): MachineEvent | undefined {
  if (data === undefined || !data.typeUrl.startsWith(typePrefix)) return undefined;
  return decoders[data.typeUrl.slice(typePrefix.length)]?.(data.value);
}
