import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LiveKeys } from '../../src/etcd/live-keys.js';

const bytes = (text: string | number) => Buffer.from(`/registry/${text}`);

test('keys are counted once, and no longer when they are gone', () => {
  const keys = new LiveKeys();
  const model = new Set<number>();
  let seed = 3;
  for (let round = 0; round < 60_000; round++) {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    const key = (seed >>> 8) % 9000;
    if ((seed & 3) === 0) {
      keys.delete(bytes(key));
      model.delete(key);
    } else {
      keys.add(bytes(key));
      model.add(key);
    }
    if (round % 1000 === 0) assert.equal(keys.count, model.size);
  }
  assert.equal(keys.count, model.size);
  for (const key of model) keys.delete(bytes(key));
  assert.equal(keys.count, 0);
});

test('many keys', () => {
  const keys = new LiveKeys();
  for (let key = 0; key < 300_000; key++) keys.add(bytes(key));
  assert.equal(keys.count, 300_000);
});
