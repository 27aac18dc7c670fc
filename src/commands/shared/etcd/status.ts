import type { Context } from '../../../cli/context.js';
import { EtcdMemberStatus, MachineServiceService } from '../../../gen/machine/machine.js';
import type { JsonValue } from '../../../render/json.js';
import { formatBytes } from '../../../render/sizes.js';
import { askNodes } from '../ask-nodes.js';
import { printNodes } from '../node-table.js';
import type { OutputFormat } from '../output-format.js';
import { formatMemberId } from './member-id.js';
import { etcdTimeout } from './timeouts.js';

/** Shows the state of every node's member. */
export async function showStatus(ctx: Context, output: OutputFormat): Promise<void> {
  const client = await ctx.client();
  const results = await askNodes(client, MachineServiceService.etcdStatus, {}, { timeout: etcdTimeout });
  await printNodes(ctx, client, results, output, {
    heading: [
      'NODE',
      'MEMBER',
      'DB SIZE',
      'IN USE',
      'LEADER',
      'RAFT INDEX',
      'RAFT TERM',
      'RAFT APPLIED INDEX',
      'LEARNER',
      'PROTOCOL',
      'STORAGE',
      'ERRORS',
    ],
    rows: (node, { memberStatus }) => [[node, ...cells(memberStatus ?? EtcdMemberStatus.fromPartial({}))]],
    data: ({ memberStatus }) => ({ memberStatus: memberStatus && statusData(memberStatus) }),
  });
}

/** Ids are texts: they are too large for numbers as most readers of JSON have them. */
function statusData({ memberId, leader, ...status }: EtcdMemberStatus): JsonValue {
  return { ...status, memberId: String(memberId), leader: String(leader) };
}

function cells(status: EtcdMemberStatus): readonly string[] {
  const { dbSize, dbSizeInUse } = status;
  const share = dbSize > 0n ? (Number(dbSizeInUse) / Number(dbSize)) * 100 : 0;
  return [
    formatMemberId(status.memberId),
    formatBytes(dbSize),
    `${formatBytes(dbSizeInUse)} (${share.toFixed(2)}%)`,
    formatMemberId(status.leader),
    String(status.raftIndex),
    String(status.raftTerm),
    String(status.raftAppliedIndex),
    String(status.isLearner),
    status.protocolVersion,
    status.storageVersion,
    status.errors.join(', '),
  ];
}
