import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Data } from '../../../src/gen/common/common.js';
import { VersionResponse } from '../../../src/gen/machine/machine.js';
import { direct, type Route } from '../../../src/sim/apid/director.js';
import type { Call, RawHandler } from '../../../src/sim/rpc/handler.js';
import { Code, StatusError } from '../../../src/sim/rpc/status.js';

const version = '/machine.MachineService/Version';
const logs = '/machine.MachineService/Logs';

const answering = (tag: string): RawHandler =>
  async function* ({ path }) {
    if (path === logs) {
      for (const line of ['one', 'two'])
        yield Buffer.from(Data.encode(Data.fromPartial({ bytes: Buffer.from(`${tag} ${line}`) })).finish());
      return;
    }
    yield Buffer.from(
      VersionResponse.encode(VersionResponse.fromPartial({ messages: [{ version: { tag } }] })).finish(),
    );
  };

const route = (overrides: Partial<Route> = {}): Route => ({
  forwards: true,
  isLocal: (target) => target === '10.5.0.2',
  local: answering('here'),
  reach: (target) => {
    if (target === '10.5.0.99') throw new StatusError(Code.unavailable, 'nobody there');
    return answering(target);
  },
  isStreamed: (path) => path === logs,
  ...overrides,
});

function call(path: string, metadata: Record<string, readonly string[]>): Call {
  return { path, metadata: new Map(Object.entries(metadata)), roles: new Set(), signal: new AbortController().signal };
}

async function answers(
  path: string,
  metadata: Record<string, readonly string[]>,
  by: Route = route(),
): Promise<Buffer[]> {
  const found: Buffer[] = [];
  const request = (async function* () {
    yield Buffer.alloc(0);
  })();
  for await (const message of direct(by)(call(path, metadata), request)) found.push(message);
  return found;
}

async function versions(metadata: Record<string, readonly string[]>, by?: Route) {
  const [only, ...more] = await answers(version, metadata, by);
  assert.equal(more.length, 0);
  return VersionResponse.decode(only ?? Buffer.alloc(0)).messages.map((message) => ({
    node: message.metadata?.hostname,
    tag: message.version?.tag,
    error: message.metadata?.error,
    code: message.metadata?.status?.code,
  }));
}

const fails = (code: number, text: string) => (error: unknown) => {
  assert.ok(error instanceof StatusError, String(error));
  assert.deepEqual([error.code, error.message], [code, text]);
  return true;
};

test('without a target the node answers itself, unnamed', async () => {
  assert.deepEqual(await versions({}), [{ node: undefined, tag: 'here', error: undefined, code: undefined }]);
});

test('one node is passed on to, its answer comes back as it is', async () => {
  assert.deepEqual(await versions({ node: ['10.5.0.3'] }), [
    { node: undefined, tag: '10.5.0.3', error: undefined, code: undefined },
  ]);
  await assert.rejects(answers(version, { node: ['10.5.0.99'] }), fails(Code.unavailable, 'nobody there'));
});

test('answers of several nodes are one, each named, in the order asked, failures among them', async () => {
  assert.deepEqual(await versions({ nodes: ['10.5.0.3', '10.5.0.99', '10.5.0.4'] }), [
    { node: '10.5.0.3', tag: '10.5.0.3', error: '', code: undefined },
    {
      node: '10.5.0.99',
      tag: undefined,
      error: 'rpc error: code = Unavailable desc = nobody there',
      code: Code.unavailable,
    },
    { node: '10.5.0.4', tag: '10.5.0.4', error: '', code: undefined },
  ]);
});

test('the bytes of an aggregated answer are those of a node', async () => {
  const [answer] = await answers(version, { nodes: ['10.5.0.3'] });
  // messages { version { tag } metadata { hostname } }, the node behind everything else.
  assert.equal(answer?.toString('latin1'), '\n\x18\x12\n\n\b10.5.0.3\n\n\n\b10.5.0.3');
});

test('streams of several nodes are mixed, every message named', async () => {
  const messages = (await answers(logs, { nodes: ['10.5.0.3', '10.5.0.99', '10.5.0.4'] })).map((bytes) =>
    Data.decode(bytes),
  );
  const of = (node: string) => messages.filter(({ metadata }) => metadata?.hostname === node);
  assert.deepEqual(
    of('10.5.0.3').map(({ bytes }) => bytes.toString()),
    ['10.5.0.3 one', '10.5.0.3 two'],
  );
  assert.deepEqual(
    of('10.5.0.4').map(({ bytes }) => bytes.toString()),
    ['10.5.0.4 one', '10.5.0.4 two'],
  );
  assert.deepEqual(
    of('10.5.0.99').map(({ metadata }) => metadata?.status?.code),
    [Code.unavailable],
  );
});

test('services whose answers do not add up take one node only', async () => {
  for (const path of ['/cosi.resource.State/List', '/nosuch.Service/X']) {
    await assert.rejects(
      answers(path, { nodes: ['10.5.0.2'] }),
      fails(Code.invalidArgument, `one-2-many proxying is not supported for method ${path}`),
    );
  }
});

test('targets that are none are refused', async () => {
  await assert.rejects(answers(version, { nodes: [''] }), fails(Code.internal, 'invalid target ""'));
  await assert.rejects(
    answers(version, { node: ['10.5.0.3:50000'] }),
    fails(Code.internal, 'invalid target "10.5.0.3:50000"'),
  );
  await assert.rejects(
    answers(version, { node: ['a', 'b'] }),
    fails(Code.invalidArgument, 'node metadata must be single-valued'),
  );
  assert.equal((await versions({ node: ['fd00::3'] }))[0]?.tag, 'fd00::3');
});

test('a worker answers for itself and passes nothing on', async () => {
  const worker = route({ forwards: false });
  const own: Record<string, readonly string[]>[] = [{ node: ['10.5.0.2'] }, { nodes: ['10.5.0.2'] }, {}];
  for (const metadata of own) {
    assert.equal((await versions(metadata, worker))[0]?.tag, 'here');
  }
  const others: Record<string, readonly string[]>[] = [
    { node: ['10.5.0.3'] },
    { nodes: ['10.5.0.2', '10.5.0.3'] },
    { nodes: [''] },
  ];
  for (const metadata of others) {
    await assert.rejects(answers(version, metadata, worker), fails(Code.permissionDenied, 'no request forwarding'));
  }
});
