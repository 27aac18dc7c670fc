import type { Context } from '../../cli/context.js';
import type { Client } from '../../client/client.js';
import { fanOutStream } from '../../client/fanout.js';
import { callError } from '../../errors/call.js';
import { CancelledError, type NodeFailure, SilentFailure } from '../../errors/errors.js';
import { GrpcStatus } from '../../errors/status.js';
import type { Data } from '../../gen/common/common.js';
import { LinePrefixer } from './lines.js';

/**
 * Prints what every node streams, line by line, each with its node. A node that fails is reported at once, and the
 * others go on.
 * @param open starts a node's stream
 * @param endless whether the streams end by interruption only, which is no failure then
 */
export async function printLines(
  ctx: Context,
  client: Client,
  open: (node: string, signal: AbortSignal) => AsyncIterable<Data>,
  endless: boolean,
): Promise<void> {
  const prefixers = new Map<string, LinePrefixer>();
  const prefixer = (node: string): LinePrefixer => {
    const known = prefixers.get(node) ?? new LinePrefixer(node, ctx.stdout.isTerminal);
    prefixers.set(node, known);
    return known;
  };
  const failures: NodeFailure[] = [];
  const several = client.nodes.length > 1;
  const failed = async (failure: NodeFailure): Promise<void> => {
    failures.push(failure);
    if (several) await ctx.stderr.write(`${failure.node}: ${failure.error.message}\n`);
  };
  try {
    for await (const { node, value, error } of fanOutStream(client, open)) {
      const refused = error ?? refusal(value, node);
      if (refused !== undefined) await failed({ node, error: refused });
      else if (value !== undefined) await write(ctx, prefixer(node).push(value.bytes));
    }
  } catch (error) {
    if (!(endless && error instanceof CancelledError && ctx.signal.aborted)) throw error;
  }
  for (const rest of prefixers.values()) await write(ctx, rest.flush());
  const [first] = failures;
  if (first !== undefined) throw several ? new SilentFailure('some nodes failed') : first.error;
}

/** An error that a node passed on inside a message. */
function refusal(data: Data | undefined, node: string) {
  const { error = '', status } = data?.metadata ?? {};
  if (error === '') return undefined;
  return callError({ code: status?.code ?? GrpcStatus.Unknown, detail: status?.message || error, node });
}

async function write(ctx: Context, bytes: Buffer): Promise<void> {
  if (bytes.length > 0) await ctx.stdout.write(bytes);
}
