import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { RandomAccess } from '../../src/etcd/bbolt/file.js';
import { BoltReader, type Entry } from '../../src/etcd/bbolt/reader.js';
import { writeBolt } from '../../src/etcd/bbolt/writer.js';
import { openedFile } from './databases.js';

async function readAll(t: TestContext, content: Buffer): Promise<ReadonlyMap<string, readonly Entry[]>> {
  const reader = await BoltReader.open(new RandomAccess(await openedFile(t, content)));
  const found = new Map<string, readonly Entry[]>();
  for await (const bucket of reader.buckets()) {
    const entries: Entry[] = [];
    for await (const page of bucket.pages()) {
      for (const { key, value } of page) entries.push({ key: Buffer.from(key), value: Buffer.from(value) });
    }
    found.set(bucket.name.toString(), entries);
  }
  return found;
}

const entry = (key: string, value: string | Buffer): Entry => ({ key: Buffer.from(key), value: Buffer.from(value) });

test('what is written is read again: many pages, values larger than a page, empty buckets', async (t) => {
  const many = Array.from({ length: 3000 }, (_, index) =>
    entry(String(index).padStart(6, '0'), 'v'.repeat(index % 90)),
  );
  const large = [entry('a', Buffer.alloc(20_000, 1)), entry('b', ''), entry('c', Buffer.alloc(5000, 2))];
  const buckets = new Map([
    ['many', many],
    ['large', large],
    ['empty', []],
  ]);
  const found = await readAll(t, writeBolt(buckets));
  assert.deepEqual([...found.keys()], ['empty', 'large', 'many']);
  for (const [name, entries] of buckets) assert.deepEqual(found.get(name), entries, name);
});

test('the newer of the two meta pages counts, and the other when it is broken', async (t) => {
  const content = writeBolt(new Map([['b', [entry('k', 'v')]]]));
  content.writeUInt8(0xff, 16 + 60);
  assert.deepEqual(await readAll(t, content), new Map([['b', [entry('k', 'v')]]]));
  content.writeUInt8(0xff, 4096 + 16 + 60);
  await assert.rejects(readAll(t, content), /the database is damaged: it has no valid meta page/);
});

test('damage is said, whatever is hit', async (t) => {
  const content = writeBolt(
    new Map([['b', Array.from({ length: 500 }, (_, n) => entry(`key-${1000 + n}`, 'x'.repeat(40)))]]),
  );
  const pages = content.length / 4096;
  await assert.rejects(readAll(t, content.subarray(0, 3 * 4096)), /the database is damaged/);
  for (let page = 2; page < pages; page++) {
    const kind = content.readUInt16LE(page * 4096 + 8);
    if (kind === 0x10) continue;
    for (const [offset, value] of [
      [0, 0xee], // its number
      [8, 0x77], // its kind
      [16 + (kind === 2 ? 4 : 8), 0xffff], // where its first key stands, or its first child
    ] as const) {
      const damaged = Buffer.from(content);
      damaged.writeUInt16LE(value, page * 4096 + offset);
      await assert.rejects(readAll(t, damaged), { name: 'TalosctlError', message: /the database is damaged/ });
    }
  }
});

test('random bytes neither crash nor hang the reader', async (t) => {
  const content = writeBolt(
    new Map([['b', Array.from({ length: 200 }, (_, n) => entry(`key-${1000 + n}`, 'x'.repeat(60)))]]),
  );
  let seed = 7;
  const random = (below: number): number => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    return seed % below;
  };
  for (let round = 0; round < 150; round++) {
    const damaged = Buffer.from(content);
    for (let hit = 0; hit < 6; hit++) damaged.writeUInt8(random(256), 2 * 4096 + random(damaged.length - 2 * 4096));
    await readAll(t, damaged).catch((error: unknown) => {
      assert.equal((error as Error).name, 'TalosctlError', String((error as Error).stack));
    });
  }
});
