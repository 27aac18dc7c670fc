import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ContainerDriver } from '../../src/gen/common/common.js';
import { MachineServiceService, type StatsRequest, StatsResponse } from '../../src/gen/machine/machine.js';
import { nodeOf, startNode } from '../helpers/nodes.js';
import { StatusError } from '../helpers/servers.js';

const pod = 'kube-system/kube-apiserver-cp1';
const stats = [
  {
    namespace: 'k8s.io',
    id: `${pod}:kube-apiserver:74`,
    podId: pod,
    memoryUsage: 279_987_654n,
    cpuUsage: 5_009_068_000n,
  },
  { namespace: 'k8s.io', id: pod, podId: pod, memoryUsage: 0n, cpuUsage: 0n },
];

test('stats are listed by id, memory in millions of bytes', async (t) => {
  const { run, server } = await startNode(t, ['10.5.0.99', '10.5.0.2']);
  const requests: StatsRequest[] = [];
  server.unary(MachineServiceService.stats, (request, call) => {
    if (nodeOf(call) === '10.5.0.99') throw new StatusError(7, 'not authorized');
    requests.push(request);
    return StatsResponse.fromPartial({ messages: [{ stats: request.namespace === 'k8s.io' ? stats : [] }] });
  });
  const { code, stdout, stderr } = await run(['stats', '-k']);
  assert.equal(
    stdout,
    `NODE       NAMESPACE   ID                                                    MEMORY(MB)   CPU
10.5.0.2   k8s.io      kube-system/kube-apiserver-cp1                        0.00         0
10.5.0.2   k8s.io      └─ kube-system/kube-apiserver-cp1:kube-apiserver:74   279.99       5009068000
`,
  );
  assert.equal(code, 1);
  assert.match(stderr, /^10\.5\.0\.99: not authorized/m);
  assert.equal((await run(['stats', '-n', '10.5.0.2'])).stdout, 'NODE   NAMESPACE   ID   MEMORY(MB)   CPU\n');
  assert.deepEqual(requests, [
    { namespace: 'k8s.io', driver: ContainerDriver.CRI },
    { namespace: 'system', driver: ContainerDriver.CONTAINERD },
  ]);
  const [first, second] = JSON.parse((await run(['stats', '-k', '-o', 'json'])).stdout);
  assert.deepEqual([first.node, first.error.code], ['10.5.0.99', 'PermissionDenied']);
  assert.deepEqual(
    [second.node, second.stats[1].id, second.stats[1].memoryUsage],
    ['10.5.0.2', `${pod}:kube-apiserver:74`, 279_987_654],
  );
});

test('where no node answers there is no heading', async (t) => {
  const { run, server } = await startNode(t);
  server.unary(MachineServiceService.stats, () => {
    throw new StatusError(7, 'not authorized');
  });
  const { code, stdout } = await run(['stats']);
  assert.deepEqual([code, stdout], [1, '']);
});
