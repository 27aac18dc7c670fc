import type { Context } from '../../cli/context.js';
import type { Client } from '../../client/client.js';
import { fanOutStream } from '../../client/fanout.js';
import { CancelledError, type NodeFailure, SilentFailure, type TalosctlError } from '../../errors/errors.js';
import type { NodeMessage } from './ask-nodes.js';
import { metadataError } from './data-error.js';

export interface NodeStreams<T extends NodeMessage> {
  /** Names of the streams, where they are not one a node; takes the place of the node everywhere. */
  readonly sources?: readonly string[] | undefined;
  /** Starts a node's stream. */
  open(node: string, signal: AbortSignal): AsyncIterable<T>;
  /** Whether the streams end by interruption only, which is no failure then. */
  readonly endless: boolean;
  take(node: string, message: T): Promise<void>;
  /** Called for a node that fails. */
  fail?(node: string, error: TalosctlError): Promise<void>;
  /** Called when all streams have ended, also where nodes failed. */
  finish?(): Promise<void>;
}

/**
 * Reads what every node streams, as it comes. A node that fails is said on stderr at once, and the others go on; the
 * command fails at the end.
 */
export async function readNodeStreams<T extends NodeMessage>(
  ctx: Context,
  client: Client,
  streams: NodeStreams<T>,
): Promise<void> {
  const failures: NodeFailure[] = [];
  const nodes = streams.sources ?? client.nodes;
  const several = nodes.length > 1;
  const open = (node: string, signal: AbortSignal) => streams.open(node, signal);
  const options = streams.endless ? { concurrency: Number.POSITIVE_INFINITY } : {};
  try {
    for await (const { node, value, error } of fanOutStream({ nodes }, open, options)) {
      const failure = error ?? metadataError(value?.metadata, node);
      if (failure !== undefined) {
        failures.push({ node, error: failure });
        if (several) await ctx.stderr.write(`${node}: ${failure.message}\n`);
        await streams.fail?.(node, failure);
      } else if (value !== undefined) {
        await streams.take(node, value);
      }
    }
  } catch (error) {
    if (!(streams.endless && error instanceof CancelledError && ctx.signal.aborted)) throw error;
  }
  await streams.finish?.();
  const [first] = failures;
  if (first !== undefined) throw several ? new SilentFailure('some nodes failed') : first.error;
}
