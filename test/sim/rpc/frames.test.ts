import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { frame, unframe } from '../../../src/sim/rpc/frames.js';
import { Code, StatusError } from '../../../src/sim/rpc/status.js';

async function* pieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function messages(bytes: Buffer, size: number, encoding?: string, limit?: number): Promise<string[]> {
  const found: string[] = [];
  for await (const message of unframe(pieces(bytes, size), encoding, limit)) found.push(message.toString());
  return found;
}

test('messages come out as they went in, however the body is cut', async () => {
  const sent = ['one', '', 'a longer message of some length', 'x'];
  const body = Buffer.concat(sent.map((text) => frame(Buffer.from(text))));
  for (let size = 1; size <= body.length; size++)
    assert.deepEqual(await messages(body, size), sent, `in pieces of ${size}`);
});

test('a compressed message is inflated, one in an unknown encoding is refused', async () => {
  const body = frame(gzipSync('hello'));
  body[0] = 1;
  assert.deepEqual(await messages(body, 4, 'gzip'), ['hello']);
  await assert.rejects(
    messages(body, 4, 'br'),
    (error) => error instanceof StatusError && error.code === Code.unimplemented,
  );
});

test('a message beyond the limit is refused before it is read', async () => {
  await assert.rejects(
    messages(frame(Buffer.alloc(20)), 5, undefined, 19),
    (error) => error instanceof StatusError && error.code === Code.resourceExhausted,
  );
});

test('a body that ends in the middle of a message fails', async () => {
  await assert.rejects(messages(frame(Buffer.from('hello')).subarray(0, 7), 3), /middle of a message/);
});
