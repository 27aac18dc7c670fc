import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ResourceStore } from '../../../src/sim/state/store.js';
import type { SimResource } from '../../../src/sim/types.js';

function label(id: string, value: string, more: Partial<SimResource> = {}): SimResource {
  return {
    namespace: 'k8s',
    type: 'NodeLabelSpecs.k8s.talos.dev',
    id,
    owner: 'k8s.NodeLabelSpecController',
    spec: { key: id, value },
    ...more,
  };
}

const clock = () => {
  let seconds = 0;
  return () => new Date(++seconds * 1000);
};

const get = (store: ResourceStore, id: string) => store.get('k8s', 'NodeLabelSpecs.k8s.talos.dev', id);

describe('resource store', () => {
  test('counts the changes of a resource from 1, and keeps when it was created', () => {
    const store = new ResourceStore({ now: clock() });
    store.replace([label('rack', 'r1')]);
    assert.equal(get(store, 'rack')?.version, 1);
    store.replace([label('rack', 'r2')]);
    const changed = get(store, 'rack');
    assert.equal(changed?.version, 2);
    assert.deepEqual(changed.created, new Date(1000));
    assert.deepEqual(changed.updated, new Date(2000));
  });

  test('an equal resource is left as it is', () => {
    const store = new ResourceStore({ now: clock() });
    store.replace([label('rack', 'r1')]);
    const before = get(store, 'rack');
    store.replace([label('rack', 'r1')]);
    assert.equal(get(store, 'rack'), before);
  });

  test('labels, annotations, owner and finalizers count as content', () => {
    const store = new ResourceStore();
    store.put(label('rack', 'r1'));
    store.put(label('rack', 'r1', { labels: { a: 'b' } }));
    store.put(label('rack', 'r1', { annotations: { a: 'b' } }));
    store.put(label('rack', 'r1', { owner: 'other' }));
    assert.equal(get(store, 'rack')?.version, 4);
  });

  test('finalizers have been added one by one', () => {
    const store = new ResourceStore();
    store.put(label('rack', 'r1', { finalizers: ['a', 'b'] }));
    assert.equal(get(store, 'rack')?.version, 3);
  });

  test('a version that is kept elsewhere is taken, and its growth is a change', () => {
    const store = new ResourceStore();
    store.put(label('rack', 'r1', { version: 4 }));
    store.put(label('rack', 'r1', { version: 5 }));
    assert.equal(get(store, 'rack')?.version, 5);
  });

  test('what is not there any more is destroyed', () => {
    const store = new ResourceStore();
    store.replace([label('a', '1'), label('b', '2')]);
    store.replace([label('b', '2')]);
    assert.deepEqual(
      store.list('k8s', 'NodeLabelSpecs.k8s.talos.dev').map(({ id }) => id),
      ['b'],
    );
  });

  test('lists by id, capital letters first', () => {
    const store = new ResourceStore();
    for (const id of ['b', 'a', 'C']) store.put(label(id, ''));
    assert.deepEqual(
      store.list('k8s', 'NodeLabelSpecs.k8s.talos.dev').map(({ id }) => id),
      ['C', 'a', 'b'],
    );
    assert.deepEqual(store.list('k8s', 'Unknown'), []);
  });

  test('numbers beyond 2^53 can be compared', () => {
    const store = new ResourceStore();
    store.put(label('a', '1', { spec: { size: 2n ** 60n } }));
    store.put(label('a', '1', { spec: { size: 2n ** 60n + 1n } }));
    assert.equal(get(store, 'a')?.version, 2);
  });
});
