import type { Completion } from '../../../cli/command.js';
import type { Context } from '../../../cli/context.js';
import type { Client } from '../../../client/client.js';
import { CancelledError, TalosctlError } from '../../../errors/errors.js';
import { type EtcdMember, MachineServiceService } from '../../../gen/machine/machine.js';
import { askNodes, onlyMessage } from '../ask-nodes.js';
import { confirmTarget } from '../confirm-target.js';
import { printNodes } from '../node-table.js';
import type { OutputFormat } from '../output-format.js';
import { singleNode } from '../single-node.js';
import { formatMemberId } from './member-id.js';
import { etcdTimeout } from './timeouts.js';

const local = { queryLocal: true };

/** Lists the members of etcd as every node knows them. */
export async function listMembers(ctx: Context, output: OutputFormat): Promise<void> {
  const client = await ctx.client();
  const results = await askNodes(client, MachineServiceService.etcdMemberList, local, { timeout: etcdTimeout });
  await printNodes(ctx, client, results, output, {
    heading: ['NODE', 'ID', 'HOSTNAME', 'PEER URLS', 'CLIENT URLS', 'LEARNER'],
    rows: (node, { members }) =>
      members.map(({ id, hostname, peerUrls, clientUrls, isLearner }) => [
        node,
        formatMemberId(id),
        hostname,
        peerUrls.join(','),
        clientUrls.join(','),
        String(isLearner),
      ]),
    data: ({ members }) => ({ members: members.map(({ id, ...member }) => ({ ...member, id: String(id) })) }),
  });
}

/** Removes a member through one node, after saying which it is. */
export async function removeMember(ctx: Context, memberId: bigint, yes: boolean): Promise<void> {
  const client = await ctx.client();
  const node = singleNode(client, 'etcd remove-member');
  const id = formatMemberId(memberId);
  const members = await knownMembers(client, node);
  const member = members?.find((candidate) => candidate.id === memberId);
  if (members !== undefined && member === undefined) {
    throw new TalosctlError(`etcd has no member ${id}`, {
      hint: `its members are ${members.map(describe).join(', ')}`,
    });
  }
  await confirmTarget(ctx, client, {
    action: `remove the etcd member ${member === undefined ? id : describe(member)}`,
    consequence: 'its node has to be reset before it can join again',
    yes,
  });
  const request = { memberId };
  const options = { node, timeout: etcdTimeout };
  onlyMessage(await client.unary(MachineServiceService.etcdRemoveMemberById, request, options), node ?? '');
}

/** Offers the ids of the members, with their hostnames. */
export async function completeMembers(ctx: Context): Promise<readonly Completion[]> {
  const client = await ctx.client();
  const members = await knownMembers(client, client.nodes[0]);
  return (members ?? []).map(({ id, hostname }) => ({ value: formatMemberId(id), description: hostname }));
}

/** The members by a node that may not be able to tell: undefined then. */
async function knownMembers(client: Client, node: string | undefined): Promise<readonly EtcdMember[] | undefined> {
  try {
    const options = { node, timeout: etcdTimeout };
    const answer = await client.unary(MachineServiceService.etcdMemberList, local, options);
    return onlyMessage(answer, node ?? '').members;
  } catch (error) {
    if (error instanceof CancelledError || !(error instanceof TalosctlError)) throw error;
    return undefined;
  }
}

function describe({ id, hostname, peerUrls }: EtcdMember): string {
  const who = [hostname, ...peerUrls].filter((part) => part !== '').join(', ');
  return who === '' ? formatMemberId(id) : `${formatMemberId(id)} (${who})`;
}
