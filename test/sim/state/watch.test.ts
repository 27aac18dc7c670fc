import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import type { KindWatchOptions, StateEvent } from '../../../src/sim/state/collection.js';
import { ResourceStore } from '../../../src/sim/state/store.js';

const type = 'NodeLabelSpecs.k8s.talos.dev';
const everything: KindWatchOptions = {
  tail: 0,
  bookmark: undefined,
  bootstrapContents: false,
  bootstrapBookmark: false,
  matches: () => true,
};

/** `+a1` created, `~a2` updated, `-a2` destroyed (id and value). */
function brief(event: StateEvent): string {
  switch (event.type) {
    case 'created':
    case 'updated':
    case 'destroyed': {
      const sign = { created: '+', updated: '~', destroyed: '-' }[event.type];
      return `${sign}${event.resource.id}${(event.resource.spec as { value: string }).value}`;
    }
    default:
      return event.type;
  }
}

describe('watch', () => {
  let store: ResourceStore;
  let abort: AbortController;
  const put = (id: string, value: string, labels = {}): void =>
    store.put({ namespace: 'k8s', type, id, owner: '', labels, spec: { value } });
  const remove = (id: string): void => store.remove('k8s', type, id);
  const kind = (options: Partial<KindWatchOptions> = {}) =>
    store.collection('k8s', type).watchKind({ ...everything, ...options }, abort.signal);
  const one = (id: string, tail = 0, bookmark?: Buffer) =>
    store.collection('k8s', type).watch(id, { tail, bookmark }, abort.signal);

  /** The next events, as many as asked for. */
  async function take(events: AsyncGenerator<readonly StateEvent[]>, count: number): Promise<readonly StateEvent[]> {
    const taken: StateEvent[] = [];
    while (taken.length < count) {
      const next = await events.next();
      if (next.done === true) break;
      taken.push(...next.value);
    }
    return taken;
  }
  const briefly = async (events: AsyncGenerator<readonly StateEvent[]>, count: number) =>
    (await take(events, count)).map(brief);

  beforeEach(() => {
    store = new ResourceStore();
    abort = new AbortController();
  });
  afterEach(() => abort.abort());

  test('a kind: what is there, the mark behind it, then changes', async () => {
    put('b', '1');
    put('a', '1');
    const events = kind({ bootstrapContents: true });
    assert.deepEqual(await briefly(events, 3), ['+a1', '+b1', 'bootstrapped']);
    put('a', '2');
    remove('b');
    assert.deepEqual(await briefly(events, 2), ['~a2', '-b1']);
  });

  test('a kind without contents: only changes from now on', async () => {
    put('a', '1');
    const events = kind();
    put('a', '2');
    put('c', '1');
    assert.deepEqual(await briefly(events, 2), ['~a2', '+c1']);
  });

  test('a change that comes while nobody reads is not lost', async () => {
    const events = kind();
    const next = events.next();
    put('a', '1');
    assert.deepEqual((await next).value?.map(brief), ['+a1']);
  });

  test('a query turns updates into creation and destruction', async () => {
    put('a', '1', { on: 'yes' });
    const events = kind({ bootstrapContents: true, matches: ({ labels }) => labels?.['on'] === 'yes' });
    await take(events, 2);
    put('a', '2');
    put('b', '1');
    put('a', '3', { on: 'yes' });
    put('a', '4', { on: 'yes' });
    assert.deepEqual(await briefly(events, 3), ['-a2', '+a3', '~a4']);
  });

  test('the last events of the past', async () => {
    for (const value of ['1', '2', '3']) put('a', value);
    assert.deepEqual(await briefly(kind({ tail: 2 }), 2), ['~a2', '~a3']);
    assert.deepEqual(await briefly(kind({ tail: 99 }), 3), ['+a1', '~a2', '~a3']);
  });

  test('on from a bookmark', async () => {
    put('a', '1');
    const [first] = await take(kind({ tail: 1 }), 1);
    assert.ok(first?.type === 'created' && first.bookmark !== undefined);
    put('a', '2');
    assert.deepEqual(await briefly(kind({ bookmark: first.bookmark }), 1), ['~a2']);
    const [mark] = await take(kind({ bootstrapBookmark: true }), 1);
    assert.ok(mark?.type === 'noop');
    put('a', '3');
    assert.deepEqual(await briefly(kind({ bookmark: mark.bookmark }), 1), ['~a3']);
  });

  test('a bookmark of another store is invalid', () => {
    put('a', '1');
    const foreign = Buffer.alloc(16);
    assert.throws(() => kind({ bookmark: foreign }), { code: 9, message: 'invalid watch bookmark' });
    assert.throws(() => one('a', 0, Buffer.from('x')), { code: 9 });
  });

  test('starts that exclude each other are refused', () => {
    const bookmark = Buffer.alloc(16);
    assert.throws(() => kind({ tail: 1, bookmark }), { code: 2 });
    assert.throws(() => kind({ tail: 1, bootstrapContents: true }), { code: 2 });
  });

  test('one resource: what it is, then its own changes', async () => {
    put('a', '1');
    const events = one('a');
    assert.deepEqual(await briefly(events, 1), ['+a1']);
    put('b', '1');
    put('a', '2');
    assert.deepEqual(await briefly(events, 1), ['~a2']);
  });

  test('one resource that is not there yet', async () => {
    const events = one('a');
    assert.deepEqual(await briefly(events, 1), ['absent']);
    put('a', '1');
    assert.deepEqual(await briefly(events, 1), ['+a1']);
  });

  test('the past of one resource, among that of others', async () => {
    for (const [id, value] of [
      ['a', '1'],
      ['b', '1'],
      ['a', '2'],
      ['b', '2'],
      ['a', '3'],
    ] as const)
      put(id, value);
    assert.deepEqual(await briefly(one('a', 2), 2), ['~a2', '~a3']);
  });

  test('who falls behind the history is told and left', async () => {
    const events = kind();
    for (let index = 0; index < 1100; index++) put('a', String(index));
    const [event] = await take(events, 1);
    assert.ok(event?.type === 'errored');
    assert.match(event.error, /buffer overrun: namespace "k8s"/);
    assert.equal((await events.next()).done, true);
  });

  test('ends when it is aborted', async () => {
    const next = kind().next();
    abort.abort();
    assert.equal((await next).done, true);
  });
});
