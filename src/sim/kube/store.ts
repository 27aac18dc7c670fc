import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { asText, type Json, type KubeObject, nameOf, namespaceOf, uidOf, withMeta } from './object.js';
import { apiVersionOf, qualifiedName, type ResourceType } from './types.js';

export interface StoreEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly resource: string;
  readonly version: number;
  readonly object: KubeObject;
}

/** The objects of a store by resource. */
export interface StoreContent {
  readonly version: number;
  readonly objects: Readonly<Record<string, readonly KubeObject[]>>;
}

const keptEvents = 2000;

/** The objects of a cluster, with one count of versions for all of them, as etcd keeps them. */
export class KubeStore {
  readonly #objects = new Map<string, Map<string, KubeObject>>();
  readonly #now: () => Date;
  readonly #watchers = new Set<() => void>();
  #events: StoreEvent[] = [];
  #version = 100;

  /** @param saved what `content` gave before; watches begin anew behind it */
  constructor(now: () => Date, saved?: StoreContent) {
    this.#now = now;
    if (saved === undefined) return;
    this.#version = saved.version;
    for (const [resource, objects] of Object.entries(saved.objects)) {
      this.#objects.set(resource, new Map(objects.map((object) => [key(namespaceOf(object), nameOf(object)), object])));
    }
  }

  /** All there is, to go on with later. */
  content(): StoreContent {
    const objects = [...this.#objects].map(([resource, byName]) => [resource, [...byName.values()]] as const);
    return { version: this.#version, objects: Object.fromEntries(objects) };
  }

  /** The version of the latest change. */
  get version(): number {
    return this.#version;
  }

  /** The oldest version from which changes can be told. */
  get oldestVersion(): number {
    return (this.#events[0]?.version ?? this.#version + 1) - 1;
  }

  get(type: ResourceType, namespace: string, name: string): KubeObject | undefined {
    return this.#objects.get(qualifiedName(type))?.get(key(namespace, name));
  }

  /** All of a type, or those of a namespace, by namespace and name. */
  list(type: ResourceType, namespace?: string): readonly KubeObject[] {
    const all = [...(this.#objects.get(qualifiedName(type))?.entries() ?? [])];
    return all
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, object]) => object)
      .filter((object) => namespace === undefined || namespaceOf(object) === namespace);
  }

  /** What an object becomes when it is written, without writing it. An equal object stays what it is. */
  prepared(type: ResourceType, object: KubeObject): KubeObject {
    const old = this.get(type, namespaceOf(object), nameOf(object));
    const metadata = withMeta(object, {
      uid: old === undefined ? randomUUID() : uidOf(old),
      creationTimestamp: old?.metadata['creationTimestamp'] ?? seconds(this.#now()),
      resourceVersion: old?.metadata['resourceVersion'] ?? '',
      generation: generation(old, object),
    }).metadata;
    const complete: KubeObject = { ...object, apiVersion: apiVersionOf(type), kind: type.kind, metadata };
    if (old !== undefined && isDeepStrictEqual(old, complete)) return old;
    return complete;
  }

  /** Creates or replaces an object. Does nothing where it is equal. */
  put(type: ResourceType, object: KubeObject): KubeObject {
    const old = this.get(type, namespaceOf(object), nameOf(object));
    const next = this.prepared(type, object);
    if (next === old) return old;
    this.#version++;
    const stored = withMeta(next, { resourceVersion: String(this.#version) });
    const resource = qualifiedName(type);
    const objects = this.#objects.get(resource) ?? new Map<string, KubeObject>();
    this.#objects.set(resource, objects);
    objects.set(key(namespaceOf(stored), nameOf(stored)), stored);
    this.#tell({ type: old === undefined ? 'ADDED' : 'MODIFIED', resource, version: this.#version, object: stored });
    return stored;
  }

  remove(type: ResourceType, namespace: string, name: string): KubeObject | undefined {
    const resource = qualifiedName(type);
    const objects = this.#objects.get(resource);
    const old = objects?.get(key(namespace, name));
    if (old === undefined) return undefined;
    objects?.delete(key(namespace, name));
    this.#version++;
    const object = withMeta(old, { resourceVersion: String(this.#version) });
    this.#tell({ type: 'DELETED', resource, version: this.#version, object });
    return object;
  }

  /** Changes of a type after a version. */
  eventsSince(type: ResourceType, version: number): readonly StoreEvent[] {
    const resource = qualifiedName(type);
    return this.#events.filter((event) => event.version > version && event.resource === resource);
  }

  /** Calls back after every change until the function that it gives is called. */
  watch(changed: () => void): () => void {
    this.#watchers.add(changed);
    return () => this.#watchers.delete(changed);
  }

  #tell(event: StoreEvent): void {
    this.#events.push(event);
    if (this.#events.length > keptEvents) this.#events = this.#events.slice(-keptEvents / 2);
    for (const changed of this.#watchers) changed();
  }
}

/** Goes up with every change of what is wanted, for objects that say what they want. */
function generation(old: KubeObject | undefined, object: KubeObject): Json | undefined {
  if (object['spec'] === undefined) return undefined;
  const before = old?.metadata['generation'];
  const last = typeof before === 'number' ? before : 0;
  return old !== undefined && isDeepStrictEqual(old['spec'], object['spec']) ? last : last + 1;
}

function key(namespace: string, name: string): string {
  return `${namespace}\0${name}`;
}

/** A time as the API writes it. */
export function seconds(time: Date): string {
  return `${time.toISOString().slice(0, 19)}Z`;
}

/** When an object was made. */
export function createdAt(object: KubeObject): Date {
  return new Date(asText(object.metadata['creationTimestamp']));
}
