import type { Context } from '../../../cli/context.js';
import type { Client } from '../../../client/client.js';
import { getResource } from '../../../client/state.js';
import { CallError, TalosctlError } from '../../../errors/errors.js';
import { GrpcStatus } from '../../../errors/status.js';
import { MachineServiceService } from '../../../gen/machine/machine.js';
import { onlyMessage } from '../ask-nodes.js';
import { singleNode } from '../single-node.js';
import { etcdTimeout, leaveTimeout } from './timeouts.js';

const ownMember = { namespace: 'etcd', type: 'EtcdMembers.etcd.talos.dev' };
const ownMemberId = 'local';

/** Has a node leave etcd. */
export async function leaveEtcd(ctx: Context): Promise<void> {
  const client = await ctx.client();
  const node = singleNode(client, 'etcd leave');
  await refuseWithoutMember(client, node);
  const options = { node, timeout: leaveTimeout };
  onlyMessage(await client.unary(MachineServiceService.etcdLeaveCluster, {}, options), node ?? '');
}

/** A node that is asked to leave waits for its member first, and without one for minutes. */
async function refuseWithoutMember(client: Client, node: string | undefined): Promise<void> {
  try {
    await getResource(client, ownMember, ownMemberId, { node, timeout: etcdTimeout });
  } catch (error) {
    if (!(error instanceof CallError && error.code === GrpcStatus.NotFound)) return;
    const worker = await isWorker(client, node);
    throw new TalosctlError(
      `${node ?? 'the node'} runs no member of etcd${worker ? ': it is a worker' : ', there is nothing to leave'}`,
      {
        hint: '`talosctl etcd members` shows the members; one whose etcd does not run can only be removed: `talosctl etcd remove-member <id>`',
      },
    );
  }
}

/** As far as the node says so: workers refuse every question about etcd. */
async function isWorker(client: Client, node: string | undefined): Promise<boolean> {
  try {
    await client.unary(MachineServiceService.etcdStatus, {}, { node, timeout: etcdTimeout });
    return false;
  } catch (error) {
    return error instanceof CallError && error.code === GrpcStatus.Unimplemented;
  }
}
