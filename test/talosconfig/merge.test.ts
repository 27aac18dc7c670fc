import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mergeTalosconfigs } from '../../src/talosconfig/merge.js';
import { selectContext } from '../../src/talosconfig/select.js';
import { emptyContext, type Talosconfig, type TalosconfigContext } from '../../src/talosconfig/talosconfig.js';
import { TestCluster } from '../helpers/tls.js';

const config = (context: string, contexts: Readonly<Record<string, string>>): Talosconfig => ({
  path: '/home/someone/.talos/config',
  context,
  contexts: new Map(Object.entries(contexts).map(([name, ca]) => [name, { ...emptyContext, ca }])),
});
const merged = (into: Talosconfig, from: Talosconfig) => {
  const { config: result, renames } = mergeTalosconfigs(into, from);
  const contexts = Object.fromEntries([...result.contexts].map(([name, { ca }]) => [name, ca]));
  return { context: result.context, contexts, renames };
};

test('new contexts are added and the current one is taken over', () => {
  assert.deepEqual(merged(config('a', { a: '1' }), config('b', { b: '2', c: '3' })), {
    context: 'b',
    contexts: { a: '1', b: '2', c: '3' },
    renames: [],
  });
});

test('an equal context is left alone and may become the current one', () => {
  assert.deepEqual(merged(config('x', { a: '1', x: '9' }), config('a', { a: '1' })), {
    context: 'a',
    contexts: { a: '1', x: '9' },
    renames: [],
  });
});

test('another context of the same name gets the next free number, the same at a second merge', () => {
  const once = merged(config('a', { a: '1', 'a-1': '2' }), config('a', { a: '3' }));
  assert.deepEqual(once, {
    context: 'a-2',
    contexts: { a: '1', 'a-1': '2', 'a-2': '3' },
    renames: [{ from: 'a', to: 'a-2' }],
  });
  const twice = merged(config('a', once.contexts), config('a', { a: '3' }));
  assert.deepEqual(twice, { ...once, renames: [] });
});

const day = 86_400_000;

/** Merges a context under the name of another; gives what then stands under the names. */
function mergeOver(old: TalosconfigContext, added: TalosconfigContext, overwrite = false) {
  const into = { ...config('lab', {}), contexts: new Map([['lab', old]]) };
  const {
    config: result,
    renames,
    replaced,
  } = mergeTalosconfigs(into, { context: 'lab', contexts: new Map([['lab', added]]) }, { overwrite });
  return { lab: result.contexts.get('lab'), names: [...result.contexts.keys()], renames, replaced };
}

test('newer credentials for the same cluster and roles refresh the context, and what else it says stays', async () => {
  const cluster = await TestCluster.create();
  const from = new Date('2026-01-01T00:00:00Z');
  const make = async (nodes: string[], lifetime: number, roles = ['os:admin']) =>
    (await cluster.context([], nodes, { roles, from, lifetime })).context;
  const old = { ...(await make(['10.0.0.7'], 10 * day)), endpoints: ['10.0.0.1'] };
  const renewed = await make([], 20 * day);
  const { crt, key } = renewed;
  assert.deepEqual(mergeOver(old, renewed), {
    lab: { ...old, crt, key, unknownKeys: new Map() },
    names: ['lab'],
    renames: [],
    replaced: ['lab'],
  });
  const moved = mergeOver(old, { ...renewed, endpoints: ['10.0.0.2'], nodes: ['10.0.0.8'] });
  assert.deepEqual([moved.lab?.endpoints, moved.lab?.nodes], [['10.0.0.2'], ['10.0.0.8']]);

  const lesser = await make([], 20 * day, ['os:reader']);
  const stranger = (await (await TestCluster.create()).context([], [], { from, lifetime: 20 * day })).context;
  const worse = [
    await make([], 5 * day),
    lesser,
    stranger,
    { ...renewed, cluster: 'x' },
    { ...renewed, key: undefined },
  ];
  for (const context of worse) {
    const { lab, names } = mergeOver(old, context);
    assert.deepEqual([lab, names], [old, ['lab', 'lab-1']]);
  }
  assert.deepEqual(mergeOver(old, lesser, true), { lab: lesser, names: ['lab'], renames: [], replaced: ['lab'] });
});

test('a current context that the source does not have changes nothing', () => {
  assert.equal(merged(config('a', { a: '1' }), config('gone', { b: '2' })).context, 'a');
  assert.equal(merged(config('a', { a: '1' }), config('', { b: '2' })).context, 'a');
});

test('the context is the one asked for, else the current one; the cluster of the flag wins', () => {
  const two = config('a', { a: '1', b: '2' });
  assert.equal(selectContext(two).name, 'a');
  assert.equal(selectContext(two, { context: '' }).context.ca, '1');
  assert.equal(selectContext(two, { context: 'b' }).context.ca, '2');
  assert.equal(selectContext(two, { cluster: 'other' }).context.cluster, 'other');
});

test('a context that is not there: the file and the ones there are get named', () => {
  const two = config('', { b: '1', a: '2' });
  assert.throws(() => selectContext(two, { context: 'x' }), {
    message: /"x" is not defined in \/home/,
    hint: /: a, b$/,
  });
  assert.throws(() => selectContext(two), { message: /no context is set/, hint: /config context/ });
  assert.throws(() => selectContext({ ...config('', {}), exists: false }), { message: /there is no talosconfig at/ });
});
