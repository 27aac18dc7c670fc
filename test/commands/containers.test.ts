import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ContainerDriver } from '../../src/gen/common/common.js';
import { type ContainersRequest, ContainersResponse, MachineServiceService } from '../../src/gen/machine/machine.js';
import { nodeOf, startNode } from '../helpers/nodes.js';
import { StatusError } from '../helpers/servers.js';

const pod = 'kube-system/kube-apiserver-cp1';
const kubernetes = [
  {
    namespace: 'k8s.io',
    id: `${pod}:kube-apiserver:74`,
    podId: pod,
    image: 'kube-apiserver:v1.36.3',
    pid: 597,
    status: 'CONTAINER_RUNNING',
  },
  { namespace: 'k8s.io', id: pod, podId: pod, image: 'pause:3.10.1', pid: 458, status: 'SANDBOX_READY' },
];
const system = [
  { namespace: 'system', id: 'trustd', podId: 'trustd', pid: 208, status: 'RUNNING' },
  { namespace: 'system', id: 'apid', podId: 'apid', pid: 201, status: 'RUNNING' },
];

test('containers are listed by id, those of a pod below it', async (t) => {
  const { run, server } = await startNode(t, ['10.5.0.2', '10.5.0.99']);
  const requests: ContainersRequest[] = [];
  server.unary(MachineServiceService.containers, (request, call) => {
    if (nodeOf(call) === '10.5.0.99') throw new StatusError(7, 'not authorized');
    requests.push(request);
    return ContainersResponse.fromPartial({
      messages: [{ containers: request.namespace === 'system' ? system : kubernetes }],
    });
  });
  const own = await run(['containers', '-n', '10.5.0.2']);
  assert.equal(
    own.stdout,
    `NODE       NAMESPACE   ID       IMAGE   PID   STATUS
10.5.0.2   system      apid             201   RUNNING
10.5.0.2   system      trustd           208   RUNNING
`,
  );
  assert.deepEqual([own.code, own.stderr], [0, '']);
  const all = await run(['c', '-k']);
  assert.equal(
    all.stdout,
    `NODE       NAMESPACE   ID                                                    IMAGE                    PID   STATUS
10.5.0.2   k8s.io      kube-system/kube-apiserver-cp1                        pause:3.10.1             458   SANDBOX_READY
10.5.0.2   k8s.io      └─ kube-system/kube-apiserver-cp1:kube-apiserver:74   kube-apiserver:v1.36.3   597   CONTAINER_RUNNING
`,
  );
  assert.equal(all.code, 1);
  assert.match(all.stderr, /^10\.5\.0\.99: not authorized/m);
  assert.deepEqual(requests, [
    { namespace: 'system', driver: ContainerDriver.CONTAINERD },
    { namespace: 'k8s.io', driver: ContainerDriver.CRI },
  ]);
  const [first, second] = JSON.parse((await run(['containers', '-o', 'json'])).stdout);
  assert.deepEqual([first.node, first.containers[0].id, first.containers[0].pid], ['10.5.0.2', 'apid', 201]);
  assert.deepEqual([second.node, second.error.code], ['10.5.0.99', 'PermissionDenied']);
});
