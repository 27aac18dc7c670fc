import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32, inflateRawSync } from 'node:zlib';
import { Crc32 } from '../../src/files/crc32.js';
import { ZipWriter } from '../../src/files/zip-writer.js';
import { readZip } from '../helpers/zip.js';

async function* pieces(...texts: readonly string[]): AsyncGenerator<Buffer, void, undefined> {
  for (const text of texts) yield Buffer.from(text);
}

function collect() {
  const written: Buffer[] = [];
  const writer = new ZipWriter(async (bytes) => {
    written.push(Buffer.from(bytes));
  });
  return { writer, bytes: () => Buffer.concat(written) };
}

const modified = new Date('2026-05-06T07:08:10Z');

test('entries read back as they were', async () => {
  const { writer, bytes } = collect();
  await writer.add('10.5.0.2/dmesg.log', pieces('one\n', '', 'two\n'), modified);
  await writer.add('empty', pieces(), modified);
  await writer.add('ünïcode', pieces('x'.repeat(200_000)), modified);
  await writer.end();
  const entries = readZip(bytes());
  assert.deepEqual(
    entries.map(({ name, content }) => [name, content.length]),
    [
      ['10.5.0.2/dmesg.log', 8],
      ['empty', 0],
      ['ünïcode', 200_000],
    ],
  );
  assert.equal(entries[0]?.content.toString(), 'one\ntwo\n');
  assert.ok(bytes().length < 3000, 'it is compressed');
  assert.equal(writer.count, 3);
});

test('entries that are added side by side do not mix', async () => {
  const { writer, bytes } = collect();
  const slowly = async function* (text: string): AsyncGenerator<Buffer, void, undefined> {
    for (const letter of text) {
      await new Promise((resolve) => setImmediate(resolve));
      yield Buffer.from(letter);
    }
  };
  await Promise.all(['aaaa', 'bbbbbbbb', 'c'].map((text) => writer.add(text, slowly(text), modified)));
  await writer.end();
  const found = new Map(readZip(bytes()).map(({ name, content }) => [name, content.toString()]));
  assert.deepEqual([...found.keys()].sort(), ['aaaa', 'bbbbbbbb', 'c']);
  for (const [name, text] of found) assert.equal(text, name);
});

test('an entry whose content fails leaves nothing in the archive', async () => {
  const { writer, bytes } = collect();
  const failing = async function* (): AsyncGenerator<Buffer, void, undefined> {
    yield Buffer.from('half');
    throw new RangeError('gone');
  };
  await assert.rejects(writer.add('bad', failing(), modified), /gone/);
  await writer.add('good', pieces('G'), modified);
  await writer.end();
  assert.deepEqual(
    readZip(bytes()).map(({ name }) => name),
    ['good'],
  );
});

test('a sink that fails is told to who adds', async () => {
  const writer = new ZipWriter(async () => {
    throw new RangeError('no space');
  });
  await assert.rejects(writer.add('a', pieces('A'), modified), /no space/);
});

test('checksums are those of zlib', () => {
  const text = Buffer.from('The quick brown fox jumps over the lazy dog');
  const crc = new Crc32();
  crc.update(text.subarray(0, 10));
  crc.update(text.subarray(10));
  assert.equal(crc.value, 0x414f_a339);
  if (typeof crc32 === 'function') assert.equal(crc.value, crc32(text));
  assert.equal(inflateRawSync(Buffer.from([3, 0])).length, 0);
});
