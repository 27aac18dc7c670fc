import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../../src/client/client.js';
import { CallLimit, fanOut, fanOutStream } from '../../src/client/fanout.js';
import { CancelledError, TalosctlError } from '../../src/errors/errors.js';

/** Fan-out looks at the nodes alone. */
function clientOf(nodes: readonly string[]): Client {
  const unused = (): never => {
    throw new Error('fan-out makes no calls itself');
  };
  return {
    endpoints: [],
    nodes,
    insecure: false,
    unary: unused,
    serverStream: unused,
    clientStream: unused,
    duplex: unused,
    close: unused,
    moveOn: unused,
  };
}

const many = Array.from({ length: 100 }, (_, index) => `node-${index}`);

test('results come in the order asked, and no more calls than allowed are under way', async () => {
  let running = 0;
  let most = 0;
  const results = await fanOut(clientOf(many), async (node) => {
    most = Math.max(most, ++running);
    await sleep(Number(node.slice(5)) % 7);
    running -= 1;
    return node.toUpperCase();
  });
  assert.deepEqual(
    results,
    many.map((node) => ({ node, value: node.toUpperCase() })),
  );
  assert.equal(most, 32);
});

test('failures stand beside the answers', async () => {
  const failure = new TalosctlError('no');
  const results = await fanOut(clientOf(['a', 'b', 'c']), async (node) => {
    if (node === 'b') throw failure;
    return node;
  });
  assert.deepEqual(results, [
    { node: 'a', value: 'a' },
    { node: 'b', error: failure },
    { node: 'c', value: 'c' },
  ]);
});

test('interruption and defects are failures of no node, and start no more calls', async () => {
  for (const error of [new CancelledError('interrupted'), new RangeError('defect')]) {
    const asked: string[] = [];
    const running = fanOut(
      clientOf(many),
      async (node) => {
        asked.push(node);
        throw error;
      },
      { concurrency: 1 },
    );
    await assert.rejects(running, error);
    assert.deepEqual(asked, ['node-0']);
  }
});

test('without nodes the endpoint is asked', async () => {
  assert.deepEqual(await fanOut(clientOf([]), async (node) => `<${node}>`), [{ node: '', value: '<>' }]);
});

async function* count(node: string, messages: number): AsyncGenerator<string, void, undefined> {
  for (let index = 0; index < messages; index += 1) {
    await sleep(1);
    yield `${node}${index}`;
  }
}

test('streams are merged, each in its own order, and a failure ends only its own', async () => {
  const failure = new TalosctlError('lost');
  const seen: Record<string, unknown[]> = { a: [], b: [] };
  const streams = fanOutStream(clientOf(['a', 'b']), async function* (node) {
    yield* count(node, node === 'a' ? 2 : 5);
    if (node === 'a') throw failure;
  });
  for await (const { node, value, error } of streams) seen[node]?.push(value ?? error);
  assert.deepEqual(seen, { a: ['a0', 'a1', failure], b: ['b0', 'b1', 'b2', 'b3', 'b4'] });
});

test('a stream is not read while its last message waits', async () => {
  let read = 0;
  const streams = fanOutStream(clientOf(['a']), async function* () {
    for (;;) yield ++read;
  });
  await streams.next();
  await sleep(5);
  assert.equal(read, 1);
  await streams.next();
  await sleep(5);
  assert.equal(read, 2);
  await streams.return();
});

test('leaving the loop leaves every stream, also those that say nothing', async () => {
  const left: string[] = [];
  const streams = fanOutStream(clientOf(['loud', 'silent']), async function* (node, signal) {
    signal.addEventListener('abort', () => left.push(node));
    if (node === 'loud') yield 1;
    await new Promise(() => undefined);
  });
  for await (const { node } of streams) {
    assert.equal(node, 'loud');
    break;
  }
  assert.deepEqual(left.sort(), ['loud', 'silent']);
});

test('two fan-outs side by side share a limit', async () => {
  const limit = new CallLimit(8);
  let running = 0;
  let most = 0;
  const call = async (): Promise<void> => {
    most = Math.max(most, ++running);
    await sleep(1);
    running -= 1;
    if (running === 3) throw new TalosctlError('a failed call gives its turn away too');
  };
  const both = await Promise.all([fanOut(clientOf(many), call, { limit }), fanOut(clientOf(many), call, { limit })]);
  assert.deepEqual(
    both.map((results) => results.length),
    [100, 100],
  );
  assert.equal(most, 8);
});

test('streams that end are bounded, and the next begins when one has ended', async () => {
  let open = 0;
  let most = 0;
  const streams = fanOutStream(clientOf(many), async function* (node) {
    most = Math.max(most, ++open);
    yield* count(node, 2);
    open -= 1;
  });
  let messages = 0;
  for await (const _ of streams) messages += 1;
  assert.deepEqual([messages, most, open], [200, 32, 0]);
});

test('interruption ends the merged stream', async () => {
  const streams = fanOutStream(clientOf(['a', 'b']), async function* (node) {
    if (node === 'b') throw new CancelledError('interrupted');
    yield* count(node, 100);
  });
  await assert.rejects(async () => {
    for await (const _ of streams);
  }, CancelledError);
});
