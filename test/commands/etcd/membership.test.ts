import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import {
  EtcdDefragmentResponse,
  EtcdLeaveClusterResponse,
  EtcdMemberListResponse,
  EtcdRemoveMemberByIDResponse,
  HostnameResponse,
  MachineServiceService,
} from '../../../src/gen/machine/machine.js';
import { StateService } from '../../../src/gen/v1alpha1/state.js';
import { startNode } from '../../helpers/nodes.js';
import { resourceMessage } from '../../helpers/resource-node.js';
import { StatusError } from '../../helpers/servers.js';
import { textInput } from '../../helpers/streams.js';

interface Cluster {
  /** Whether the node runs a member. */
  readonly member?: boolean;
  readonly worker?: boolean;
}

async function start(t: TestContext, { member = true, worker = false }: Cluster = {}) {
  const node = await startNode(t, ['10.5.0.2'], { services: [MachineServiceService, StateService] });
  const removed: bigint[] = [];
  const left: string[] = [];
  node.server
    .unary(StateService.get, ({ type, namespace }) => {
      if (type === 'Infos.cluster.talos.dev') {
        return { resource: resourceMessage(type, 'current', 'clusterName: prod\n', { namespace }) };
      }
      if (member) return { resource: resourceMessage(type, 'local', 'memberID: 1f\n', { namespace }) };
      throw new StatusError(5, "resource EtcdMembers.etcd.talos.dev(etcd/local@undefined) doesn't exist");
    })
    .unary(MachineServiceService.hostname, () => HostnameResponse.fromPartial({ messages: [{ hostname: 'cp1' }] }))
    .unary(MachineServiceService.etcdMemberList, () =>
      EtcdMemberListResponse.fromPartial({
        messages: [{ members: [{ id: 0x1fn, hostname: 'cp9', peerUrls: ['https://10.5.0.9:2380'] }] }],
      }),
    )
    .unary(MachineServiceService.etcdStatus, () => {
      throw worker
        ? new StatusError(12, 'etcd status is only available on control plane nodes')
        : new StatusError(14, 'connection refused');
    })
    .unary(MachineServiceService.etcdRemoveMemberById, ({ memberId }) => {
      removed.push(memberId);
      return EtcdRemoveMemberByIDResponse.fromPartial({ messages: [{}] });
    })
    .unary(MachineServiceService.etcdLeaveCluster, () => {
      left.push('10.5.0.2');
      return EtcdLeaveClusterResponse.fromPartial({ messages: [{}] });
    });
  return { ...node, removed, left };
}

const target =
  'about to remove the etcd member 000000000000001f (cp9, https://10.5.0.9:2380) on 10.5.0.2 (cp1), cluster "prod"';

test('remove-member names member, node and cluster, and asks nothing where nobody sits', async (t) => {
  const { run, removed } = await start(t);
  const { code, stdout, stderr } = await run(['etcd', 'remove-member', '1F']);
  assert.deepEqual([code, stdout], [0, '']);
  assert.ok(stderr.startsWith(target), stderr);
  assert.deepEqual(removed, [0x1fn]);
});

test('on a terminal it asks, unless --yes', async (t) => {
  const { run, removed } = await start(t);
  const answered = (text: string) => ({ stdin: textInput(text, { isTerminal: true }) });
  const no = await run(['etcd', 'remove-member', '1f'], answered('\n'));
  assert.equal(no.code, 1);
  assert.ok(no.stderr.startsWith(target), no.stderr);
  assert.match(no.stderr, /Is this meant\? \[y\/N\] nothing was done\n/);
  assert.deepEqual(removed, []);
  assert.equal((await run(['etcd', 'remove-member', '1f'], answered('y\n'))).code, 0);
  const yes = await run(['etcd', 'remove-member', '1f', '--yes'], answered(''));
  assert.equal(yes.code, 0);
  assert.doesNotMatch(yes.stderr, /\?/);
  assert.deepEqual(removed, [0x1fn, 0x1fn]);
});

test('what is no member is not removed', async (t) => {
  const { run, server, removed } = await start(t);
  assert.match(
    (await run(['etcd', 'remove-member', 'abc'])).stderr,
    /etcd has no member 0000000000000abc\nits members are/,
  );
  const before = server.calls.length;
  for (const word of ['cp9', '0x1f', '', '11112222333344445']) {
    const { code, stderr } = await run(['etcd', 'remove-member', word]);
    assert.equal(code, 1);
    assert.match(stderr, /is no id of an etcd member/);
  }
  assert.match((await run(['etcd', 'remove-member', '1f', '-n', 'a,b'])).stderr, /works on one node at a time/);
  assert.equal(server.calls.length, before);
  assert.deepEqual(removed, []);
});

test('leave: a node with a member leaves, one without does not wait for it', async (t) => {
  const member = await start(t);
  const done = await member.run(['etcd', 'leave']);
  assert.deepEqual([done.code, done.stdout, done.stderr, member.left.length], [0, '', '', 1]);
  for (const [cluster, said] of [
    [{ member: false }, /^10\.5\.0\.2 runs no member of etcd, there is nothing to leave\n/],
    [{ member: false, worker: true }, /^10\.5\.0\.2 runs no member of etcd: it is a worker\n/],
  ] as const) {
    const { run, left } = await start(t, cluster);
    const { code, stderr } = await run(['etcd', 'leave']);
    assert.equal(code, 1);
    assert.match(stderr, said);
    assert.deepEqual(left, []);
  }
});

test('defrag says nothing and takes one node', async (t) => {
  const { run, server } = await startNode(t);
  server.unary(MachineServiceService.etcdDefragment, () => EtcdDefragmentResponse.fromPartial({ messages: [{}] }));
  const { code, stdout, stderr } = await run(['etcd', 'defrag']);
  assert.deepEqual([code, stdout, stderr], [0, '', '']);
  assert.match((await run(['etcd', 'defrag', '-n', 'a,b'])).stderr, /"etcd defrag" works on one node at a time/);
});
