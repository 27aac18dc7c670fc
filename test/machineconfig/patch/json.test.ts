import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  applyOperation,
  formatPointer,
  type JsonOperation,
  parsePointer,
} from '../../../src/machineconfig/patch/json.js';
import { patch, problemsOf, warningsOf, worker } from '../helpers.js';

const base = () => ({ a: { b: [1, 2, 3], 'x/y': { '~': 1 } }, c: null });
const at = (pointer: string) => parsePointer(pointer) ?? [];
const apply = (op: JsonOperation['op'], pointer: string, rest: Partial<JsonOperation> = {}) =>
  applyOperation(base(), { op, path: at(pointer), ...rest });

test('pointers', () => {
  assert.deepEqual(parsePointer('/a/x~1y/~0'), ['a', 'x/y', '~']);
  assert.deepEqual(parsePointer(''), []);
  assert.equal(parsePointer('a'), undefined);
  assert.equal(formatPointer(['a', 'x/y', '~']), '/a/x~1y/~0');
});

test('add', () => {
  assert.deepEqual(apply('add', '/a/n', { value: 1 }), { a: { b: [1, 2, 3], 'x/y': { '~': 1 }, n: 1 }, c: null });
  assert.deepEqual(apply('add', '/a/b/1', { value: 9 }), { a: { b: [1, 9, 2, 3], 'x/y': { '~': 1 } }, c: null });
  assert.deepEqual(apply('add', '/a/b/-', { value: 9 }), { a: { b: [1, 2, 3, 9], 'x/y': { '~': 1 } }, c: null });
  assert.deepEqual(apply('add', '', { value: 9 }), 9);
  assert.throws(() => apply('add', '/a/b/4', { value: 9 }), /no place in a list of 3/);
  assert.throws(() => apply('add', '/z/n', { value: 9 }), /there is no \/z; there is a, c/);
});

test('remove, replace', () => {
  assert.deepEqual(apply('remove', '/a/x~1y'), { a: { b: [1, 2, 3] }, c: null });
  assert.deepEqual(apply('remove', '/a/b/-1'), { a: { b: [1, 2], 'x/y': { '~': 1 } }, c: null });
  assert.deepEqual(apply('replace', '/c', { value: 5 }), { a: { b: [1, 2, 3], 'x/y': { '~': 1 } }, c: 5 });
  assert.deepEqual(apply('replace', '/a/b', { value: 5 }), { a: { b: 5, 'x/y': { '~': 1 } }, c: null });
  assert.deepEqual(apply('replace', '/new', { value: 5 }), { ...base(), new: 5 });
  assert.throws(() => apply('remove', '/a/z'), /there is no \/a\/z/);
  assert.throws(() => apply('replace', '/a/b/3', { value: 5 }), /there is no \/a\/b\/3/);
});

test('move, copy, test', () => {
  assert.deepEqual(apply('move', '/d', { from: at('/a/b') }), { a: { 'x/y': { '~': 1 } }, c: null, d: [1, 2, 3] });
  assert.deepEqual(apply('copy', '/c', { from: at('/a/b') }), { a: { b: [1, 2, 3], 'x/y': { '~': 1 } }, c: [1, 2, 3] });
  assert.throws(() => apply('move', '/a/b/z', { from: at('/a/b') }), /moved into itself/);
  assert.deepEqual(apply('test', '/a/x~1y', { value: { '~': 1 } }), base());
  assert.throws(() => apply('test', '/a/b', { value: [1] }), /another/);
  assert.deepEqual(apply('test', '/none', { value: null }), base());
});

test('the document comes out sorted, with two spaces', () => {
  const operations = `- {op: add, path: /machine/certSANs, value: [lb.example.net]}
- {op: add, path: /machine/nodeLabels, value: {example.net/on: "yes", n10: "1", n9: "2"}}
`;
  assert.equal(
    patch(worker, [operations, '[{"op":"remove","path":"/machine/nodeLabels/n10"}]']),
    `cluster:
  controlPlane:
    endpoint: https://192.0.2.5:6443
machine:
  certSANs:
  - lb.example.net
  nodeLabels:
    example.net/on: "yes"
    n9: "2"
  type: worker
version: v1alpha1
`,
  );
});

test('booleans of YAML 1.1 where the configuration has booleans, text elsewhere', () => {
  const config = 'machine: {type: worker, features: {rbac: on}, nodeLabels: {a: on, b: 2026-01-01, c: 0o7}}\n';
  assert.match(
    patch(config, ['[{"op":"add","path":"/machine/token","value":"t"}]']),
    /features:\n {4}rbac: true\n {2}nodeLabels:\n {4}a: "on"\n {4}b: "2026-01-01"\n {4}c: 7\n/,
  );
});

test('among several documents it goes to the main one, with a warning', () => {
  const config = `${worker}---\n# kept\napiVersion: v1alpha1\nkind: HostnameConfig\nauto: stable\n`;
  const operation = '[{"op":"add","path":"/machine/token","value":"t"}]';
  assert.match(
    patch(config, [operation]),
    /^cluster:[\s\S]*token: t[\s\S]*---\n# kept\napiVersion: v1alpha1\nkind: HostnameConfig\nauto: stable\n$/,
  );
  assert.match(warningsOf(config, [operation]).join(), /JSON patches are deprecated/);
});

test('strategic patches after JSON patches and before', () => {
  const operation = '[{"op":"add","path":"/machine/token","value":"t"}]';
  const label = 'machine: {nodeLabels: {a: b}}\n';
  assert.match(patch(worker, [operation, label]), /^version: v1alpha1\nmachine:\n {4}type: worker\n {4}token: t\n/);
  assert.match(patch(worker, [label, operation]), /^cluster:\n {2}controlPlane:/);
});

const refused: readonly (readonly [string, string, RegExp])[] = [
  [
    'an unknown key',
    '[{"op":"add","path":"/machine/kubeletExtra","value":1}]',
    /after the JSON patch: unknown key "kubeletExtra"/,
  ],
  ['a wrong type', '[{"op":"add","path":"/machine/certSANs","value":"x"}]', /expected a list/],
  ['a missing path', '[{"op":"remove","path":"/machine/x"}]', /remove \/machine\/x failed: there is no \/machine\/x/],
  ['an unknown operation', '[{"op":"merge","path":"/a"}]', /op must be one of/],
  ['no pointer', '[{"op":"remove","path":"a"}]', /path must be a JSON pointer/],
  ['no value', '[{"op":"add","path":"/a"}]', /add needs a value/],
  ['no source', '[{"op":"move","path":"/a"}]', /move needs from/],
];

for (const [what, text, reason] of refused) {
  test(`refused: ${what}`, () => {
    assert.match(problemsOf(() => patch(worker, [text])).join('\n'), reason);
  });
}
