import assert from 'node:assert/strict';
import { PassThrough, Readable, Writable } from 'node:stream';
import { test } from 'node:test';
import { CancelledError } from '../../src/errors/errors.js';
import { StreamInput } from '../../src/terminal/input.js';
import { coloursAllowed, streamOutput } from '../../src/terminal/output.js';

function failingWith(code: string): Writable {
  return new Writable({
    write: (_chunk, _encoding, done) => done(Object.assign(new Error(code), { code })),
  });
}

test('a write waits until the stream has taken it', async () => {
  let take: (() => void) | undefined;
  const slow = new Writable({
    write: (_chunk, _encoding, done) => {
      take = done;
    },
  });
  let written = false;
  const write = streamOutput(slow, {})
    .write('text')
    .then(() => {
      written = true;
    });
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(written, false);
  take?.();
  await write;
  assert.equal(written, true);
});

test('writing to a closed pipe is cancelled, and the closing is told once', async () => {
  let closings = 0;
  const output = streamOutput(failingWith('EPIPE'), {}, { onClosed: () => closings++ });
  await assert.rejects(output.write('a'), CancelledError);
  await new Promise((resolve) => setImmediate(resolve));
  await assert.rejects(output.write('b'), CancelledError);
  assert.equal(closings, 1);
});

test('a reader that takes nothing does not hold up an interruption', { timeout: 5000 }, async () => {
  const interruption = new AbortController();
  const stuck = new Writable({ write: () => {} });
  const output = streamOutput(stuck, {}, { signal: interruption.signal });
  const before = output.write('a');
  interruption.abort();
  await assert.rejects(before, CancelledError);
  await assert.rejects(output.write('b'), CancelledError);
});

test('a reader that is only slow gets what is written after an interruption', async () => {
  const interruption = new AbortController();
  const slow = new Writable({ write: (_chunk, _encoding, done) => void setTimeout(done, 1) });
  const output = streamOutput(slow, {}, { signal: interruption.signal });
  interruption.abort();
  await output.write('a');
  await output.write('b');
});

test('another failure of the stream stays what it is', async () => {
  await assert.rejects(streamOutput(failingWith('ENOSPC'), {}).write('a'), { code: 'ENOSPC' });
});

test('an empty write is none', async () => {
  await streamOutput(failingWith('EPIPE'), {}).write('');
});

test('colours need a terminal, and nobody who forbids them', () => {
  const terminal = Object.assign(new PassThrough(), { isTTY: true, columns: 80 });
  assert.equal(streamOutput(terminal, { TERM: 'xterm' }).colour, true);
  assert.equal(streamOutput(terminal, { TERM: 'xterm' }).columns, 80);
  const sizeless = Object.assign(new PassThrough(), { isTTY: true, columns: 0, rows: 0 });
  assert.equal(streamOutput(sizeless, {}).columns, undefined);
  assert.equal(streamOutput(sizeless, {}).rows, undefined);
  assert.equal(streamOutput(terminal, { NO_COLOR: '1' }).colour, false);
  assert.equal(streamOutput(terminal, { NO_COLOR: '' }).colour, true);
  assert.equal(streamOutput(new PassThrough(), {}).colour, false);
  assert.equal(coloursAllowed({ TERM: 'dumb' }), false);
});

test('input gives lines, then the rest', async () => {
  const input = new StreamInput(() => Readable.from([Buffer.from('one\r\ntw'), Buffer.from('o\nthree\nfo'), 'ur']));
  assert.equal(await input.readLine(), 'one');
  assert.equal(await input.readLine(), 'two');
  assert.equal((await input.readAll()).toString(), 'three\nfour');
  assert.equal(await input.readLine(), undefined);
});

test('the last line needs no newline', async () => {
  const input = new StreamInput(() => Readable.from([Buffer.from('only')]));
  assert.equal(await input.readLine(), 'only');
  assert.equal(await input.readLine(), undefined);
});

test('an interruption ends the wait for input', async () => {
  const stream = new PassThrough();
  const abort = new AbortController();
  const input = new StreamInput(() => stream, abort.signal);
  stream.write('one\ntwo');
  assert.equal(await input.readLine(), 'one');
  const waiting = input.readLine();
  abort.abort();
  await assert.rejects(waiting, CancelledError);
  await assert.rejects(input.readAll(), CancelledError);
});

test('input that nobody reads is not opened', () => {
  const input = new StreamInput(() => assert.fail('opened'));
  input.close();
});

test('standard input that is named twice is not taken for an empty one', async () => {
  const input = new StreamInput(() => Readable.from(['text']));
  assert.equal((await input.readAll()).toString(), 'text');
  await assert.rejects(input.readAll(), /can be read once only/);
});
