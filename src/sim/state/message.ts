import type { Timestamp } from '../../gen/google/protobuf/timestamp.js';
import type { Metadata, Resource } from '../../gen/v1alpha1/resource.js';
import { type Event, EventType } from '../../gen/v1alpha1/state.js';
import { encodeSpec } from '../resources/encode.js';
import { specYaml } from '../resources/form.js';
import type { StateEvent, StoredResource } from './collection.js';

/** The kind that a watch is about, for the events that name no resource. */
export interface WatchedKind {
  readonly namespace: string;
  readonly type: string;
}

/** Turns stored resources and events into the messages of the state API. A resource is encoded once. */
export class StateMessages {
  readonly #encoded = new WeakMap<StoredResource, Resource>();

  resource(stored: StoredResource): Resource {
    let message = this.#encoded.get(stored);
    if (message === undefined) {
      message = {
        metadata: metadata(stored),
        spec: {
          protoSpec: Buffer.from(encodeSpec(stored.type, stored.spec)),
          yamlSpec: specYaml(stored.type, stored.spec),
        },
      };
      this.#encoded.set(stored, message);
    }
    return message;
  }

  event(event: StateEvent, kind: WatchedKind): Event {
    const message: Event = {
      resource: undefined,
      old: undefined,
      error: undefined,
      eventType: eventTypes[event.type],
      bookmark: 'bookmark' in event ? event.bookmark : undefined,
    };
    switch (event.type) {
      case 'errored':
        return { ...message, error: event.error };
      case 'absent':
        return { ...message, resource: tombstone(kind, event.id) };
      case 'bootstrapped':
      case 'noop':
        return { ...message, resource: tombstone(kind, '') };
      case 'updated':
        return { ...message, resource: this.resource(event.resource), old: this.resource(event.old) };
      default:
        return { ...message, resource: this.resource(event.resource) };
    }
  }
}

const eventTypes: Readonly<Record<StateEvent['type'], EventType>> = {
  created: EventType.CREATED,
  updated: EventType.UPDATED,
  destroyed: EventType.DESTROYED,
  absent: EventType.DESTROYED,
  bootstrapped: EventType.BOOTSTRAPPED,
  noop: EventType.NOOP,
  errored: EventType.ERRORED,
};

function metadata(stored: StoredResource): Metadata {
  return {
    namespace: stored.namespace,
    type: stored.type,
    id: stored.id,
    version: String(stored.version),
    owner: stored.owner,
    phase: 'running',
    created: timestamp(stored.created),
    updated: timestamp(stored.updated),
    finalizers: [...(stored.finalizers ?? [])],
    annotations: { ...stored.annotations },
    labels: { ...stored.labels },
  };
}

/** Stands for a resource that is not there. */
function tombstone({ namespace, type }: WatchedKind, id: string): Resource {
  const now = timestamp(new Date());
  return {
    metadata: {
      namespace,
      type,
      id,
      version: 'undefined',
      owner: '',
      phase: 'running',
      created: now,
      updated: now,
      finalizers: [],
      annotations: {},
      labels: {},
    },
    spec: { protoSpec: Buffer.alloc(0), yamlSpec: '' },
  };
}

function timestamp(date: Date): Timestamp {
  const milliseconds = date.getTime();
  const seconds = Math.floor(milliseconds / 1000);
  return { seconds: BigInt(seconds), nanos: (milliseconds - seconds * 1000) * 1_000_000 };
}
