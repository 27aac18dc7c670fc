import { resolve } from 'node:path';
import type { Context } from '../../../cli/context.js';
import type { Client } from '../../../client/client.js';
import { CallError, TalosctlError } from '../../../errors/errors.js';
import { GrpcStatus } from '../../../errors/status.js';
import { MachineServiceService } from '../../../gen/machine/machine.js';
import { findRunningEtcd } from '../../../tracker/health/running-etcd.js';
import { onlyMessage } from '../ask-nodes.js';
import { openSnapshot, type Snapshot } from '../etcd/open-snapshot.js';
import { formatSnapshotStatus } from '../etcd/snapshot-status.js';
import { singleNode } from '../single-node.js';
import type { TrackSettings } from '../track/flags.js';
import { runTracked } from '../track/run.js';
import { bootstrapAction } from './action.js';
import { whileComingUp } from './coming-up.js';

export interface BootstrapOptions {
  /** Snapshot to start with, as typed; empty: none. */
  readonly recoverFrom: string;
  readonly skipHashCheck: boolean;
  /** Whether etcd is started although another member of the cluster runs it. */
  readonly force: boolean;
  readonly track: TrackSettings;
}

/** Starts etcd on one control plane node. What is wrong with the snapshot is found before anything is dialled. */
export async function runBootstrap(ctx: Context, options: BootstrapOptions): Promise<void> {
  const { recoverFrom, skipHashCheck, force, track } = options;
  const snapshot =
    recoverFrom === ''
      ? undefined
      : await openSnapshot(resolve(ctx.cwd, recoverFrom), { skipHashCheck, signal: ctx.signal });
  const client = await ctx.client();
  const node = singleNode(client, 'bootstrap');
  const name = node ?? client.endpoints[0] ?? '';
  await waitUntilUp(ctx, client, node, name);
  const running = force ? undefined : await findRunningEtcd(client, node);
  if (running !== undefined) {
    throw new TalosctlError(`etcd of this cluster runs on ${running} already: a second one would split the cluster`, {
      hint: `${name} joins by itself, see \`talosctl -n ${name} service etcd\`; add --force to start a second etcd all the same`,
    });
  }
  if (snapshot !== undefined) await announce(ctx, recoverFrom, snapshot);
  const start = async (signal?: AbortSignal): Promise<void> => {
    if (snapshot !== undefined) {
      // Sent anew with each attempt: a node that has rebooted meanwhile has lost it.
      const answer = await client.clientStream(MachineServiceService.etcdRecover, snapshot.messages(), {
        node,
        signal,
      });
      onlyMessage(answer, name);
    }
    const request = { recoverEtcd: snapshot !== undefined, recoverSkipHashCheck: skipHashCheck };
    onlyMessage(await client.unary(MachineServiceService.bootstrap, request, { node, signal }), name);
  };
  const patiently = (signal?: AbortSignal): Promise<void> => whileComingUp(ctx, name, () => start(signal));
  if (track.wait) await runTracked(ctx, client, bootstrapAction(client, patiently), track);
  else await patiently();
}

async function announce(ctx: Context, path: string, { status }: Snapshot): Promise<void> {
  const name = `recovering from snapshot ${JSON.stringify(path)}`;
  if (status instanceof TalosctlError) await ctx.stderr.write(`warning: ${status.message}\n${name}\n`);
  else await ctx.stdout.write(`${name}: ${formatSnapshotStatus(status)}\n`);
}

/** Waits until the node answers anything at all: what it refuses is none of the question. */
async function waitUntilUp(ctx: Context, client: Client, node: string | undefined, name: string): Promise<void> {
  try {
    await whileComingUp(ctx, name, () => client.unary(MachineServiceService.version, {}, { node }));
  } catch (error) {
    if (!(error instanceof CallError) || error.code === GrpcStatus.Unavailable) throw error;
  }
}
