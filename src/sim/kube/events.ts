import { randomSuffix } from './names.js';
import { asList, asText, at, type KubeObject, nameOf, namespaceOf, uidOf } from './object.js';
import { createdAt, type KubeStore, seconds } from './store.js';
import { conditionOf } from './tables.js';
import { builtIn } from './types.js';

const events = builtIn('events');
/** How long the API keeps an event, and how often it looks for old ones. */
const lifetime = 3_600_000;
const pruneInterval = 60_000;

/** What kubelets tell the API about their nodes and pods, as Event objects. */
export class KubeletEvents {
  readonly #store: KubeStore;
  readonly #now: () => Date;
  #pruned = 0;

  constructor(store: KubeStore, now: () => Date) {
    this.#store = store;
    this.#now = now;
  }

  nodeChanged(before: KubeObject | undefined, after: KubeObject): void {
    if (before === undefined) this.#record(after, 'Starting', 'Starting kubelet.');
    const wasReady = before !== undefined && conditionOf(before, 'Ready') === 'True';
    const isReady = conditionOf(after, 'Ready') === 'True';
    if (wasReady === isReady) return;
    const reason = isReady ? 'NodeReady' : 'NodeNotReady';
    this.#record(after, reason, `Node ${nameOf(after)} status is now: ${reason}`);
  }

  podChanged(before: KubeObject, after: KubeObject): void {
    const known = containersOf(before);
    for (const { name, image, started, waiting } of containersOf(after)) {
      const old = known.find((candidate) => candidate.name === name);
      if (started && old?.started !== true) {
        this.#record(after, 'Pulled', `Container image ${JSON.stringify(image)} already present on machine`);
        this.#record(after, 'Started', `Started container ${name}`);
      }
      if (waiting !== '' && waiting !== old?.waiting) this.#record(after, 'BackOff', waiting, 'Warning');
    }
  }

  podEnds(pod: KubeObject): void {
    for (const { name } of containersOf(pod)) this.#record(pod, 'Killing', `Stopping container ${name}`);
  }

  /** Forgets what happened long ago. */
  prune(): void {
    const now = this.#now().getTime();
    if (now - this.#pruned < pruneInterval) return;
    this.#pruned = now;
    for (const event of this.#store.list(events)) {
      if (now - createdAt(event).getTime() > lifetime) {
        this.#store.remove(events, namespaceOf(event), nameOf(event));
      }
    }
  }

  #record(about: KubeObject, reason: string, message: string, type: 'Normal' | 'Warning' = 'Normal'): void {
    const isNode = about.kind === 'Node';
    const namespace = namespaceOf(about);
    const host = isNode ? nameOf(about) : asText(at(about, 'spec', 'nodeName'));
    const time = seconds(this.#now());
    this.#store.put(events, {
      apiVersion: 'v1',
      kind: 'Event',
      // Events of what is in no namespace are in the default one.
      metadata: { name: `${nameOf(about)}.${randomSuffix()}${randomSuffix()}`, namespace: namespace || 'default' },
      involvedObject: {
        apiVersion: about.apiVersion,
        kind: about.kind,
        name: nameOf(about),
        ...(namespace === '' ? {} : { namespace }),
        // A kubelet names its node by the name alone.
        uid: isNode ? nameOf(about) : uidOf(about),
      },
      reason,
      message,
      type,
      count: 1,
      firstTimestamp: time,
      lastTimestamp: time,
      source: { component: 'kubelet', host },
      reportingComponent: 'kubelet',
      reportingInstance: host,
    });
  }
}

interface ContainerState {
  readonly name: string;
  readonly image: string;
  readonly started: boolean;
  /** Why it waits; empty: it does not. */
  readonly waiting: string;
}

function containersOf(pod: KubeObject): readonly ContainerState[] {
  return asList(at(pod, 'status', 'containerStatuses')).map((status) => ({
    name: asText(at(status, 'name')),
    image: asText(at(status, 'image')),
    started: at(status, 'started') === true,
    waiting: asText(at(status, 'state', 'waiting', 'message')),
  }));
}
