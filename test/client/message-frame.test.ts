import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CallStatus } from '../../src/client/call-status.js';
import { frameMessage, MessageFrames } from '../../src/client/message-frame.js';
import { GrpcStatus } from '../../src/errors/status.js';

const messages = [Buffer.from('one'), Buffer.alloc(0), Buffer.alloc(70_000, 7), Buffer.from('four'), Buffer.alloc(0)];
const stream = Buffer.concat(messages.map(frameMessage));

function read(pieces: readonly Buffer[]): { readonly found: readonly Buffer[]; readonly isPartial: boolean } {
  const frames = new MessageFrames(100_000);
  const found: Buffer[] = [];
  for (const piece of pieces) frames.take(piece, (message) => found.push(message));
  return { found, isPartial: frames.isPartial };
}

test('messages are the same however their bytes are cut', () => {
  for (const size of [1, 2, 4, 5, 6, 7, 13, 16_384, stream.length]) {
    const pieces = Array.from({ length: Math.ceil(stream.length / size) }, (_, at) =>
      stream.subarray(at * size, (at + 1) * size),
    );
    assert.deepEqual(read(pieces), { found: messages, isPartial: false }, `in pieces of ${size}`);
  }
});

test('bytes that end within a prefix or a message are noticed', () => {
  for (const left of [1, 4, 5, 6]) {
    assert.equal(read([frameMessage(Buffer.from('abc')).subarray(0, left)]).isPartial, true, `after ${left} bytes`);
  }
});

test('what is complete comes before a message that cannot be taken', () => {
  const wrong: readonly (readonly [Buffer, number])[] = [
    [Buffer.from([0, 0, 1, 0x86, 0xa1]), GrpcStatus.ResourceExhausted],
    [Buffer.from([1, 0, 0, 0, 1, 0]), GrpcStatus.Internal],
  ];
  for (const [bytes, code] of wrong) {
    const found: string[] = [];
    const frames = new MessageFrames(100_000);
    assert.throws(
      () => frames.take(Buffer.concat([frameMessage(Buffer.from('good')), bytes]), (one) => found.push(String(one))),
      (error) => error instanceof CallStatus && error.code === code,
    );
    assert.deepEqual(found, ['good']);
  }
});
