import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../../src/client/client.js';
import { type ConnectOptions, connect } from '../../src/client/connect.js';
import { CallError, TalosctlError } from '../../src/errors/errors.js';
import { GrpcStatus } from '../../src/errors/status.js';
import { MachineServiceService, VersionResponse } from '../../src/gen/machine/machine.js';
import { publicKeyFingerprint } from '../../src/pki/fingerprint.js';
import { hour } from '../../src/pki/validity.js';
import { startHttpProxy, startSocksProxy } from '../helpers/proxies.js';
import { type ServerOptions, StatusError, TestServer } from '../helpers/servers.js';
import { contextOf, TestCluster } from '../helpers/tls.js';

const node = '10.5.0.2';
const day = 24 * hour;

const cluster = await TestCluster.create();
const other = await TestCluster.create();

async function client(t: TestContext, options: Partial<ConnectOptions>): Promise<Client> {
  const made = await connect({ nodes: [], endpoints: [], env: {}, now: new Date(), warn: () => undefined, ...options });
  t.after(() => made.close());
  return made;
}

/** A node that answers Version with its own tag. */
async function startNode(t: TestContext, tag = 'v1.13.9', options: Partial<ServerOptions> = {}): Promise<TestServer> {
  const certificate = options.certificate ?? (await cluster.server('127.0.0.1', '127.7.0.1', '::1'));
  const server = await TestServer.start(t, { clientCa: cluster.authority.crt, ...options, certificate });
  return server.unary(MachineServiceService.version, () =>
    VersionResponse.fromPartial({ messages: [{ version: { tag } }] }),
  );
}

async function version(from: Client, options: { node?: string; timeout?: number } = { node }): Promise<string> {
  const { messages } = await from.unary(MachineServiceService.version, {}, options);
  return messages[0]?.version?.tag ?? '';
}

/** An address where nobody listens. */
async function deadAddress(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  await new Promise((resolve) => {
    server.close(resolve);
  });
  return `127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
}

async function assertFails(run: Promise<unknown>, message: RegExp, hint?: RegExp): Promise<CallError> {
  const error: unknown = await run.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof CallError, `a CallError, not ${String(error)}`);
  assert.match(error.message, message);
  assert.doesNotMatch(error.message, /\n/);
  if (hint !== undefined) assert.match(error.hint ?? '', hint);
  return error;
}

test('what cannot work fails before anything is dialled', async (t) => {
  const context = await cluster.context(['127.0.0.1:1'], []);
  const withNode = await cluster.context(['127.0.0.1:1'], [node]);
  const fails = async (options: Partial<ConnectOptions>, message: RegExp) =>
    assert.rejects(client(t, options), (error) => error instanceof TalosctlError && message.test(error.message));
  await fails({}, /no talosconfig context/);
  await fails({ context }, /no nodes .*--nodes/);
  await fails(
    { context: { ...context, context: { ...context.context, endpoints: [] } } },
    /no endpoints .*--endpoints/,
  );
  await fails({ context: withNode, endpoints: ['a,b'] }, /endpoint "a,b" holds several/);
  await fails({ context: withNode, nodes: ['https://10.5.0.2'] }, /is a URL/);
  const broken = (fields: object) => ({ ...withNode, context: { ...withNode.context, ...fields } });
  await fails({ context: broken({ key: undefined }) }, /certificate \(crt\) without its key/);
  await fails({ context: broken({ key: '***' }) }, /"key" of context "test" is not base64/);
  await fails({ context: broken({ key: 'bm90LWEta2V5' }) }, /ca, crt and key of context "test" cannot be used/);
  const stranger = await other.client();
  await fails({ context: broken({ key: Buffer.from(stranger.key).toString('base64') }) }, /cannot be used/);
  await fails(
    { context: broken({ auth: { siderov1: { identity: 'me@example.com' } } }) },
    /SideroV1 key, which is not supported yet/,
  );
  await fails({ insecure: true }, /no nodes .*--insecure/);
  await fails({ insecure: true, nodes: [node], certFingerprints: ['AAAA'] }, /"AAAA" is not a certificate fingerprint/);
});

test('an expired certificate is called so, an ageing one is warned of', async (t) => {
  const now = new Date();
  const aged = (lifetime: number, from: number) =>
    cluster.context(['127.0.0.1:1'], [node], { from: new Date(now.getTime() + from), lifetime });
  await assert.rejects(client(t, { context: await aged(day, -2 * day), now }), /has expired on \d{4}-\d\d-\d\d/);
  const warnings = async (lifetime: number, from: number) => {
    const said: string[] = [];
    await client(t, { context: await aged(lifetime, from), now, warn: (sentence) => said.push(sentence) });
    return said;
  };
  assert.deepEqual(await warnings(365 * day, -300 * day), []);
  const [warning = ''] = await warnings(365 * day, -345 * day);
  assert.match(warning, /certificate of context "test" expires on \d{4}-\d\d-\d\d, in (19|20) days/);
  assert.deepEqual(await warnings(day, -hour), [], 'a certificate made for a day is not old after an hour');
});

test('calls carry the node, the cluster and what apid wants to know', async (t) => {
  const server = await startNode(t);
  const { name, context } = await cluster.context([server.address], [node]);
  const auth = { basic: { username: 'me', password: 'secret' } };
  const made = await client(t, { context: { name, context: { ...context, cluster: 'demo', auth } } });
  assert.deepEqual([made.endpoints, made.nodes, made.insecure], [[server.address], [node], false]);
  assert.equal(await version(made), 'v1.13.9');
  await version(made, {});
  const [first, second] = server.calls.map(({ metadata }) => metadata);
  assert.deepEqual(first?.get('node'), [node]);
  assert.deepEqual(first?.get('nodes'), []);
  assert.deepEqual(first?.get('context'), ['demo']);
  assert.deepEqual(first?.get('runtime'), ['Talos']);
  assert.deepEqual(first?.get('authorization'), [`Basic ${Buffer.from('me:secret').toString('base64')}`]);
  assert.deepEqual(second?.get('node'), []);
});

test('flags win over the context', async (t) => {
  const server = await startNode(t);
  const context = await cluster.context([await deadAddress()], ['a']);
  const made = await client(t, { context, endpoints: [server.address], nodes: ['b', 'c'] });
  assert.deepEqual(made.nodes, ['b', 'c']);
  assert.equal(await version(made), 'v1.13.9');
});

test('the certificate is checked against the endpoint that was dialled', async (t) => {
  const server = await startNode(t, 'v4', { certificate: await cluster.server('127.0.0.1', 'localhost') });
  const { port } = server;
  const context = await cluster.context([], [node]);
  assert.equal(await version(await client(t, { context, endpoints: [`127.0.0.1:${port}`] })), 'v4');
  assert.equal(await version(await client(t, { context, endpoints: [`localhost:${port}`] })), 'v4');
  assert.equal(await version(await client(t, { context, endpoints: [`https://localhost:${port}`] })), 'v4');
  const nameless = await startNode(t, 'v4', { certificate: await cluster.server('192.0.2.1', 'cp1') });
  for (const endpoint of [`127.0.0.1:${nameless.port}`, `localhost:${nameless.port}`]) {
    const made = await client(t, { context, endpoints: [endpoint] });
    await assertFails(version(made), /certificate is not made for this address \(Unavailable\)/, /machine\.certSANs/);
  }
});

test('IPv6 endpoints work, with and without brackets and zone', async (t) => {
  const server = await startNode(t, 'v6', { host: '::1' });
  const context = await cluster.context([], [node]);
  for (const endpoint of [`[::1]:${server.port}`, `[::1%lo]:${server.port}`]) {
    const made = await client(t, { context, endpoints: [endpoint] });
    assert.equal(await version(made), 'v6', endpoint);
  }
});

test('keys of every kind work', async (t) => {
  const { createAuthority, createCertificate } = await import('../../src/pki/issue.js');
  const { validFor } = await import('../../src/pki/validity.js');
  for (const algorithm of ['ecdsa', 'rsa'] as const) {
    const authority = await createAuthority({ ...validFor(new Date(Date.now() - hour), day), algorithm });
    const server = await startNode(t, algorithm, { clientCa: authority.crt });
    const usages = ['client'] as const;
    const identity = await createCertificate(authority, {
      ...validFor(new Date(Date.now() - hour), day),
      usages,
      organizations: ['os:admin'],
    });
    const made = await client(t, { context: contextOf([server.address], [node], cluster.authority.crt, identity) });
    assert.equal(await version(made), algorithm);
  }
});

test('a dead endpoint is passed over, in silence', async (t) => {
  const first = await startNode(t, 'first');
  const second = await startNode(t, 'second');
  const dead = await deadAddress();
  const context = await cluster.context([dead, 'nosuch.invalid', first.address, second.address], [node]);
  const made = await client(t, { context });
  const tags = await Promise.all(Array.from({ length: 50 }, () => version(made)));
  assert.deepEqual(new Set(tags), new Set(['first']));
  first.stop();
  assert.equal(await retried(() => version(made)), 'second', 'later calls go on with another');
});

/** The connection may break under the first call after its end. */
async function retried(call: () => Promise<string>): Promise<string> {
  return call().catch(call);
}

test('an endpoint that does not answer is given up after a while', async (t) => {
  const silent = createServer();
  await new Promise<void>((resolve) => {
    silent.listen(0, '127.0.0.1', resolve);
  });
  t.after(() => silent.close());
  const address = silent.address();
  const endpoint = `127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  const live = await startNode(t, 'live');
  const context = await cluster.context([endpoint, live.address], [node]);
  assert.equal(await version(await client(t, { context, connectTimeout: 100 })), 'live');
  const alone = await client(t, { context, endpoints: [endpoint], connectTimeout: 100 });
  await assertFails(version(alone), /cannot connect to 127\.0\.0\.1:\d+: no answer within the time/);
});

test('when no endpoint answers, each is named with its reason', async (t) => {
  const dead = await deadAddress();
  const context = await cluster.context([dead], [node]);
  const error = await assertFails(
    version(await client(t, { context })),
    /^cannot connect to 127\.0\.0\.1:\d+: connection refused/,
    /config endpoint/,
  );
  assert.equal(error.code, GrpcStatus.Unavailable);
  assert.equal(error.endpoint, dead);
  const both = await client(t, { context, endpoints: [dead, 'nosuch.invalid'] });
  await assertFails(
    version(both),
    /^cannot connect to any endpoint: 127\.0\.0\.1:\d+ \(connection refused\), nosuch\.invalid:50000 \(the name is not known\)/,
  );
});

test('many calls at once share a connection and a signal, without a warning of Node', async (t) => {
  const server = await startNode(t);
  const warnings: Error[] = [];
  const listen = (warning: Error) => warnings.push(warning);
  process.on('warning', listen);
  t.after(() => process.off('warning', listen));
  const context = await cluster.context([server.address], [node]);
  const made = await client(t, { context, signal: new AbortController().signal });
  await Promise.all(Array.from({ length: 64 }, () => version(made)));
  await sleep(10);
  assert.deepEqual(warnings, []);
  assert.equal(new Set(server.calls.map(({ peer }) => peer)).size, 1);
});

test('a closed client makes no more connections', async (t) => {
  const dead = await deadAddress();
  const made = await client(t, { context: await cluster.context([dead], [node]) });
  await assertFails(version(made), /connection refused/);
  made.close();
  let connections = 0;
  const late = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => {
    late.listen(Number(dead.split(':')[1]), '127.0.0.1', resolve);
  });
  t.after(() => late.close());
  // gRPC tries again after a second, more or less.
  await sleep(1500);
  assert.equal(connections, 0);
});

test('a node of another cluster, and a client of another, are told apart', async (t) => {
  const server = await startNode(t);
  const wrongCa = await client(t, { context: await other.context([server.address], [node]) });
  await assertFails(version(wrongCa), /not signed by the CA of this talosconfig/, /another cluster/);
  const context = contextOf([server.address], [node], cluster.authority.crt, await other.client());
  await assertFails(
    version(await client(t, { context })),
    /talosconfig's certificate \(Unavailable\)$/,
    /another cluster/,
  );
});

test("a certificate that is valid in the future, or was in the past, is named as the node's", async (t) => {
  const { createCertificate } = await import('../../src/pki/issue.js');
  const { validFor } = await import('../../src/pki/validity.js');
  for (const [from, said] of [
    [-10 * day, /node's certificate has expired/],
    [10 * day, /node's certificate is not valid yet/],
  ] as const) {
    const { crt, key } = await createCertificate(cluster.authority, {
      ...validFor(new Date(Date.now() + from), day),
      usages: ['server'],
      ipAddresses: ['127.0.0.1'],
    });
    const { relabelForTls } = await import('../../src/pki/keys.js');
    const server = await startNode(t, 'v', { certificate: { cert: crt, key: relabelForTls(key) } });
    await assertFails(version(await client(t, { context: await cluster.context([server.address], [node]) })), said);
  }
});

const refusals: readonly [code: number, details: string, message: RegExp, hint?: RegExp][] = [
  [GrpcStatus.PermissionDenied, 'not authorized', /role .*PermissionDenied/, /config info/],
  [GrpcStatus.PermissionDenied, 'no request forwarding', /endpoint is a worker/, /control plane node/],
  [
    GrpcStatus.Unavailable,
    'name resolver error: produced zero addresses',
    /cannot reach node 10\.5\.0\.2: the name is not known/,
    /-n/,
  ],
  [GrpcStatus.Unavailable, 'error reading from server: EOF', /lost node 10\.5\.0\.2/],
  [GrpcStatus.Unimplemented, 'unknown method Version for service machine.MachineService', /does not have this call/],
  [GrpcStatus.FailedPrecondition, 'machine is busy', /^machine is busy \(FailedPrecondition\)$/],
];

for (const [code, details, message, hint] of refusals) {
  test(`a node that answers "${details}"`, async (t) => {
    const server = await startNode(t);
    server.unary(MachineServiceService.version, () => {
      throw new StatusError(code, details);
    });
    const made = await client(t, { context: await cluster.context([server.address], [node]) });
    const error = await assertFails(version(made), message, hint);
    assert.deepEqual([error.code, error.detail, error.node, error.endpoint], [code, details, node, server.address]);
  });
}

test('a call that takes too long ends', async (t) => {
  const server = await startNode(t);
  server.unary(MachineServiceService.version, () => new Promise(() => undefined));
  const made = await client(t, { context: await cluster.context([server.address], [node]) });
  const error = await assertFails(version(made, { node, timeout: 50 }), /no answer from 10\.5\.0\.2 within the time/);
  assert.equal(error.code, GrpcStatus.DeadlineExceeded);
});

test('maintenance mode: the nodes are dialled themselves, each over its own connection', async (t) => {
  const certificate = await other.server('192.0.2.9');
  const start = (tag: string, host: string) => {
    const { clientCa: _, ...open } = { clientCa: undefined, certificate, host };
    return TestServer.start(t, open).then((server) =>
      server.unary(MachineServiceService.version, () =>
        VersionResponse.fromPartial({ messages: [{ version: { tag } }] }),
      ),
    );
  };
  const [one, two] = [await start('one', '127.0.0.1'), await start('two', '127.0.0.1')];
  const made = await client(t, { insecure: true, nodes: [one.address, two.address] });
  assert.deepEqual(
    [made.nodes, made.endpoints, made.insecure],
    [[one.address, two.address], [one.address, two.address], true],
  );
  assert.equal(await version(made, { node: two.address }), 'two');
  assert.equal(await version(made, { node: one.address }), 'one');
  assert.deepEqual(one.calls[0]?.metadata.get('node'), []);
  await assert.rejects(version(made, {}), /one node at a time, and 2 are given/);
  const alone = await client(t, {
    insecure: true,
    nodes: [one.address],
    certFingerprints: [publicKeyFingerprint(certificate.cert)],
  });
  assert.equal(await version(alone, {}), 'one');
  const stranger = publicKeyFingerprint(other.authority.crt);
  const strange = await client(t, { insecure: true, nodes: [one.address], certFingerprints: [stranger] });
  await assertFails(version(strange, {}), /none of the fingerprints given/, /console/);
});

test('--insecure against a node that is not in maintenance mode', async (t) => {
  const server = await startNode(t);
  const made = await client(t, { insecure: true, nodes: [server.address] });
  await assertFails(version(made, {}), /not in maintenance mode/, /leave out --insecure/);
});

test('endpoints are reached through proxies, which resolve their names', async (t) => {
  const server = await startNode(t, 'behind', { certificate: await cluster.server('cp.example.com', '192.0.2.7') });
  const context = await cluster.context([], [node]);
  const http = await startHttpProxy(t, server.port);
  const socks = await startSocksProxy(t, server.port);
  const through = async (endpoint: string, env: ConnectOptions['env']) =>
    version(await client(t, { context, endpoints: [endpoint], env }));
  assert.equal(await through('cp.example.com', { HTTPS_PROXY: `http://127.0.0.1:${http.port}` }), 'behind');
  assert.equal(await through('192.0.2.7:50001', { https_proxy: `me:secret@127.0.0.1:${http.port}` }), 'behind');
  assert.deepEqual(
    [http.requests, http.credentials],
    [
      ['cp.example.com:50000', '192.0.2.7:50001'],
      ['', 'me:secret'],
    ],
  );
  assert.equal(await through('cp.example.com', { HTTPS_PROXY: `socks5://127.0.0.1:${socks.port}` }), 'behind');
  assert.equal(await through('192.0.2.7', { HTTPS_PROXY: `socks5://me:secret@127.0.0.1:${socks.port}` }), 'behind');
  assert.deepEqual(
    [socks.requests, socks.credentials],
    [
      ['cp.example.com:50000', '192.0.2.7:50000'],
      ['', 'me:secret'],
    ],
  );
});

test('a proxy that is not there, or refuses, is named as the proxy', async (t) => {
  const context = await cluster.context(['cp.example.com'], [node]);
  const refusing = await startHttpProxy(t, 1, 403);
  const through = async (proxy: string) => version(await client(t, { context, env: { HTTPS_PROXY: proxy } }));
  await assertFails(through(`http://${await deadAddress()}`), /proxy cannot be reached/, /HTTPS_PROXY/);
  await assertFails(
    through(`http://127.0.0.1:${refusing.port}`),
    /proxy does not pass the connection on/,
    /HTTPS_PROXY/,
  );
});

test('this machine is not reached through a proxy', async (t) => {
  const server = await startNode(t, 'direct');
  const context = await cluster.context([server.address], [node]);
  const made = await client(t, { context, env: { HTTPS_PROXY: `http://${await deadAddress()}` } });
  assert.equal(await version(made), 'direct');
});
