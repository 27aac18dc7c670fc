import { withHash } from '../../etcd/snapshot-hash.js';
import {
  EtcdMemberAlarm_AlarmType as AlarmType,
  type EtcdMember,
  MachineServiceService,
} from '../../gen/machine/machine.js';
import { type EtcdPeer, EtcdView } from '../machine/etcd.js';
import { storageVersion } from '../machine/etcd-database.js';
import { checkDowngrade, checkDowngradeVersion, clusterVersion } from '../machine/etcd-downgrade.js';
import type { Runtime } from '../machine/runtime.js';
import { serverStream, unary } from '../rpc/handler.js';
import { Code, StatusError } from '../rpc/status.js';

const protocolVersion = '3.6.10';
const chunkSize = 32 * 1024;
/** Milliseconds that a node waits for a member of its own. */
const memberPatience = 3 * 60_000;

const done = { messages: [{ metadata: undefined }] };

function member({ id, hostname, address, up }: EtcdPeer): EtcdMember {
  return {
    id,
    hostname,
    peerUrls: [`https://${address}:2380`],
    clientUrls: up ? [`https://${address}:2379`] : [],
    isLearner: false,
  };
}

/** etcd for a method that only control plane nodes have. */
function etcdOf(runtime: Runtime, what: string): EtcdView {
  runtime.requireControlPlane(what);
  return new EtcdView(runtime);
}

function alarmsOf(etcd: EtcdView) {
  const own = etcd.requireOwn();
  return etcd.outOfSpace ? [{ memberId: own.id, alarm: AlarmType.NOSPACE }] : [];
}

/** Waits for a member of this machine, which may never come. */
async function awaitOwn(runtime: Runtime, etcd: EtcdView, signal: AbortSignal): Promise<EtcdPeer> {
  const until = AbortSignal.any([signal, AbortSignal.timeout(memberPatience)]);
  for (;;) {
    const { own } = etcd;
    if (own !== undefined) return own;
    await runtime.machine.pace.wait(500, until).catch(() => {
      throw new Error('failed to get local etcd member ID: context deadline exceeded');
    });
  }
}

export const etcd = [
  unary(MachineServiceService.etcdMemberList, (runtime: Runtime, { queryLocal }) => {
    const view = etcdOf(runtime, 'member list');
    if (queryLocal) view.requireOwn();
    else view.requireAny();
    const members = view.members.map(member);
    return { messages: [{ metadata: undefined, legacyMembers: members.map(({ hostname }) => hostname), members }] };
  }),
  unary(MachineServiceService.etcdRemoveMemberById, (runtime: Runtime, { memberId }) => {
    const view = etcdOf(runtime, 'etcd remove member');
    view.requireAny();
    const obstacle = view.obstacleToRemoval(memberId);
    if (obstacle !== undefined) {
      const notFound = /not found/.test(obstacle);
      throw notFound
        ? new StatusError(Code.notFound, `failed to remove member ${memberId}: ${obstacle}`)
        : new Error(`failed to remove member: failed to remove member ${memberId}: ${obstacle}`);
    }
    view.remove(memberId);
    return done;
  }),
  unary(MachineServiceService.etcdLeaveCluster, async (runtime: Runtime, _request, call) => {
    const view = etcdOf(runtime, 'etcd leave');
    try {
      const { id } = await awaitOwn(runtime, view, call.signal);
      const obstacle = view.obstacleToRemoval(id);
      if (obstacle !== undefined) throw new Error(`failed to remove member ${id}: ${obstacle}`);
    } catch (error) {
      throw new Error(`failed to leave cluster: ${error instanceof Error ? error.message : String(error)}`);
    }
    await runtime.services.stop(['etcd']);
    runtime.machine.updateDisk({ etcd: undefined });
    runtime.changed();
    runtime.machine.neighbours.changed(runtime.machine);
    return done;
  }),
  unary(MachineServiceService.etcdForfeitLeadership, async (runtime: Runtime, _request, call) => {
    const view = etcdOf(runtime, 'etcd forfeit leadership');
    const own = await awaitOwn(runtime, view, call.signal);
    if (view.members.length === 1) {
      throw new Error('failed to forfeit leadership: cannot forfeit leadership, only one member');
    }
    const next = view.members.find(({ id, up }) => up && id !== own.id);
    const leads = view.leader?.id === own.id && next !== undefined;
    if (leads) view.state.leader = next.id;
    return { messages: [{ metadata: undefined, member: leads ? next.hostname : '' }] };
  }),
  serverStream(MachineServiceService.etcdSnapshot, async function* (runtime: Runtime) {
    const view = etcdOf(runtime, 'etcd snapshot');
    view.requireOwn();
    const snapshot = withHash(view.database());
    for (let at = 0; at < snapshot.length; at += chunkSize) {
      yield { metadata: undefined, bytes: snapshot.subarray(at, at + chunkSize) };
    }
  }),
  unary(MachineServiceService.etcdAlarmList, (runtime: Runtime) => ({
    messages: [{ metadata: undefined, memberAlarms: alarmsOf(etcdOf(runtime, 'etcd alarm list')) }],
  })),
  unary(MachineServiceService.etcdAlarmDisarm, (runtime: Runtime) => {
    const view = etcdOf(runtime, 'etcd alarm disarm');
    const memberAlarms = alarmsOf(view);
    view.state.disarmedAt = runtime.machine.now();
    return { messages: [{ metadata: undefined, memberAlarms }] };
  }),
  unary(MachineServiceService.etcdDefragment, (runtime: Runtime) => {
    const view = etcdOf(runtime, 'etcd defragment');
    view.requireOwn();
    view.defragment();
    return done;
  }),
  unary(MachineServiceService.etcdStatus, (runtime: Runtime) => {
    const view = etcdOf(runtime, 'etcd status');
    const own = view.requireOwn();
    const { size, inUse } = view.sizes();
    const index = BigInt(Math.floor((runtime.machine.now().getTime() - runtime.bootedAt.getTime()) / 100) + 200);
    return {
      messages: [
        {
          metadata: undefined,
          memberStatus: {
            storageVersion,
            memberId: own.id,
            protocolVersion,
            dbSize: size,
            dbSizeInUse: inUse,
            leader: view.leader?.id ?? 0n,
            raftIndex: index,
            raftTerm: view.state.leader === undefined ? 2n : 3n,
            raftAppliedIndex: index,
            errors: alarmsOf(view).map(({ memberId }) => `memberID:${memberId} alarm:NOSPACE `),
            isLearner: false,
          },
        },
      ],
    };
  }),
  unary(MachineServiceService.etcdDowngradeValidate, (runtime: Runtime, { version }) => {
    const view = etcdOf(runtime, 'etcd downgrade validate');
    checkDowngradeVersion(version);
    view.requireOwn();
    checkDowngrade(view.state, version);
    return { messages: [{ metadata: undefined, clusterDowngrade: { clusterVersion } }] };
  }),
  unary(MachineServiceService.etcdDowngradeEnable, (runtime: Runtime, { version }) => {
    const view = etcdOf(runtime, 'etcd downgrade enable');
    checkDowngradeVersion(version);
    view.requireOwn();
    checkDowngrade(view.state, version);
    view.state.downgradeTo = version;
    return { messages: [{ metadata: undefined, clusterDowngrade: { clusterVersion } }] };
  }),
  unary(MachineServiceService.etcdDowngradeCancel, (runtime: Runtime) => {
    const view = etcdOf(runtime, 'etcd downgrade cancel');
    view.requireOwn();
    view.state.downgradeTo = undefined;
    return { messages: [{ metadata: undefined, clusterDowngrade: { clusterVersion } }] };
  }),
];
