import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  EtcdMemberAlarm_AlarmType as AlarmType,
  EtcdAlarmDisarmResponse,
  EtcdAlarmListResponse,
  EtcdDowngradeCancelResponse,
  EtcdDowngradeValidateResponse,
  EtcdForfeitLeadershipResponse,
  EtcdMemberListResponse,
  EtcdStatusResponse,
  MachineServiceService,
} from '../../../src/gen/machine/machine.js';
import { nodeOf, startNode } from '../../helpers/nodes.js';
import { StatusError } from '../../helpers/servers.js';

const cp1 = 0xc3d3020cf75b8728n;
const cp2 = 0x1fn;

test('members: as each node knows them', async (t) => {
  const { run, server } = await startNode(t, ['10.5.0.2', '10.5.0.3']);
  server.unary(MachineServiceService.etcdMemberList, ({ queryLocal }, call) => {
    assert.equal(queryLocal, true);
    if (nodeOf(call) === '10.5.0.3') throw new StatusError(12, 'member list is only available on control plane nodes');
    return EtcdMemberListResponse.fromPartial({
      messages: [
        {
          members: [
            { id: cp1, hostname: 'cp1', peerUrls: ['https://10.5.0.2:2380'], clientUrls: ['https://10.5.0.2:2379'] },
            { id: cp2, peerUrls: ['https://a:2380', 'https://b:2380'], isLearner: true },
          ],
        },
      ],
    });
  });
  const table = await run(['etcd', 'members']);
  assert.equal(
    table.stdout,
    `NODE       ID                 HOSTNAME   PEER URLS                       CLIENT URLS             LEARNER
10.5.0.2   c3d3020cf75b8728   cp1        https://10.5.0.2:2380           https://10.5.0.2:2379   false
10.5.0.2   000000000000001f              https://a:2380,https://b:2380                           true
`,
  );
  assert.equal(table.code, 1);
  assert.match(table.stderr, /^10\.5\.0\.3: member list is only available on control plane nodes \(Unimplemented\)/);
  const [first, second] = JSON.parse((await run(['etcd', 'members', '-o', 'json'])).stdout);
  assert.equal(first.members[0].hostname, 'cp1');
  assert.equal(String(first.members[1].id), '31');
  assert.equal(second.error.code, 'Unimplemented');
});

test('status: sizes, leader and log', async (t) => {
  const { run, server } = await startNode(t);
  let dbSize = 634_880n;
  server.unary(MachineServiceService.etcdStatus, () =>
    EtcdStatusResponse.fromPartial({
      messages: [
        {
          memberStatus: {
            memberId: cp1,
            leader: cp1,
            dbSize,
            dbSizeInUse: dbSize / 3n,
            raftIndex: 592n,
            raftTerm: 2n,
            raftAppliedIndex: 591n,
            protocolVersion: '3.6.10',
            storageVersion: '3.6.0',
            errors: dbSize === 0n ? ['one', 'two'] : [],
          },
        },
      ],
    }),
  );
  assert.equal(
    (await run(['etcd', 'status'])).stdout,
    `NODE       MEMBER             DB SIZE   IN USE            LEADER             RAFT INDEX   RAFT TERM   RAFT APPLIED INDEX   LEARNER   PROTOCOL   STORAGE   ERRORS
10.5.0.2   c3d3020cf75b8728   635 kB    212 kB (33.33%)   c3d3020cf75b8728   592          2           591                  false     3.6.10     3.6.0     ${''}
`,
  );
  dbSize = 0n;
  assert.match((await run(['etcd', 'status'])).stdout, / 0 B +0 B \(0\.00%\) .* one, two\n$/);
  assert.match((await run(['etcd', 'status', '-o', 'yaml'])).stdout, /^- node: 10\.5\.0\.2\n {2}memberStatus:\n/);
  dbSize = 2n ** 53n + 1n;
  const { stdout } = await run(['etcd', 'status', '-o', 'json']);
  assert.match(stdout, /"dbSize": 9007199254740993,/);
  const [{ memberStatus }] = JSON.parse(stdout);
  assert.deepEqual([memberStatus.memberId, memberStatus.isLearner], [String(cp1), false]);
});

test('alarms are listed where there are any, also when the first node has none', async (t) => {
  const { run, server } = await startNode(t, ['10.5.0.2', '10.5.0.3']);
  const alarmsOf = (node: string) =>
    node === '10.5.0.2'
      ? []
      : [
          { memberId: cp1, alarm: AlarmType.NOSPACE },
          { memberId: cp2, alarm: AlarmType.CORRUPT },
        ];
  server.unary(MachineServiceService.etcdAlarmList, (_, call) =>
    EtcdAlarmListResponse.fromPartial({ messages: [{ memberAlarms: alarmsOf(nodeOf(call)) }] }),
  );
  server.unary(MachineServiceService.etcdAlarmDisarm, (_, call) =>
    EtcdAlarmDisarmResponse.fromPartial({ messages: [{ memberAlarms: alarmsOf(nodeOf(call)) }] }),
  );
  const table = `NODE       MEMBER             ALARM
10.5.0.3   c3d3020cf75b8728   NOSPACE
10.5.0.3   000000000000001f   CORRUPT
`;
  assert.equal((await run(['etcd', 'alarm', 'list'])).stdout, table);
  assert.equal((await run(['etcd', 'alarm', 'disarm'])).stdout, table);
  assert.deepEqual(JSON.parse((await run(['etcd', 'alarm', 'list', '-o', 'json', '-n', '10.5.0.2'])).stdout), [
    { node: '10.5.0.2', memberAlarms: [] },
  ]);
  const none = await run(['etcd', 'alarm', 'list', '-n', '10.5.0.2']);
  assert.deepEqual([none.code, none.stdout, none.stderr], [0, '', '']);
});

test('downgrade: one node, its message or its refusal', async (t) => {
  const { run, server } = await startNode(t);
  server.unary(MachineServiceService.etcdDowngradeValidate, ({ version }) => {
    if (version !== '3.5') throw new StatusError(3, 'major version should be a number');
    return EtcdDowngradeValidateResponse.fromPartial({ messages: [{ clusterDowngrade: { clusterVersion: '3.6' } }] });
  });
  server.unary(MachineServiceService.etcdDowngradeCancel, () =>
    EtcdDowngradeCancelResponse.fromPartial({ messages: [{ clusterDowngrade: { clusterVersion: '3.6' } }] }),
  );
  assert.equal(
    (await run(['etcd', 'downgrade', 'validate', '3.5'])).stdout,
    'NODE       MESSAGE\n10.5.0.2   downgrade validate success, cluster version 3.6\n',
  );
  const refused = await run(['etcd', 'downgrade', 'validate', 'v3.5']);
  assert.deepEqual(
    [refused.code, refused.stdout, refused.stderr],
    [1, '', 'major version should be a number (InvalidArgument)\n'],
  );
  assert.deepEqual(JSON.parse((await run(['etcd', 'downgrade', 'cancel', '-o', 'json'])).stdout), [
    { node: '10.5.0.2', clusterDowngrade: { clusterVersion: '3.6' } },
  ]);
  assert.match((await run(['etcd', 'downgrade', 'enable'])).stderr, /takes 1 argument, got 0/);
  assert.match((await run(['etcd', 'downgrade', 'cancel', '-n', 'a,b'])).stderr, /works on one node at a time/);
});

test('forfeit-leadership says who leads now, on stderr', async (t) => {
  const { run, server } = await startNode(t, ['10.5.0.2', '10.5.0.3', '10.5.0.4']);
  server.unary(MachineServiceService.etcdForfeitLeadership, (_, call) => {
    if (nodeOf(call) === '10.5.0.4') {
      throw new StatusError(2, 'failed to forfeit leadership: cannot forfeit leadership, only one member');
    }
    return EtcdForfeitLeadershipResponse.fromPartial({
      messages: [{ member: nodeOf(call) === '10.5.0.2' ? 'cp2' : '' }],
    });
  });
  const { code, stdout, stderr } = await run(['etcd', 'forfeit-leadership']);
  assert.deepEqual([code, stdout], [1, '']);
  assert.match(
    stderr,
    /^10\.5\.0\.2: cp2 leads etcd now\n10\.5\.0\.3: does not lead etcd, nothing to do\n10\.5\.0\.4: failed/,
  );
});
