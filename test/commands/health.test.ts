import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { command } from '../../src/commands/health.js';
import { ClusterServiceService, HealthCheckProgress } from '../../src/gen/cluster/cluster.js';
import { runCommand } from '../helpers/cli.js';
import { startNode } from '../helpers/nodes.js';
import { StatusError } from '../helpers/servers.js';

async function start(t: TestContext, messages: readonly string[], failure?: StatusError) {
  const node = await startNode(t, ['10.5.0.2'], { services: [ClusterServiceService] });
  const requests: unknown[] = [];
  node.server.stream(ClusterServiceService.healthCheck, async function* (received) {
    for await (const request of received) requests.push(request);
    for (const message of messages) yield HealthCheckProgress.fromPartial({ message });
    if (failure !== undefined) throw failure;
  });
  return { ...node, requests };
}

const wellDone = [
  'discovered nodes: ["10.5.0.2"]',
  'waiting for etcd to be healthy: ...',
  'waiting for etcd to be healthy: OK',
];

test('what the node says goes to stderr, as it is', async (t) => {
  const { run, requests } = await start(t, [
    ...wellDone,
    'waiting for coredns to report ready: ...',
    'waiting for coredns to report ready: SKIP',
  ]);
  const { code, stdout, stderr } = await run([
    'health',
    '--wait-timeout',
    '1m30.5s',
    '--worker-nodes',
    '10.5.0.3,10.5.0.5',
    '--init-node',
    '10.5.0.2',
    '--k8s-endpoint',
    'kube:443',
  ]);
  assert.deepEqual([code, stdout], [0, '']);
  assert.equal(stderr.split('\n').at(-2), 'waiting for coredns to report ready: SKIP');
  assert.deepEqual(requests, [
    {
      waitTimeout: { seconds: 90n, nanos: 500_000_000 },
      clusterInfo: {
        controlPlaneNodes: ['10.5.0.2'],
        workerNodes: ['10.5.0.3', '10.5.0.5'],
        forceEndpoint: 'kube:443',
      },
    },
  ]);
});

test('when the time is up, the last reason is said', async (t) => {
  const reason = 'waiting for apid to be ready: 2 errors occurred:\n\t* a is away\n\t* b is away\n\n';
  const { run } = await start(
    t,
    [...wellDone, 'waiting for apid to be ready: ...', reason],
    new StatusError(4, 'context deadline exceeded'),
  );
  const { code, stderr } = await run(['health', '--wait-timeout', '5s']);
  assert.equal(code, 1);
  assert.match(stderr, /^the cluster is not healthy within 5 s: apid to be ready: a is away; b is away$/m);
  const json = await run(['health', '--wait-timeout', '5s', '-o', 'json']);
  assert.deepEqual(JSON.parse(json.stdout), {
    healthy: false,
    checks: [
      { title: 'etcd to be healthy', state: 'ok' },
      { title: 'apid to be ready', state: 'failed', reason: 'a is away; b is away' },
    ],
  });
});

test('another failure of the node is told as it is', async (t) => {
  const { run } = await start(
    t,
    [],
    new StatusError(12, 'cluster health check is only available on control plane nodes'),
  );
  const { code, stderr } = await run(['health']);
  assert.equal(code, 1);
  assert.match(stderr, /control plane/);
});

test('words that do not go together are refused before anything is dialled', async () => {
  const refused = async (...args: string[]) => (await runCommand(command, args)).stderr;
  assert.match(
    await refused('--worker-nodes', 'worker-1'),
    /--worker-nodes takes IP addresses, and "worker-1" is none/,
  );
  assert.match(await refused('--once', '--server'), /leave --server out/);
  assert.match(await refused('--run-e2e'), /--run-e2e is not there yet/);
  assert.match(await refused('extra'), /extra/);
});

test('an unknown check is refused', async (t) => {
  const { run } = await start(t, []);
  const { code, stderr } = await run(['health', '--skip', 'dns']);
  assert.equal(code, 1);
  assert.match(stderr, /there is no check dns; the checks are etcd, etcd-members/);
});
