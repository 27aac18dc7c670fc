import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Crc32c } from '../../src/etcd/crc32c.js';
import { SnapshotHash, withHash } from '../../src/etcd/snapshot-hash.js';
import { snapshotStatus } from '../../src/etcd/snapshot-status.js';
import { type Change, database, openedFile } from './databases.js';

const signal = new AbortController().signal;

test('CRC-32C', () => {
  for (const pieces of [['123456789'], ['1', '2345678', '9'], ['12345678', '9']]) {
    const sum = new Crc32c();
    for (const piece of pieces) sum.update(Buffer.from(piece));
    assert.equal(sum.value.toString(16), 'e3069283');
  }
  assert.equal(new Crc32c().value, 0);
});

test('the status of a snapshot: the last revision, and the keys that are left', async (t) => {
  const changes: readonly Change[] = [
    ['/a', '1'],
    ['/b', '1'],
    ['/a', '2'],
    ['/c', 'x'.repeat(9000)],
    ['/b', undefined],
    ['/d', '1'],
    ['/d', undefined],
    ['/d', '2'],
  ];
  const content = database(changes);
  const status = await snapshotStatus(await openedFile(t, withHash(content)), signal);
  assert.equal(status.revision, 9n);
  assert.equal(status.totalKeys, 3);
  assert.equal(status.totalSize, content.length);
  const sum = new Crc32c();
  const { changeEntries } = await import('./databases.js');
  for (const text of ['alarm', 'key']) sum.update(Buffer.from(text));
  for (const { key, value } of changeEntries(changes)) {
    sum.update(key);
    sum.update(value);
  }
  for (const text of ['meta', 'term', '2']) sum.update(Buffer.from(text));
  assert.equal(status.hash, sum.value);
});

test('reading a snapshot can be interrupted', async (t) => {
  const file = await openedFile(t, database([['/a', '1']]));
  await assert.rejects(snapshotStatus(file, AbortSignal.abort()), { name: 'CancelledError' });
});

test('the hash behind a snapshot, however its pieces are cut', () => {
  const snapshot = withHash(Buffer.alloc(1024, 3));
  for (const size of [1, 7, 31, 32, 33, 500, 1024, 1056]) {
    const hash = new SnapshotHash();
    for (let at = 0; at < snapshot.length; at += size) hash.update(snapshot.subarray(at, at + size));
    assert.equal(hash.size, snapshot.length);
    assert.equal(hash.verdict(), 'good', `pieces of ${size}`);
  }
  const verdictOf = (bytes: Buffer): string => {
    const hash = new SnapshotHash();
    hash.update(bytes);
    return hash.verdict();
  };
  assert.equal(verdictOf(snapshot.subarray(0, -32)), 'missing');
  assert.equal(verdictOf(Buffer.alloc(0)), 'missing');
  const damaged = Buffer.from(snapshot);
  damaged[100] = 4;
  assert.equal(verdictOf(damaged), 'wrong');
});
