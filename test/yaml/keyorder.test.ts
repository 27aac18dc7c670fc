import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareKeys } from '../../src/yaml/keyorder.js';

test('numbers inside keys count by their value, letters come after signs', () => {
  const keys = ['k10', 'k9', 'k09', 'b', 'B', 'a/b', 'a.b', 'ab', 'a', '10', '9', 'a1b', 'a1', 'z-1', 'z_1'];
  assert.deepEqual([...keys].sort(compareKeys), [
    '9',
    '10',
    'B',
    'a',
    'a.b',
    'a/b',
    'a1',
    'a1b',
    'ab',
    'b',
    'k9',
    'k09',
    'k10',
    'z-1',
    'z_1',
  ]);
});

test('the order is one: antisymmetric', () => {
  const keys = ['k10', 'k9', 'k09', 'a1b', 'a1', '', '0', '00', '01', 'x.y', 'x/y', 'é', 'Z'];
  for (const left of keys) {
    for (const right of keys) {
      assert.equal(Math.sign(compareKeys(left, right)) + Math.sign(compareKeys(right, left)), 0, `${left} ${right}`);
    }
  }
});
