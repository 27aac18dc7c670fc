import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type LabelTerm, LabelTerm_Operation as Op } from '../../../src/gen/v1alpha1/resource.js';
import { matcher } from '../../../src/sim/state/query.js';

const term = (key: string, op: Op, value: string[] = [], invert = false): LabelTerm => ({ key, op, value, invert });
const matches = (terms: LabelTerm[], labels: Record<string, string>): boolean =>
  matcher([{ terms }], undefined)({ id: 'x', labels });

test('terms compare labels', () => {
  const cases: readonly (readonly [LabelTerm, boolean])[] = [
    [term('a', Op.EXISTS), true],
    [term('z', Op.EXISTS), false],
    [term('z', Op.EXISTS, [], true), true],
    [term('z', Op.NOT_EXISTS), true],
    [term('a', Op.EQUAL, ['5']), true],
    [term('a', Op.EQUAL, ['6']), false],
    [term('a', Op.EQUAL, ['6'], true), true],
    [term('a', Op.IN, ['4', '5']), true],
    [term('a', Op.LT, ['51']), true],
    [term('a', Op.LTE, ['5']), true],
    [term('a', Op.LT_NUMERIC, ['10']), true],
    [term('a', Op.LT, ['10']), false],
    [term('a', Op.LTE_NUMERIC, ['4']), false],
    [term('z', Op.LT_NUMERIC, ['4'], true), false],
    [term('text', Op.LT_NUMERIC, ['4'], true), false],
  ];
  for (const [query, expected] of cases) {
    assert.equal(matches([query], { a: '5', text: 'n' }), expected, JSON.stringify(query));
  }
});

test('the terms of a query have to hold together, queries are alternatives', () => {
  assert.equal(matches([term('a', Op.EXISTS), term('b', Op.EXISTS)], { a: '' }), false);
  const either = matcher([{ terms: [term('a', Op.EXISTS)] }, { terms: [term('b', Op.EXISTS)] }], undefined);
  assert.equal(either({ id: 'x', labels: { b: '' } }), true);
  assert.equal(either({ id: 'x' }), false);
});

test('ids match a pattern anywhere', () => {
  const ids = matcher([], { regexp: '^kube-' });
  assert.equal(ids({ id: 'kube-apiserver' }), true);
  assert.equal(ids({ id: 'my-kube-x' }), false);
  assert.equal(matcher([], { regexp: '' })({ id: 'any' }), true);
});

test('what cannot be asked for is refused', () => {
  assert.throws(() => matcher([], { regexp: '(' }), { code: 3 });
  assert.throws(() => matcher([{ terms: [term('a', 99 as Op)] }], undefined), { code: 12 });
});
