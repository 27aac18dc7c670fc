import { type EtcdMember, MachineServiceService } from '../../gen/machine/machine.js';
import { type EtcdPeer, etcdMembers } from '../machine/etcd.js';
import type { Runtime } from '../machine/runtime.js';
import { unary } from '../rpc/handler.js';

const protocolVersion = '3.6.10';
const storageVersion = '3.6.0';
const databaseSize = 634_880n;

function member({ id, hostname, address }: EtcdPeer): EtcdMember {
  return {
    id,
    hostname,
    peerUrls: [`https://${address}:2380`],
    clientUrls: [`https://${address}:2379`],
    isLearner: false,
  };
}

export const etcd = [
  unary(MachineServiceService.etcdMemberList, (runtime: Runtime) => {
    runtime.requireControlPlane('member list');
    const members = etcdMembers(runtime).map(member);
    return { messages: [{ metadata: undefined, legacyMembers: members.map(({ hostname }) => hostname), members }] };
  }),
  unary(MachineServiceService.etcdStatus, (runtime: Runtime) => {
    runtime.requireControlPlane('etcd status');
    const members = etcdMembers(runtime);
    const own = members.find(({ address }) => address === runtime.machine.identity.address);
    const index = BigInt(Math.floor((runtime.machine.now().getTime() - runtime.bootedAt.getTime()) / 100) + 200);
    return {
      messages: [
        {
          metadata: undefined,
          memberStatus: {
            storageVersion,
            memberId: own?.id ?? 0n,
            protocolVersion,
            dbSize: databaseSize,
            dbSizeInUse: databaseSize,
            leader: members[0]?.id ?? 0n,
            raftIndex: index,
            raftTerm: 2n,
            raftAppliedIndex: index,
            errors: [],
            isLearner: false,
          },
        },
      ],
    };
  }),
];
