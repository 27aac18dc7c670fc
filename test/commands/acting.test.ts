import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ContainerDriver } from '../../src/gen/common/common.js';
import {
  MachineServiceService,
  type MetaDeleteRequest,
  MetaDeleteResponse,
  type MetaWriteRequest,
  MetaWriteResponse,
  type RestartRequest,
  RestartResponse,
  RollbackResponse,
} from '../../src/gen/machine/machine.js';
import { runCli } from '../helpers/cli.js';
import { nodeOf, startNode } from '../helpers/nodes.js';
import { StatusError, TestServer } from '../helpers/servers.js';
import { TestCluster } from '../helpers/tls.js';

test('restart: a container of Talos or of Kubernetes, on every node', async (t) => {
  const { run, server } = await startNode(t, ['10.5.0.2', '10.5.0.3']);
  const requests: RestartRequest[] = [];
  server.unary(MachineServiceService.restart, (request, call) => {
    if (nodeOf(call) === '10.5.0.3') throw new StatusError(2, `container "${request.id}" not found`);
    requests.push(request);
    return RestartResponse.fromPartial({ messages: [{}] });
  });
  const { code, stdout, stderr } = await run(['restart', 'trustd']);
  assert.deepEqual([code, stdout, stderr], [1, '', '10.5.0.3: container "trustd" not found (Unknown)\n']);
  assert.equal((await run(['restart', '-k', 'pod:name', '-n', '10.5.0.2', '--use-cri'])).code, 0);
  assert.deepEqual(requests, [
    { id: 'trustd', namespace: 'system', driver: ContainerDriver.CONTAINERD },
    { id: 'pod:name', namespace: 'k8s.io', driver: ContainerDriver.CRI },
  ]);
  assert.match((await run(['restart'])).stderr, /takes 1 argument, got 0/);
});

test('meta: keys as Go reads numbers, values as they are', async (t) => {
  const { run, server } = await startNode(t);
  const written: MetaWriteRequest[] = [];
  const deleted: MetaDeleteRequest[] = [];
  server
    .unary(MachineServiceService.metaWrite, (request) => {
      written.push(request);
      return MetaWriteResponse.fromPartial({ messages: [{}] });
    })
    .unary(MachineServiceService.metaDelete, (request) => {
      deleted.push(request);
      if (request.key === 9) throw new StatusError(5, 'meta key not found');
      return MetaDeleteResponse.fromPartial({ messages: [{}] });
    });
  for (const key of ['0x0a', '10', '0XA', '0b1010', '0o12', '012', '0x0_a', '1_0']) {
    const { code, stdout, stderr } = await run(['meta', 'write', key, 'é x\n']);
    assert.deepEqual([code, stdout, stderr], [0, '', ''], key);
  }
  assert.ok(written.every(({ key, value }) => key === 10 && value.toString() === 'é x\n'));
  assert.equal(written.length, 8);
  for (const key of ['256', '-1', 'ten', '0x', '', '1__0', '08', '0x100', ' 1']) {
    const { code, stderr } = await run(['meta', 'delete', '--', key]);
    assert.equal(code, 1);
    assert.match(stderr, /is no key of META: a number from 0 to 255/, key);
  }
  assert.equal((await run(['meta', 'delete', '0'])).code, 0);
  assert.match((await run(['meta', 'delete', '9'])).stderr, /^meta key not found \(NotFound\)/);
  assert.deepEqual(deleted, [{ key: 0 }, { key: 9 }]);
  assert.match((await run(['meta', 'write', '1'])).stderr, /takes 2 arguments, got 1/);
});

test('meta --insecure goes to the node itself, wherever the flag stands', async (t) => {
  const cluster = await TestCluster.create();
  const node = await TestServer.start(t, { certificate: await cluster.server('127.0.0.1') });
  node.unary(MachineServiceService.metaWrite, () => MetaWriteResponse.fromPartial({ messages: [{}] }));
  for (const words of [
    ['meta', 'write', '1', 'x', '--insecure'],
    ['meta', '-i', 'write', '1', 'x'],
  ]) {
    assert.equal((await runCli([...words, '-n', node.address])).code, 0);
  }
  assert.deepEqual(
    node.calls.map(({ metadata }) => metadata.get('node')),
    [[], []],
  );
});

test('rollback: every node, nothing said', async (t) => {
  const { run, server } = await startNode(t, ['10.5.0.2', '10.5.0.3']);
  server.unary(MachineServiceService.rollback, (_, call) => {
    if (nodeOf(call) === '10.5.0.3') throw new StatusError(9, 'method is not supported in container mode');
    return RollbackResponse.fromPartial({ messages: [{}] });
  });
  const { code, stdout, stderr } = await run(['rollback']);
  assert.deepEqual(
    [code, stdout, stderr],
    [1, '', '10.5.0.3: method is not supported in container mode (FailedPrecondition)\n'],
  );
  assert.equal((await run(['rollback', '-n', '10.5.0.2'])).code, 0);
});
