import {
  type Event,
  type EventsRequest,
  MachineStatusEvent,
  type MachineStatusEvent_MachineStage,
  PhaseEvent,
  type PhaseEvent_Action,
  SequenceEvent,
  type SequenceEvent_Action,
  ServiceStateEvent,
  TaskEvent,
  type TaskEvent_Action,
} from '../../gen/machine/machine.js';
import { EventIds, isEventId } from './event-id.js';
import { Feed } from './feed.js';

const eventsKept = 1000;

interface Published {
  readonly at: number;
  readonly event: Event;
}

/** What a machine tells about itself while it works: sequences, phases, tasks, services, its stage. */
export class Events {
  readonly #published = new Feed<Published>(eventsKept);
  readonly #ids = new EventIds();
  readonly #now: () => Date;

  constructor(now: () => Date) {
    this.#now = now;
  }

  sequence(
    sequence: string,
    action: SequenceEvent_Action,
    actorId = '',
    error?: { code: number; message: string },
  ): void {
    const message = { sequence, action, error: error === undefined ? undefined : { ...error, details: [] } };
    this.#publish('SequenceEvent', SequenceEvent.encode(message).finish(), actorId);
  }

  phase(phase: string, action: PhaseEvent_Action, actorId = ''): void {
    this.#publish('PhaseEvent', PhaseEvent.encode({ phase, action }).finish(), actorId);
  }

  task(task: string, action: TaskEvent_Action, actorId = ''): void {
    this.#publish('TaskEvent', TaskEvent.encode({ task, action }).finish(), actorId);
  }

  service(event: ServiceStateEvent): void {
    this.#publish('ServiceStateEvent', ServiceStateEvent.encode(event).finish(), '');
  }

  status(
    stage: MachineStatusEvent_MachineStage,
    unmetConditions: readonly { readonly name: string; readonly reason: string }[],
  ): void {
    const status = { ready: unmetConditions.length === 0, unmetConditions: [...unmetConditions] };
    this.#publish('MachineStatusEvent', MachineStatusEvent.encode({ stage, status }).finish(), '');
  }

  /**
   * Answers an Events call: an empty event first as a sign that the stream is open, then the past that was asked for,
   * then what comes, until the signal aborts.
   */
  async *watch(request: EventsRequest, signal: AbortSignal): AsyncGenerator<Event, void, undefined> {
    yield {
      metadata: undefined,
      data: { typeUrl: '', value: Buffer.alloc(0) },
      id: this.#ids.next(this.#now()),
      actorId: request.withActorId,
    };
    const from = this.#start(request);
    for await (const { event } of this.#published.follow(from, signal)) {
      if (request.withActorId === '' || event.actorId === request.withActorId) yield event;
    }
  }

  #start(request: EventsRequest): number {
    const { start, end } = this.#published;
    const items = this.#published.items();
    if (request.tailId !== '' && !isEventId(request.tailId)) throw new Error('error parsing tail_id: xid: invalid ID');
    if (request.tailEvents !== 0) return request.tailEvents < 0 ? start : Math.max(start, end - request.tailEvents);
    if (request.tailId !== '') return start + items.filter(({ event }) => event.id <= request.tailId).length;
    if (request.tailSeconds !== 0) {
      const since = this.#now().getTime() - request.tailSeconds * 1000;
      return start + items.filter(({ at }) => at <= since).length;
    }
    return end;
  }

  #publish(type: string, value: Uint8Array, actorId: string): void {
    const now = this.#now();
    this.#published.append({
      at: now.getTime(),
      event: {
        metadata: undefined,
        data: { typeUrl: `talos/runtime/machine.${type}`, value: Buffer.from(value) },
        id: this.#ids.next(now),
        actorId,
      },
    });
  }
}
