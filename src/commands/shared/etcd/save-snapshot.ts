import { resolve } from 'node:path';
import type { Context } from '../../../cli/context.js';
import { TalosctlError } from '../../../errors/errors.js';
import { SnapshotHash } from '../../../etcd/snapshot-hash.js';
import { type SnapshotStatus, snapshotStatus } from '../../../etcd/snapshot-status.js';
import { gather } from '../../../files/gather.js';
import { GrowingFile } from '../../../files/growing-file.js';
import { MachineServiceService } from '../../../gen/machine/machine.js';
import type { NodeMessage } from '../ask-nodes.js';
import { metadataError } from '../data-error.js';
import { singleNode } from '../single-node.js';
import { formatSnapshotStatus } from './snapshot-status.js';

/** Streams a snapshot of a node's etcd into a file, which gets its name when it is there whole and its hash is right. */
export async function saveSnapshot(ctx: Context, path: string): Promise<void> {
  const client = await ctx.client();
  const node = singleNode(client, 'etcd snapshot');
  const pieces = client.serverStream(MachineServiceService.etcdSnapshot, {}, { node });
  if (path === '-') return printSnapshot(ctx, pieces, node);
  const file = await GrowingFile.create(resolve(ctx.cwd, path));
  try {
    const size = await receive(pieces, node, (bytes) => file.write(bytes));
    const status = file.isRegular ? await inspect(ctx, file) : undefined;
    await file.place();
    await ctx.stdout.write(`etcd snapshot saved to ${JSON.stringify(path)} (${size} bytes)\n`);
    if (status instanceof TalosctlError) throw status;
    if (status !== undefined) await ctx.stdout.write(`snapshot info: ${formatSnapshotStatus(status)}\n`);
  } finally {
    await file.discard();
  }
}

async function printSnapshot(ctx: Context, pieces: Pieces, node: string | undefined): Promise<void> {
  if (ctx.stdout.isTerminal) {
    throw new TalosctlError('a snapshot is no text for a terminal', { hint: 'name a file, or send it on: … | gzip' });
  }
  const size = await receive(pieces, node, (bytes) => ctx.stdout.write(bytes));
  await ctx.stderr.write(`etcd snapshot: ${size} bytes\n`);
}

type Pieces = AsyncIterable<NodeMessage & { readonly bytes: Buffer }>;

/** Takes the pieces, checks the hash behind them, and gives the size. */
async function receive(
  pieces: Pieces,
  node: string | undefined,
  write: (bytes: Buffer) => Promise<void>,
): Promise<number> {
  const hash = new SnapshotHash();
  for await (const bytes of gather(bytesOf(pieces, node))) {
    hash.update(bytes);
    await write(bytes);
  }
  const verdict = hash.verdict();
  if (verdict === 'good') return hash.size;
  const what = verdict === 'missing' ? 'has no hash at its end' : 'does not match the hash at its end';
  throw new TalosctlError(`the snapshot that ${node ?? 'the node'} sent is damaged: it ${what} (${hash.size} bytes)`, {
    hint: 'take it again; where that does not help, from another member: `talosctl etcd status` shows them',
  });
}

async function* bytesOf(pieces: Pieces, node: string | undefined): AsyncGenerator<Buffer, void, undefined> {
  for await (const { metadata, bytes } of pieces) {
    const refused = metadataError(metadata, node);
    if (refused !== undefined) throw refused;
    yield bytes;
  }
}

/** A transfer without fault may carry a database that has one: it is kept, and the fault is told. */
async function inspect(ctx: Context, file: GrowingFile): Promise<SnapshotStatus | TalosctlError> {
  try {
    return await snapshotStatus(file.handle, ctx.signal);
  } catch (error) {
    if (!(error instanceof TalosctlError) || ctx.signal.aborted) throw error;
    return new TalosctlError(`the snapshot is as the node sent it, but ${error.message}`, {
      cause: error,
      hint: 'look at `talosctl etcd status` and `talosctl etcd alarm list`, and take a snapshot of another member',
    });
  }
}
