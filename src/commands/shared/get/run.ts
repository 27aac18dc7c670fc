import type { Context } from '../../../cli/context.js';
import type { Client } from '../../../client/client.js';
import { CallLimit, fanOut, fanOutStream } from '../../../client/fanout.js';
import { getResource, listResources, type ResourceKind, watchResources } from '../../../client/state.js';
import { CancelledError, type NodeFailure, SilentFailure } from '../../../errors/errors.js';
import { failuresOf, throwFailures } from '../node-failures.js';
import { warnOfOlderNodes } from '../version-skew.js';
import { type FoundDefinition, findDefinition } from './find-definition.js';
import { createWriter, type ResourceWriter } from './writer.js';

export interface GetOptions {
  /** Type or alias, as typed. */
  readonly type: string;
  /** Absent: all resources of the type. */
  readonly id: string | undefined;
  /** Empty: the type's default. */
  readonly namespace: string;
  readonly output: string;
  readonly watch: boolean;
  readonly insecure: boolean;
}

/** Shows resources of the nodes, and with `watch` their changes until interrupted. */
export async function runGet(ctx: Context, options: GetOptions): Promise<void> {
  const writer = createWriter(options.output, ctx.stdout);
  const client = await ctx.client({ insecure: options.insecure });
  // Beside the real work, so that nodes which are slow to say their version cost nothing.
  const limit = new CallLimit();
  const warned = warnOfOlderNodes(ctx, client, limit);
  try {
    await showResources(ctx, client, options, writer, limit);
  } finally {
    await warned;
  }
}

async function showResources(
  ctx: Context,
  client: Client,
  options: GetOptions,
  writer: ResourceWriter,
  limit: CallLimit,
): Promise<void> {
  const found = await findDefinition(client, options.type, limit);
  const request: GetRequest = {
    kind: { namespace: options.namespace || found.definition.defaultNamespace, type: found.definition.type },
    id: options.id,
    found,
    limit,
  };
  writer.begin(found.definition, options.watch);
  try {
    await (options.watch ? watch(ctx, client, request, writer) : list(client, request, writer));
  } finally {
    await writer.flush();
  }
}

interface GetRequest {
  readonly kind: ResourceKind;
  readonly id: string | undefined;
  readonly found: FoundDefinition;
  readonly limit: CallLimit;
}

/** A node that is dialled itself, and alone, is not named. */
function shownName(client: Client, node: string): string {
  return client.insecure && client.nodes.length === 1 ? '' : node;
}

/** Spares a node that has failed to answer another question. */
function rejectKnownFailure(failures: readonly NodeFailure[], node: string): void {
  const failure = failures.find((known) => known.node === node);
  if (failure !== undefined) {
    throw failure.error;
  }
}

async function list(client: Client, { kind, id, found, limit }: GetRequest, writer: ResourceWriter): Promise<void> {
  const ask = async (node: string) => {
    rejectKnownFailure(found.failures, node);
    return id === undefined ? listResources(client, kind, { node }) : [await getResource(client, kind, id, { node })];
  };
  const results = await fanOut(client, ask, { limit });
  for (const { node, value } of results) {
    for (const resource of value ?? []) {
      await writer.write({ node: shownName(client, node), resource });
    }
  }
  await writer.flush();
  throwFailures(client, failuresOf(results));
}

async function watch(ctx: Context, client: Client, request: GetRequest, writer: ResourceWriter): Promise<void> {
  const { kind, id, found } = request;
  const failures: NodeFailure[] = [];
  // All that is there at first makes one table; a single resource has no end of a first part.
  let settled = id !== undefined;
  const open = (node: string, signal: AbortSignal) => {
    rejectKnownFailure(found.failures, node);
    const sleep = (milliseconds: number) => ctx.clock.sleep(milliseconds, ctx.signal);
    const watched = `the watch of ${shownName(client, node) || 'the node'}`;
    const broken = (failure: unknown) => {
      const reason = failure instanceof Error ? failure.message : 'the node ended it';
      return ctx.stderr.write(`${watched} broke, taking it up: ${reason}\n`);
    };
    const resumed = (from: 'bookmark' | 'beginning') =>
      ctx.stderr.write(
        `${watched} goes on${from === 'beginning' ? ' with all that is there: the node has started anew' : ''}\n`,
      );
    const both = AbortSignal.any([ctx.signal, signal]);
    return watchResources(client, kind, { id, node, signal: both, sleep, broken, resumed });
  };
  try {
    const endless = { concurrency: Number.POSITIVE_INFINITY };
    for await (const { node, value, error } of fanOutStream(client, open, endless)) {
      if (error !== undefined) {
        failures.push({ node, error });
        await reportFailure(ctx, client, { node, error });
      } else if (value.type === 'bootstrapped') {
        settled = true;
      } else if (value.resource !== undefined) {
        await writer.write({ node: shownName(client, node), resource: value.resource, event: value.type });
      }
      if (settled) {
        await writer.flush();
      }
    }
  } catch (error) {
    if (!(error instanceof CancelledError && ctx.signal.aborted)) {
      throw error;
    }
    if (failures.length === 0) {
      return;
    }
  }
  if (client.nodes.length > 1) {
    throw new SilentFailure('nodes failed while they were watched');
  }
  throwFailures(client, failures);
}

/** While other nodes go on being watched. */
async function reportFailure(ctx: Context, client: Client, { node, error }: NodeFailure): Promise<void> {
  if (client.nodes.length > 1) {
    await ctx.stderr.write(`${node}: ${error.message}\n`);
  }
}
