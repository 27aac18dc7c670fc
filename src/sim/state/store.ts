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
  /** What `replace` gave last. */
  #given: ReadonlySet<SimResource> = new Set();
  readonly #bookmarks = new Bookmarks();
  readonly #now: () => Date;

  constructor({ now = () => new Date() }: ResourceStoreOptions = {}) {
    this.#now = now;
  }

  /**
   * Puts `resources` in place of those of the last call. Equal ones stay as they are, versions and times included; the
   * same objects are not even looked at.
   */
  replace(resources: readonly SimResource[]): void {
    const wanted = new Set(resources);
    const fresh = resources.filter((resource) => !this.#given.has(resource));
    const freshNames = new Set(fresh.map(nameOf));
    const gone = [...this.#given].filter((resource) => !wanted.has(resource) && !freshNames.has(nameOf(resource)));
    const now = this.#now();
    for (const resource of fresh) this.#put(resource, now);
    for (const { namespace, type, id } of gone) this.remove(namespace, type, id);
    this.#given = wanted;
  }

  /** Creates or updates one resource; does nothing when it is there and equal. */
  put(resource: SimResource): void {
    this.#put(resource, this.#now());
  }

  remove(namespace: string, type: string, id: string): void {
    this.collection(namespace, type).remove(id);
  }

  #put(resource: SimResource, now: Date): void {
    const collection = this.collection(resource.namespace, resource.type);
    const old = collection.get(resource.id);
    if (old !== undefined && isSame(old, resource)) return;
    collection.put({
      ...resource,
      version: resource.version ?? nextVersion(old, resource),
      created: old?.created ?? now,
      updated: now,
    });
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

function isSame(old: StoredResource, resource: SimResource): boolean {
  return (resource.version === undefined || resource.version === old.version) && content(old) === content(resource);
}

function content({ owner, labels, annotations, finalizers, spec }: SimResource): string {
  return JSON.stringify([owner, labels, annotations, finalizers, spec], (_, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  );
}
