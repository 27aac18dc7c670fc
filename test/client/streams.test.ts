import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '../../src/client/connect.js';
import { CallError, CancelledError } from '../../src/errors/errors.js';
import { GrpcStatus } from '../../src/errors/status.js';
import { Data } from '../../src/gen/common/common.js';
import {
  DebugContainerRunRequest,
  DebugContainerRunResponse,
  DebugServiceService,
} from '../../src/gen/machine/debug.js';
import { EtcdRecoverResponse, MachineServiceService } from '../../src/gen/machine/machine.js';
import { StatusError, TestServer } from '../helpers/servers.js';
import { TestCluster } from '../helpers/tls.js';

const cluster = await TestCluster.create();
const data = (text: string | Buffer): Data => Data.fromPartial({ bytes: Buffer.from(text) });

async function start(t: TestContext, signal?: AbortSignal) {
  const server = await TestServer.start(t, {
    certificate: await cluster.server('127.0.0.1'),
    clientCa: cluster.authority.crt,
    services: [MachineServiceService, DebugServiceService],
  });
  const context = await cluster.context([server.address], ['10.5.0.2']);
  const client = await connect({
    context,
    nodes: [],
    endpoints: [],
    env: {},
    now: new Date(),
    warn: () => undefined,
    signal,
  });
  t.after(() => client.close());
  return { server, client };
}

/** Waits until something is so, for a second at most. */
async function eventually(check: () => boolean): Promise<void> {
  for (let tries = 0; !check(); tries += 1) {
    assert.ok(tries < 200, `never: ${String(check)}`);
    await sleep(5);
  }
}

const read = { path: '/var/log/x' };

test('messages of a server come one by one, to the last', async (t) => {
  const { server, client } = await start(t);
  server.stream(MachineServiceService.read, async function* (requests) {
    for await (const { path } of requests) for (let index = 0; index < 500; index += 1) yield data(`${path} ${index}`);
  });
  const texts: string[] = [];
  for await (const { bytes } of client.serverStream(MachineServiceService.read, read)) texts.push(bytes.toString());
  assert.equal(texts.length, 500);
  assert.equal(texts.at(-1), '/var/log/x 499');
});

test('a reader that stops holds the server back', async (t) => {
  const { server, client } = await start(t);
  let sent = 0;
  server.stream(MachineServiceService.read, async function* () {
    const piece = data(Buffer.alloc(256 * 1024));
    for (;;) {
      sent += 1;
      yield piece;
    }
  });
  const stream = client.serverStream(MachineServiceService.read, read)[Symbol.asyncIterator]();
  await stream.next();
  let before: number;
  do {
    before = sent;
    await sleep(50);
  } while (sent > before);
  assert.ok(sent < 200, `the server went on to ${sent} messages`);
  for (let index = 0; index < 100; index += 1) await stream.next();
  await eventually(() => sent > before);
  await stream.return?.();
  await eventually(() => server.calls[0]?.signal.aborted === true);
});

test('leaving the loop cancels the call', async (t) => {
  const { server, client } = await start(t);
  server.stream(MachineServiceService.read, async function* (_, { signal }) {
    yield data('first');
    await new Promise((resolve) => {
      signal.addEventListener('abort', resolve, { once: true });
    });
  });
  for await (const { bytes } of client.serverStream(MachineServiceService.read, read)) {
    assert.equal(bytes.toString(), 'first');
    break;
  }
  await eventually(() => server.calls[0]?.signal.aborted === true);
});

test('a call that is waited for can be left', async (t) => {
  const { server, client } = await start(t);
  server.stream(MachineServiceService.read, async function* (_, { signal }) {
    await new Promise((resolve) => {
      signal.addEventListener('abort', resolve, { once: true });
    });
  });
  const stream = client.serverStream(MachineServiceService.read, read)[Symbol.asyncIterator]();
  const waiting = stream.next();
  await eventually(() => server.calls.length === 1);
  await stream.return?.();
  assert.deepEqual(await waiting, { done: true, value: undefined });
  await eventually(() => server.calls[0]?.signal.aborted === true);
});

for (const whose of ['the call', 'the client']) {
  test(`the signal of ${whose} ends a stream at once`, async (t) => {
    const abort = new AbortController();
    const { server, client } = await start(t, whose === 'the client' ? abort.signal : undefined);
    server.stream(MachineServiceService.read, async function* (_, { signal }) {
      yield data('first');
      await new Promise((resolve) => {
        signal.addEventListener('abort', resolve, { once: true });
      });
    });
    const options = whose === 'the call' ? { signal: abort.signal } : {};
    const started = performance.now();
    await assert.rejects(async () => {
      for await (const _ of client.serverStream(MachineServiceService.read, read, options)) abort.abort();
    }, CancelledError);
    assert.ok(performance.now() - started < 1000);
    await eventually(() => server.calls[0]?.signal.aborted === true);
    await assert.rejects(
      client.unary(MachineServiceService.version, {}, options),
      CancelledError,
      'nothing starts later',
    );
  });
}

test('a node that is lost in mid-stream', async (t) => {
  const { server, client } = await start(t);
  server.stream(MachineServiceService.read, async function* () {
    yield data('first');
    await new Promise(() => undefined);
  });
  const running = (async () => {
    for await (const _ of client.serverStream(MachineServiceService.read, read, { node: '10.5.0.2' })) server.stop();
  })();
  await assert.rejects(running, (error) => {
    assert.ok(error instanceof CallError);
    assert.equal(error.code, GrpcStatus.Unavailable);
    assert.match(error.message, /^the connection to 127\.0\.0\.1:\d+ broke while the call was under way/);
    assert.match(error.hint ?? '', /restarting/);
    return true;
  });
});

test('a server that fails after some messages', async (t) => {
  const { server, client } = await start(t);
  server.stream(MachineServiceService.read, async function* () {
    yield data('first');
    throw new StatusError(GrpcStatus.NotFound, 'no such file');
  });
  const texts: string[] = [];
  await assert.rejects(
    async () => {
      for await (const { bytes } of client.serverStream(MachineServiceService.read, read)) texts.push(bytes.toString());
    },
    (error) => error instanceof CallError && error.code === GrpcStatus.NotFound && /no such file/.test(error.message),
  );
  assert.deepEqual(texts, ['first']);
});

async function* pieces(count: number): AsyncGenerator<Data, void, undefined> {
  for (let index = 0; index < count; index += 1) yield data(Buffer.alloc(100_000, index));
}

test('requests are streamed to a server', async (t) => {
  const { server, client } = await start(t);
  let received = 0;
  server.stream(MachineServiceService.etcdRecover, async function* (requests) {
    for await (const { bytes } of requests) received += bytes.length;
    yield EtcdRecoverResponse.fromPartial({ messages: [{}] });
  });
  const { messages } = await client.clientStream(MachineServiceService.etcdRecover, pieces(50));
  assert.equal(messages.length, 1);
  assert.equal(received, 5_000_000);
  await client.clientStream(MachineServiceService.etcdRecover, pieces(0));
  assert.equal(received, 5_000_000, 'no request at all is fine too');
});

test('a server that answers, or fails, before all requests are sent', async (t) => {
  const { server, client } = await start(t);
  let stopped = false;
  const endless = async function* (): AsyncGenerator<Data, void, undefined> {
    try {
      for (;;) yield data(Buffer.alloc(1000));
    } finally {
      stopped = true;
    }
  };
  server.stream(MachineServiceService.etcdRecover, async function* () {
    yield EtcdRecoverResponse.fromPartial({ messages: [{}] });
  });
  assert.equal((await client.clientStream(MachineServiceService.etcdRecover, endless())).messages.length, 1);
  await eventually(() => stopped);
  stopped = false;
  server.stream(MachineServiceService.etcdRecover, async function* () {
    if (stopped) yield EtcdRecoverResponse.create();
    throw new StatusError(GrpcStatus.FailedPrecondition, 'not now');
  });
  await assert.rejects(
    client.clientStream(MachineServiceService.etcdRecover, endless()),
    /not now \(FailedPrecondition\)/,
  );
  await eventually(() => stopped);
});

test('a source of requests that fails ends the call with its own error', async (t) => {
  const { server, client } = await start(t);
  server.stream(MachineServiceService.etcdRecover, async function* (requests) {
    for await (const _ of requests);
    yield EtcdRecoverResponse.create();
  });
  const failure = new RangeError('the disk is gone');
  for (const after of [0, 3]) {
    const broken = async function* (): AsyncGenerator<Data, void, undefined> {
      yield* pieces(after);
      throw failure;
    };
    await assert.rejects(client.clientStream(MachineServiceService.etcdRecover, broken()), failure);
  }
  await eventually(() => server.calls.every(({ signal }) => signal.aborted));
});

test('both sides talk at once', async (t) => {
  const { server, client } = await start(t);
  server.stream(DebugServiceService.containerRun, async function* (requests) {
    for await (const { request } of requests) {
      if (request?.$case !== 'stdinData') continue;
      yield DebugContainerRunResponse.fromPartial({ resp: { $case: 'stdoutData', value: request.value } });
    }
  });
  const answers: string[] = [];
  let answered = (): void => undefined;
  const talk = async function* (): AsyncGenerator<DebugContainerRunRequest, void, undefined> {
    for (const word of ['one', 'two', 'three']) {
      const next = new Promise<void>((resolve) => {
        answered = resolve;
      });
      yield DebugContainerRunRequest.fromPartial({ request: { $case: 'stdinData', value: Buffer.from(word) } });
      await next;
    }
  };
  for await (const { resp } of client.duplex(DebugServiceService.containerRun, talk())) {
    answers.push(resp?.$case === 'stdoutData' ? resp.value.toString() : '');
    answered();
  }
  assert.deepEqual(answers, ['one', 'two', 'three']);
});

test('a message may have 32 MiB, and not more', async (t) => {
  const { server, client } = await start(t);
  server.stream(MachineServiceService.read, async function* (requests) {
    for await (const { path } of requests) yield data(Buffer.alloc(Number(path) * 1024 * 1024));
  });
  const sizes: number[] = [];
  const stream = (mebibytes: string) => client.serverStream(MachineServiceService.read, { path: mebibytes });
  for await (const { bytes } of stream('31')) sizes.push(bytes.length);
  assert.deepEqual(sizes, [31 * 1024 * 1024]);
  await assert.rejects(
    async () => {
      for await (const _ of stream('33'));
    },
    (error) =>
      error instanceof CallError &&
      error.code === GrpcStatus.ResourceExhausted &&
      /ask for less/.test(error.hint ?? ''),
  );
});

test('an answer that is no such message is a failure of the call', async (t) => {
  const { server, client } = await start(t);
  server.stream(MachineServiceService.read, async function* () {
    yield Buffer.from([0x12, 0x7f]);
  });
  await assert.rejects(
    async () => {
      for await (const _ of client.serverStream(MachineServiceService.read, read));
    },
    (error) => error instanceof CallError && /cannot be decoded/.test(error.message),
  );
});
