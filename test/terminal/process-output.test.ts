import assert from 'node:assert/strict';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { processOutput } from '../../src/terminal/process-output.js';

const unwanted = (): never => {
  throw new Error('the stream of the process was asked for');
};

test('a file is written to at once, without the stream of the process', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'talosctl-output-'));
  t.after(() => rm(folder, { recursive: true }));
  const path = join(folder, 'out');
  const descriptor = openSync(path, 'w');
  t.after(() => closeSync(descriptor));
  const output = processOutput(descriptor, unwanted, {});
  assert.deepEqual([output.isTerminal, output.colour, output.columns], [false, false, undefined]);
  const large = 'x'.repeat(100_000);
  await output.write('text, ');
  await output.write(Buffer.from(large));
  assert.equal(readFileSync(path, 'utf8'), `text, ${large}`);
});

test('the null device is no terminal', async (t) => {
  const descriptor = openSync(devNull, 'w');
  t.after(() => closeSync(descriptor));
  const output = processOutput(descriptor, unwanted, {});
  assert.equal(output.isTerminal, false);
  await output.write('gone');
});

test('what is no file, pipe or null device is left to the stream', async () => {
  const stream = Object.assign(new PassThrough(), { isTTY: true, columns: 70, rows: 20 });
  // No descriptor of this number is open.
  const output = processOutput(2 ** 20, () => stream, {});
  assert.deepEqual([output.isTerminal, output.columns, output.rows], [true, 70, 20]);
  await output.write('shown');
  assert.equal(String(stream.read()), 'shown');
});
