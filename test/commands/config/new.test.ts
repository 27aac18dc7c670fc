import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { MachineServiceService } from '../../../src/gen/machine/machine.js';
import { saveTalosconfig } from '../../../src/talosconfig/save.js';
import { runCli } from '../../helpers/cli.js';
import { StatusError, TestServer } from '../../helpers/servers.js';
import { TestCluster } from '../../helpers/tls.js';

const made = `context: demo
contexts:
    demo:
        endpoints: []
        ca: Y2E=
        crt: Y3J0
        key: a2V5
`;

/** A node and a talosconfig for it: `endpoint` is the node, `nodes` as given. */
async function start(t: TestContext, nodes: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'config-new-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const cluster = await TestCluster.create();
  const server = await TestServer.start(t, {
    certificate: await cluster.server('127.0.0.1'),
    clientCa: cluster.authority.crt,
  });
  const { context } = await cluster.context([server.address], nodes);
  const path = join(folder, 'mine');
  await saveTalosconfig({ path, context: 'demo', contexts: new Map([['demo', context]]) });
  const run = (...words: string[]) => runCli(['--talosconfig', path, 'config', 'new', ...words], { cwd: folder });
  return { folder, server, run };
}

test('the node makes the configuration; roles and lifetime are sent, the endpoints in use are written', async (t) => {
  const { folder, server, run } = await start(t, ['192.0.2.11']);
  let asked: unknown;
  server.unary(MachineServiceService.generateClientConfiguration, (request, { metadata }) => {
    asked = { ...request, node: metadata.get('node') };
    const message = {
      metadata: undefined,
      ca: Buffer.of(),
      crt: Buffer.of(),
      key: Buffer.of(),
      talosconfig: Buffer.from(made),
    };
    return { messages: [message] };
  });
  const { code, stderr } = await run('out/reader', '--roles', 'os:reader,os:etcd:backup', '--crt-ttl', '1h0m0.5s');
  assert.equal(code, 0, stderr);
  assert.deepEqual(asked, {
    roles: ['os:etcd:backup', 'os:reader'],
    crtTtl: { seconds: 3600n, nanos: 500_000_000 },
    node: ['192.0.2.11'],
  });
  assert.equal(
    await readFile(join(folder, 'out/reader'), 'utf8'),
    made.replace('endpoints: []', `endpoints:\n            - ${server.address}`),
  );
  assert.equal((await stat(join(folder, 'out/reader'))).mode & 0o777, 0o600);
});

test('nothing is asked for an unknown role, an existing file, several nodes', async (t) => {
  const { run } = await start(t, ['192.0.2.11']);
  for (const [words, message] of [
    [['x', '--roles', 'os:king'], /unknown roles: os:king/],
    [['mine'], /mine exists already/],
    [['x', '-n', 'a,b'], /works on one node at a time.*a, b/],
  ] as const) {
    const { code, stderr } = await run(...words);
    assert.equal(code, 1);
    assert.match(stderr, message);
  }
});

test('a worker cannot make one, and nothing is written', async (t) => {
  const { folder, server, run } = await start(t, ['192.0.2.12']);
  server.unary(MachineServiceService.generateClientConfiguration, () => {
    throw new StatusError(12, 'generate client configuration is only available on control plane nodes');
  });
  const { code, stderr } = await run();
  assert.equal(code, 1);
  assert.match(stderr, /only available on control plane nodes/);
  await assert.rejects(stat(join(folder, 'talosconfig')));
});
