import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type ClientHttp2Session, connect as connectHttp2, type IncomingHttpHeaders } from 'node:http2';
import { connect as connectTcp } from 'node:net';
import { type TestContext, test } from 'node:test';
import { connect as connectTls } from 'node:tls';
import { frame, unframe } from '../../../src/sim/rpc/frames.js';
import type { Call, RawHandler } from '../../../src/sim/rpc/handler.js';
import { RpcServer } from '../../../src/sim/rpc/server.js';
import { Code, StatusError } from '../../../src/sim/rpc/status.js';
import { TestCluster } from '../../helpers/tls.js';

const cluster = await TestCluster.create();

interface Answer {
  readonly headers: IncomingHttpHeaders;
  readonly trailers: IncomingHttpHeaders;
  readonly messages: readonly string[];
}

async function serve(t: TestContext, handler: RawHandler): Promise<{ server: RpcServer; session: ClientHttp2Session }> {
  const server = await RpcServer.listen({
    host: '127.0.0.1',
    port: 0,
    tls: { ...(await cluster.server('127.0.0.1')), clientCa: [cluster.authority.crt] },
    roles: (organizations) => new Set(organizations),
    handler,
  });
  const { crt, key } = await cluster.client({ roles: ['os:reader', 'os:operator'] });
  const session = connectHttp2(`https://127.0.0.1:${server.port}`, {
    ca: cluster.authority.crt,
    cert: crt,
    key: key.replaceAll('ED25519 PRIVATE KEY', 'PRIVATE KEY'),
  });
  session.on('error', () => undefined);
  t.after(async () => {
    session.destroy();
    await server.stop();
  });
  return { server, session };
}

async function ask(
  session: ClientHttp2Session,
  path: string,
  more: Record<string, string | string[]> = {},
): Promise<Answer> {
  const stream = session.request({ ':method': 'POST', ':path': path, 'content-type': 'application/grpc', ...more });
  let headers: IncomingHttpHeaders = {};
  let trailers: IncomingHttpHeaders = {};
  stream.once('response', (received) => {
    headers = received;
  });
  stream.once('trailers', (received) => {
    trailers = received;
  });
  stream.end(frame(Buffer.from('ping')));
  const messages: string[] = [];
  for await (const message of unframe(stream, undefined)) messages.push(message.toString());
  return { headers, trailers, messages };
}

test('messages pass through undecoded, with the path, the roles and repeated metadata', async (t) => {
  let seen: Call | undefined;
  const { session } = await serve(t, async function* (call, requests) {
    seen = call;
    for await (const request of requests) yield Buffer.from(`${request.toString()} pong`);
    yield Buffer.from('and more');
  });
  const answer = await ask(session, '/some.Service/Method', { nodes: ['10.5.0.2', '10.5.0.3'] });
  assert.deepEqual(answer.messages, ['ping pong', 'and more']);
  assert.equal(answer.headers['content-type'], 'application/grpc+proto');
  assert.equal(answer.trailers['grpc-status'], '0');
  assert.equal(seen?.path, '/some.Service/Method');
  assert.deepEqual([...(seen?.roles ?? [])].sort(), ['os:operator', 'os:reader']);
  assert.deepEqual(seen?.metadata.get('nodes'), ['10.5.0.2', '10.5.0.3']);
});

test('hundreds of nodes can be named', async (t) => {
  const { session } = await serve(t, async function* (call) {
    yield Buffer.from(String(call.metadata.get('nodes')?.length));
  });
  const nodes = Array.from({ length: 500 }, (_, index) => `10.5.${Math.floor(index / 250)}.${index % 250}`);
  assert.deepEqual((await ask(session, '/some.Service/Method', { nodes })).messages, ['500']);
});

test('an error without messages is headers alone, its text in percent form', async (t) => {
  // biome-ignore lint/correctness/useYield: it fails before there is anything to yield.
  const { session } = await serve(t, async function* () {
    throw new StatusError(Code.notFound, 'no 100% – "x"\nnext');
  });
  const { headers, trailers, messages } = await ask(session, '/a/B');
  assert.deepEqual(messages, []);
  assert.equal(headers['content-type'], 'application/grpc+proto');
  assert.equal(headers['grpc-status'], '5');
  assert.equal(headers['grpc-message'], 'no 100%25 %E2%80%93 "x"%0Anext');
  assert.deepEqual(trailers, {});
});

test('an error after messages comes in the trailers; what is no status is Unknown', async (t) => {
  const { session } = await serve(t, async function* () {
    yield Buffer.from('half');
    throw new Error('broke');
  });
  const { trailers, messages } = await ask(session, '/a/B');
  assert.deepEqual(messages, ['half']);
  assert.equal(trailers['grpc-status'], '2');
  assert.equal(trailers['grpc-message'], 'broke');
});

test('a handler that never answers ends at the deadline of the caller', async (t) => {
  const { session } = await serve(t, async function* () {
    await new Promise(() => undefined);
  });
  const { headers } = await ask(session, '/a/B', { 'grpc-timeout': '50m' });
  assert.equal(headers['grpc-status'], String(Code.deadlineExceeded));
});

test('a caller that goes away ends the handler', async (t) => {
  const ended = deferred();
  const { session } = await serve(t, async function* (call) {
    yield Buffer.from('first');
    call.signal.addEventListener('abort', () => ended.resolve(undefined), { once: true });
    await new Promise(() => undefined);
  });
  const stream = session.request({ ':method': 'POST', ':path': '/a/B', 'content-type': 'application/grpc' });
  stream.on('error', () => undefined);
  stream.end(frame(Buffer.alloc(0)));
  await once(stream, 'data');
  stream.close(8);
  await ended.promise;
});

test('a client certificate of another authority does not get through', async (t) => {
  const { server } = await serve(t, async function* () {
    yield Buffer.from('never');
  });
  const { crt, key } = await (await TestCluster.create()).client();
  const session = connectHttp2(`https://127.0.0.1:${server.port}`, {
    ca: cluster.authority.crt,
    cert: crt,
    key: key.replaceAll('ED25519 PRIVATE KEY', 'PRIVATE KEY'),
  });
  t.after(() => session.destroy());
  session.on('error', () => undefined);
  const { headers, messages } = await ask(session, '/a/B').catch(() => ({ headers: {}, messages: [] }));
  assert.deepEqual({ headers, messages }, { headers: {}, messages: [] });
});

test('what is not gRPC is refused', async (t) => {
  const { session } = await serve(t, async function* () {
    yield Buffer.from('never');
  });
  const { headers } = await ask(session, '/a/B', { 'content-type': 'text/plain' });
  assert.equal(headers[':status'], 415);
});

test('stopping ends calls, idle connections and unfinished handshakes', async (t) => {
  const { server, session } = await serve(t, async function* () {
    yield Buffer.from('first');
    await new Promise(() => undefined);
  });
  const stream = session.request({ ':method': 'POST', ':path': '/a/B', 'content-type': 'application/grpc' });
  stream.on('error', () => undefined);
  stream.end(frame(Buffer.alloc(0)));
  await once(stream, 'data');
  const silent = connectTcp(server.port, '127.0.0.1');
  silent.on('error', () => undefined);
  await once(silent, 'connect');
  await Promise.all([server.stop(), once(silent, 'close'), once(session, 'close')]);
});

test('a new certificate shows from the next connection on', async (t) => {
  const { server } = await serve(t, async function* () {
    yield Buffer.from('answer');
  });
  const other = await TestCluster.create();
  server.setTls({ ...(await other.server('127.0.0.1')), clientCa: [cluster.authority.crt] });
  const { crt, key } = await cluster.client();
  const socket = connectTls({
    host: '127.0.0.1',
    port: server.port,
    ca: other.authority.crt,
    cert: crt,
    key: key.replaceAll('ED25519 PRIVATE KEY', 'PRIVATE KEY'),
    ALPNProtocols: ['h2'],
  });
  t.after(() => socket.destroy());
  await once(socket, 'secureConnect');
  assert.equal(socket.authorized, true);
});

function deferred() {
  let resolve: (value: undefined) => void = () => undefined;
  const promise = new Promise<undefined>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
