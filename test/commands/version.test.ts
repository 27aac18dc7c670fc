import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { MachineServiceService, VersionResponse } from '../../src/gen/machine/machine.js';
import { runCli } from '../helpers/cli.js';
import { nodeOf, startNode } from '../helpers/nodes.js';
import { StatusError, TestServer } from '../helpers/servers.js';
import { TestCluster } from '../helpers/tls.js';

const own =
  /^Client:\n\tTag: {9}v1\.13\.9\n\tSHA: {9}undefined\n\tBuilt: {7}\n\tGo version: {2}node v20\.0\.0\n\tOS\/Arch: {5}\w+\/\w+\n/;

const facts = {
  version: { tag: 'v1.13.9', sha: 'abc', built: '', goVersion: 'go1.26.8', os: 'linux', arch: 'amd64' },
  platform: { name: 'metal', mode: 'metal' },
  features: { rbac: true },
};

const server = (node: string, enabled = 'RBAC') => `\tNODE:        ${node}
\tTag:         v1.13.9
\tSHA:         abc
\tBuilt:       
\tGo version:  go1.26.8
\tOS/Arch:     linux/amd64
\tEnabled:     ${enabled}
`;

async function start(t: TestContext, nodes?: readonly string[]) {
  const node = await startNode(t, nodes);
  node.server.unary(MachineServiceService.version, (_, call) => {
    if (nodeOf(call) === '10.5.0.99') throw new StatusError(14, 'name resolver error: produced zero addresses');
    return VersionResponse.fromPartial({ messages: [facts] });
  });
  return node;
}

test('--client needs no talosconfig', async () => {
  const { code, stdout, stderr } = await runCli(['version', '--client']);
  assert.equal(code, 0);
  assert.match(stdout, own);
  assert.equal(stderr, '');
  assert.equal((await runCli(['version', '--client', '--short'])).stdout, 'Client:\nTalos v1.13.9\n');
});

test('--client has a JSON and a YAML form', async () => {
  const { stdout } = await runCli(['version', '--client', '-o', 'json']);
  const { client, ...rest } = JSON.parse(stdout);
  assert.deepEqual(Object.keys(client), ['tag', 'sha', 'built', 'goVersion', 'os', 'arch']);
  assert.equal(client.tag, 'v1.13.9');
  assert.deepEqual(rest, {});
  assert.match((await runCli(['version', '--client', '-o', 'yaml'])).stdout, /^client:\n {4}tag: v1\.13\.9\n/);
  assert.match((await runCli(['version', '--client', '-o', 'xml'])).stderr, /xml/);
});

test('the nodes follow in the order asked', async (t) => {
  const { run } = await start(t, ['10.5.0.3', '10.5.0.2']);
  const { code, stdout, stderr } = await run(['version']);
  assert.equal(code, 0);
  assert.match(stdout, own);
  assert.equal(stdout.slice(stdout.indexOf('Server:')), `Server:\n${server('10.5.0.3')}${server('10.5.0.2')}`);
  assert.equal(stderr, '');
  assert.equal(
    (await run(['version', '--short', '-n', 'cp1'])).stdout,
    `Client:\nTalos v1.13.9\nServer:\n${server('cp1')}`,
  );
});

test('a node that fails is named, the others are shown, and the command fails', async (t) => {
  const { run } = await start(t, ['10.5.0.99', '10.5.0.2']);
  const { code, stdout, stderr } = await run(['version']);
  assert.equal(code, 1);
  assert.equal(stdout.slice(stdout.indexOf('Server:')), `Server:\n${server('10.5.0.2')}`);
  assert.match(stderr, /10\.5\.0\.99: .*the name is not known/);
  const json = await run(['version', '-o', 'json']);
  assert.equal(json.code, 1);
  const [failed, good] = JSON.parse(json.stdout).server;
  assert.deepEqual([failed.node, failed.error.code], ['10.5.0.99', 'Unavailable']);
  assert.deepEqual(good, {
    node: '10.5.0.2',
    version: { tag: 'v1.13.9', sha: 'abc', goVersion: 'go1.26.8', os: 'linux', arch: 'amd64' },
    platform: { name: 'metal', mode: 'metal' },
    features: { rbac: true },
  });
});

test('--json prints a line for each node, and nothing of the client', async (t) => {
  const { run } = await start(t, ['10.5.0.2', '10.5.0.3']);
  const { stdout } = await run(['version', '--json']);
  const lines = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    lines.map(({ metadata }) => metadata.hostname),
    ['10.5.0.2', '10.5.0.3'],
  );
  assert.equal(lines[0].version.tag, 'v1.13.9');
});

test('--insecure asks a node in maintenance mode, without a talosconfig', async (t) => {
  const cluster = await TestCluster.create();
  const node = await TestServer.start(t, { certificate: await cluster.server('192.0.2.1') });
  node.unary(MachineServiceService.version, () =>
    VersionResponse.fromPartial({ messages: [{ ...facts, features: undefined }] }),
  );
  const { code, stdout } = await runCli(['version', '--insecure', '-n', node.address]);
  assert.equal(code, 0);
  assert.equal(stdout.slice(stdout.indexOf('Server:')), `Server:\n${server(node.address, '')}`);
  assert.match((await runCli(['version', '-i'])).stderr, /no nodes are given.*\n.*--nodes/);
});

test('what a node says reaches no terminal raw', async (t) => {
  const { run, server: node } = await startNode(t);
  node.unary(MachineServiceService.version, () =>
    VersionResponse.fromPartial({ messages: [{ version: { tag: 'v1\u001b[2J\u0007' } }] }),
  );
  assert.match((await run(['version'])).stdout, /Tag: {9}v1\\x1b\[2J\\x07\n/);
});

test('an endpoint that is down is said once, not for every node', async (t) => {
  const { run, server: endpoint } = await start(t, ['10.5.0.2', '10.5.0.3']);
  endpoint.stop();
  const { code, stderr } = await run(['version']);
  assert.equal(code, 1);
  assert.match(stderr, /^cannot connect to 127\.0\.0\.1:\d+: connection refused \(Unavailable\)\n/);
  assert.equal(stderr.match(/cannot connect/g)?.length, 1);
});
