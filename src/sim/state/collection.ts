import { Code, StatusError } from '../rpc/status.js';
import type { SimResource } from '../types.js';
import type { Bookmarks } from './bookmarks.js';
import type { Matcher } from './query.js';

/** A resource with what the store keeps about it. Never changed: an update stores a new object. */
export interface StoredResource extends SimResource {
  readonly version: number;
  readonly created: Date;
  readonly updated: Date;
}

export type StateEvent =
  | { readonly type: 'created' | 'destroyed'; readonly resource: StoredResource; readonly bookmark?: Buffer }
  | {
      readonly type: 'updated';
      readonly resource: StoredResource;
      readonly old: StoredResource;
      readonly bookmark?: Buffer;
    }
  /** The named resource is not there. */
  | { readonly type: 'absent'; readonly id: string }
  /** All that was there at the start has been sent. */
  | { readonly type: 'bootstrapped' | 'noop'; readonly bookmark: Buffer }
  | { readonly type: 'errored'; readonly error: string };

type Change = Extract<StateEvent, { type: 'created' | 'updated' | 'destroyed' }>;

/** Where a watch begins, besides now. */
export interface WatchStart {
  /** The last events of the past first. */
  readonly tail: number;
  /** The events after a bookmarked one. */
  readonly bookmark: Buffer | undefined;
}

export interface KindWatchOptions extends WatchStart {
  readonly matches: Matcher;
  readonly bootstrapContents: boolean;
  readonly bootstrapBookmark: boolean;
}

/** Events kept for watches that start in the past or lag behind, as many as on a node. */
const capacity = 1024;
/** The oldest ones are out of reach, so that they cannot be overwritten while being read. */
const gap = 4;

/** The resources of one type in one namespace, and the history of their changes. */
export class ResourceCollection {
  readonly #resources = new Map<string, StoredResource>();
  readonly #history: Change[] = [];
  readonly #waiting = new Set<() => void>();
  readonly #bookmarks: Bookmarks;
  readonly #name: string;
  /** How many changes there have been. */
  #position = 0;

  constructor(namespace: string, type: string, bookmarks: Bookmarks) {
    this.#name = `namespace ${JSON.stringify(namespace)} type ${JSON.stringify(type)}`;
    this.#bookmarks = bookmarks;
  }

  get(id: string): StoredResource | undefined {
    return this.#resources.get(id);
  }

  /** In the order of ids. */
  list(matches: Matcher = () => true): readonly StoredResource[] {
    return [...this.#resources.values()].filter(matches).sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  put(resource: StoredResource): void {
    const old = this.#resources.get(resource.id);
    this.#resources.set(resource.id, resource);
    this.#publish(old === undefined ? { type: 'created', resource } : { type: 'updated', resource, old });
  }

  remove(id: string): void {
    const resource = this.#resources.get(id);
    if (resource === undefined) return;
    this.#resources.delete(id);
    this.#publish({ type: 'destroyed', resource });
  }

  /**
   * The changes of one resource; first what it is now, unless the watch starts in the past.
   * Checks the options at once, the events come as they are asked for.
   */
  watch(id: string, start: WatchStart, signal: AbortSignal): AsyncGenerator<readonly StateEvent[], void, undefined> {
    checkStart(start);
    let position = this.#position;
    const first: StateEvent[] = [];
    if (start.tail > 0) {
      const oldest = Math.max(this.#position - capacity + gap, 0);
      for (let found = 0; position > oldest && found < start.tail; position--) {
        if (this.#at(position - 1)?.resource.id === id) found++;
      }
    } else if (start.bookmark !== undefined) {
      position = this.#afterBookmark(start.bookmark, 0);
    } else {
      const resource = this.#resources.get(id);
      first.push(resource === undefined ? { type: 'absent', id } : { type: 'created', resource });
    }
    return this.#follow(first, position, signal, (change) => (change.resource.id === id ? change : undefined));
  }

  /** The changes of all resources that match. */
  watchKind(options: KindWatchOptions, signal: AbortSignal): AsyncGenerator<readonly StateEvent[], void, undefined> {
    const { matches, bootstrapContents, tail, bookmark } = options;
    if (bootstrapContents && (tail > 0 || bookmark !== undefined)) {
      throw new StatusError(Code.unknown, 'cannot use BootstrapContents with TailEvents and StartFromBookmark options');
    }
    checkStart(options);
    let position = this.#position;
    if (tail > 0) position = Math.max(position - Math.min(tail, capacity - gap), 0);
    else if (bookmark !== undefined) position = this.#afterBookmark(bookmark, -1);

    const first: StateEvent[] = [];
    const here = this.#bookmarks.encode(position - 1);
    if (bootstrapContents) {
      for (const resource of this.list(matches)) first.push({ type: 'created', resource });
      first.push({ type: 'bootstrapped', bookmark: here });
    }
    if (options.bootstrapBookmark) first.push({ type: 'noop', bookmark: here });
    return this.#follow(first, position, signal, (change) => filtered(change, matches));
  }

  async *#follow(
    first: readonly StateEvent[],
    start: number,
    signal: AbortSignal,
    select: (change: Change) => StateEvent | undefined,
  ): AsyncGenerator<readonly StateEvent[], void, undefined> {
    if (first.length > 0) yield first;
    let position = start;
    while (!signal.aborted) {
      if (position === this.#position) {
        await this.#change(signal);
        continue;
      }
      if (this.#position - position > capacity) {
        const error = `buffer overrun: ${this.#name}, write pos ${this.#position}, pos ${position}, capacity ${capacity}`;
        yield [{ type: 'errored', error }];
        return;
      }
      const events: StateEvent[] = [];
      for (; position < this.#position; position++) {
        const change = this.#at(position);
        const event = change === undefined ? undefined : select(change);
        if (event !== undefined) events.push(event);
      }
      if (events.length > 0) yield events;
    }
  }

  /** Waits for the next change, or the end of the watch. */
  async #change(signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve) => {
      const wake = (): void => {
        this.#waiting.delete(wake);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      this.#waiting.add(wake);
      signal.addEventListener('abort', wake, { once: true });
    });
  }

  #publish(change: Change): void {
    this.#history[this.#position % capacity] = change;
    this.#position += 1;
    for (const wake of [...this.#waiting]) wake();
  }

  /** The change of that number, with its bookmark. */
  #at(position: number): Change | undefined {
    const change = this.#history[position % capacity];
    return change && { ...change, bookmark: this.#bookmarks.encode(position) };
  }

  #afterBookmark(bookmark: Buffer, lowest: number): number {
    const position = this.#bookmarks.decode(bookmark);
    if (
      position === undefined ||
      position < this.#position - capacity + gap ||
      position < lowest ||
      position >= this.#position
    ) {
      throw new StatusError(Code.failedPrecondition, 'invalid watch bookmark');
    }
    return position + 1;
  }
}

function checkStart({ tail, bookmark }: WatchStart): void {
  if (tail > 0 && bookmark !== undefined) {
    throw new StatusError(Code.unknown, 'cannot use both TailEvents and StartFromBookmark options');
  }
}

/** A change as a query sees it: coming into view is a creation, going out of view a destruction. */
function filtered(change: Change, matches: Matcher): StateEvent | undefined {
  if (change.type !== 'updated') return matches(change.resource) ? change : undefined;
  const before = matches(change.old);
  const now = matches(change.resource);
  if (before && now) return change;
  if (!before && !now) return undefined;
  const { resource, bookmark } = change;
  return { type: now ? 'created' : 'destroyed', resource, ...(bookmark === undefined ? {} : { bookmark }) };
}
