import type { CallOptions, Client } from '../../client/client.js';
import { fanOut } from '../../client/fanout.js';
import { CallError, type TalosctlError } from '../../errors/errors.js';
import { type EtcdMemberStatus, MachineServiceService } from '../../gen/machine/machine.js';
import { fail, messageOf } from './ask.js';
import type { HealthCheck, MachinesTarget } from './check.js';

/* etcd by the word of each of its members. */

interface Member {
  readonly id: bigint;
  readonly hostname: string;
  /** A learner has no vote. */
  readonly isLearner: boolean;
  /** As it says; undefined where it does not answer. */
  readonly status: EtcdMemberStatus | undefined;
  readonly error: TalosctlError | undefined;
}

/** Every member answers, has a vote and a leader, and no alarm. */
export const etcdMembersWell: HealthCheck<MachinesTarget> = {
  id: 'etcd-status',
  title: 'all etcd members to take part',
  async run(target) {
    const problems = (await readMembers(target, undefined)).flatMap((member) => problemOf(member) ?? []);
    if (problems.length > 0) fail(problems);
    return 'ok';
  },
};

/**
 * Why etcd would not bear that a control plane node goes down: too few of its voting members would be left. Undefined
 * where it would, where the node runs no member anyway, and for the only member there is, which has nobody to stand in.
 * @throws TalosctlError where a member runs on the node, and etcd does not name the others
 */
export async function quorumLossWithout(target: MachinesTarget, node: string): Promise<string | undefined> {
  const own = await statusOf(target.client, { node, signal: target.signal, timeout: target.timeout }).catch(
    (error: unknown) => {
      if (error instanceof CallError) return undefined;
      throw error;
    },
  );
  if (own === undefined || own.isLearner) return undefined;
  const voters = (await readMembers(target, node)).filter(({ isLearner }) => !isLearner);
  if (voters.length <= 1) return undefined;
  const left = voters.filter(({ id, status }) => id !== own.memberId && status !== undefined);
  const needed = Math.floor(voters.length / 2) + 1;
  if (left.length >= needed) return undefined;
  const problems = voters.flatMap((member) => problemOf(member) ?? []);
  return (
    `etcd would lose its quorum: ${needed} of its ${voters.length} voting members have to run, ` +
    `and without this one ${left.length} would${problems.length === 0 ? '' : ` (${problems.join('; ')})`}`
  );
}

/** @param node who is asked for the members; absent: the endpoint */
async function readMembers({ client, topology, signal, timeout }: MachinesTarget, node: string | undefined) {
  const request = { queryLocal: false };
  const list = await client.unary(MachineServiceService.etcdMemberList, request, { node, signal, timeout });
  const { members } = messageOf(list, node);
  const machines = members.map(({ peerUrls }) => {
    const hosts = peerUrls.map(hostOf);
    const known = topology.controlPlane.find(({ addresses }) => hosts.some((host) => addresses.includes(host)));
    return known?.address ?? hosts[0] ?? '';
  });
  const answers = await fanOut({ nodes: machines }, (machine) => statusOf(client, { node: machine, signal, timeout }));
  return members.map(
    ({ id, hostname, isLearner }, index): Member => ({
      id,
      hostname: hostname === '' ? (machines[index] ?? '') : hostname,
      isLearner,
      status: answers[index]?.value,
      error: answers[index]?.error,
    }),
  );
}

async function statusOf(client: Client, options: CallOptions): Promise<EtcdMemberStatus | undefined> {
  const answer = await client.unary(MachineServiceService.etcdStatus, {}, options);
  return messageOf(answer, options.node).memberStatus;
}

function problemOf({ hostname, isLearner, status, error }: Member): string | undefined {
  if (error !== undefined) return `the member ${hostname} does not answer: ${error.message}`;
  if (status === undefined) return `the member ${hostname} does not say how it is`;
  if (status.errors.length > 0) return `the member ${hostname} reports ${status.errors.join(', ').trim()}`;
  if (isLearner || status.isLearner) return `the member ${hostname} is a learner still`;
  return status.leader === 0n ? `the member ${hostname} knows no leader` : undefined;
}

/** The host of a URL, without the brackets of an IPv6 address. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^\[|\]$/g, '') : url;
}
