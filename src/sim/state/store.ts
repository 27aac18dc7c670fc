import type { SimResource } from '../types.js';
import { Bookmarks } from './bookmarks.js';
import { ResourceCollection, type StoredResource } from './collection.js';
import type { Matcher } from './query.js';

export interface ResourceStoreOptions {
  /** The time of created and updated. */
  readonly now?: () => Date;
}

/**
 * The resources of one boot of a node: a reboot starts with a new store, as a node keeps them in memory only.
 * `replace` takes the whole of what there is and works out what was created, updated and destroyed.
 */
export class ResourceStore {
  readonly #collections = new Map<string, ResourceCollection>();
  /** What the resources were made from, by their names. */
  #given = new Map<string, SimResource>();
  readonly #bookmarks = new Bookmarks();
  readonly #now: () => Date;
  /** What was compared before, not to be written out again. */
  readonly #contents = new WeakMap<StoredResource, string>();

  constructor({ now = () => new Date() }: ResourceStoreOptions = {}) {
    this.#now = now;
  }

  /** Makes `resources` all that the store holds. Equal ones stay as they are, versions and times included. */
  replace(resources: readonly SimResource[]): void {
    const wanted = new Map(resources.map((resource) => [nameOf(resource), resource]));
    const gone = [...this.#given].filter(([name]) => !wanted.has(name));
    for (const [name, resource] of wanted) if (this.#given.get(name) !== resource) this.put(resource);
    for (const [, { namespace, type, id }] of gone) this.remove(namespace, type, id);
    this.#given = wanted;
  }

  /** Creates or updates one resource; does nothing when it is there and equal. */
  put(resource: SimResource): void {
    this.#given.set(nameOf(resource), resource);
    const collection = this.collection(resource.namespace, resource.type);
    const old = collection.get(resource.id);
    const sameVersion = resource.version === undefined || resource.version === old?.version;
    const written = content(resource);
    if (old !== undefined && sameVersion && this.#contents.get(old) === written) return;
    const now = this.#now();
    const stored: StoredResource = {
      ...resource,
      version: resource.version ?? nextVersion(old, resource),
      created: old?.created ?? now,
      updated: now,
    };
    this.#contents.set(stored, written);
    collection.put(stored);
  }

  remove(namespace: string, type: string, id: string): void {
    this.#given.delete(nameOf({ namespace, type, id }));
    this.collection(namespace, type).remove(id);
  }

  get(namespace: string, type: string, id: string): StoredResource | undefined {
    return this.#collections.get(key(namespace, type))?.get(id);
  }

  list(namespace: string, type: string, matches?: Matcher): readonly StoredResource[] {
    return this.#collections.get(key(namespace, type))?.list(matches) ?? [];
  }

  /** For watches: a collection may be empty. */
  collection(namespace: string, type: string): ResourceCollection {
    const name = key(namespace, type);
    let collection = this.#collections.get(name);
    if (collection === undefined) {
      collection = new ResourceCollection(namespace, type, this.#bookmarks);
      this.#collections.set(name, collection);
    }
    return collection;
  }
}

function nameOf({ namespace, type, id }: Pick<SimResource, 'namespace' | 'type' | 'id'>): string {
  return key(namespace, type, id);
}

function key(...parts: readonly string[]): string {
  return parts.join('\0');
}

/** A new resource is version 1, and each finalizer added is a change of its own. */
function nextVersion(old: StoredResource | undefined, resource: SimResource): number {
  return old === undefined ? 1 + (resource.finalizers?.length ?? 0) : old.version + 1;
}

function content({ owner, labels, annotations, finalizers, spec }: SimResource): string {
  return JSON.stringify([owner, labels, annotations, finalizers, spec], (_, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  );
}
