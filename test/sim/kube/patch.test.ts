import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyObject } from '../../../src/sim/kube/apply.js';
import type { JsonMap, KubeObject } from '../../../src/sim/kube/object.js';
import { jsonPatch, mergePatch, strategicPatch } from '../../../src/sim/kube/patch.js';
import { fieldSelector, labelSelector } from '../../../src/sim/kube/selector.js';
import { builtIn } from '../../../src/sim/kube/types.js';

test('a merge patch sets, removes, and replaces lists', () => {
  const target = { a: { b: 1, c: 2 }, list: [1, 2] };
  assert.deepEqual(mergePatch(target, { a: { b: null, d: 3 }, list: [3] }), { a: { c: 2, d: 3 }, list: [3] });
});

test('a strategic patch merges lists by their key', () => {
  const containers = [
    { name: 'a', image: 'x:1' },
    { name: 'b', image: 'y:1' },
  ];
  assert.deepEqual(strategicPatch({ containers }, { containers: [{ name: 'b', image: 'y:2' }, { name: 'c' }] }), {
    containers: [{ name: 'a', image: 'x:1' }, { name: 'b', image: 'y:2' }, { name: 'c' }],
  });
  assert.deepEqual(strategicPatch({ containers }, { containers: [{ name: 'a', $patch: 'delete' }] }), {
    containers: [{ name: 'b', image: 'y:1' }],
  });
  assert.deepEqual(strategicPatch({ args: ['x'] }, { args: ['y'] }), { args: ['y'] });
});

test('a JSON patch adds, replaces, removes and tests', () => {
  const target = { a: { 'x/y': 1 }, list: [1, 2] };
  const operations: readonly JsonMap[] = [
    { op: 'test', path: '/a/x~1y', value: 1 },
    { op: 'replace', path: '/a/x~1y', value: 2 },
    { op: 'add', path: '/list/-', value: 3 },
    { op: 'remove', path: '/list/0' },
  ];
  assert.deepEqual(jsonPatch(target, operations), { a: { 'x/y': 2 }, list: [2, 3] });
  assert.throws(() => jsonPatch(target, [{ op: 'test', path: '/a', value: 1 }]), /testing value failed/);
});

function apply(old: KubeObject | undefined, applied: JsonMap, manager = 'one', force = true): KubeObject {
  const type = builtIn('configmaps');
  return applyObject({ type, namespace: 'default', name: 'c', manager, old, applied, now: new Date(0), force });
}

test('applying takes back what was said before, and leaves what others said', () => {
  const first = apply(undefined, { data: { a: '1', b: '2' } });
  assert.deepEqual(first['data'], { a: '1', b: '2' });
  const both = apply(first, { data: { c: '3' } }, 'two');
  const second = apply(both, { data: { b: '2' } });
  assert.deepEqual(second['data'], { b: '2', c: '3' });
  assert.deepEqual(apply(second, { data: { b: '2' } }), second);
});

test('fields of another manager are taken over only by force', () => {
  const first = apply(undefined, { data: { a: '1' } });
  assert.throws(() => apply(first, { data: { a: '2' } }, 'two', false), /conflict with "one": \.data\.a/);
  assert.deepEqual(apply(first, { data: { a: '2' } }, 'two')['data'], { a: '2' });
  assert.deepEqual(apply(first, { data: { a: '1' } }, 'two', false)['data'], { a: '1' });
});

test('selectors', () => {
  const pod: KubeObject = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'p', labels: { app: 'web', tier: 'front' } },
    spec: { nodeName: 'n1' },
  };
  const table: readonly (readonly [string, boolean])[] = [
    ['', true],
    ['app=web', true],
    ['app == web,tier=front', true],
    ['app!=web', false],
    ['app in (db, web)', true],
    ['app notin (db)', true],
    ['app', true],
    ['!app', false],
    ['other', false],
    ['!other', true],
    ['other notin (x)', true],
    ['k8s-app = kube', false],
  ];
  for (const [text, expected] of table) assert.equal(labelSelector(text)(pod), expected, text);
  assert.equal(fieldSelector('spec.nodeName=n1,metadata.name!=q')(pod), true);
  assert.equal(fieldSelector('spec.nodeName=n2')(pod), false);
  assert.throws(() => fieldSelector('spec.nosuch=1'), /field label not supported: spec\.nosuch/);
});
