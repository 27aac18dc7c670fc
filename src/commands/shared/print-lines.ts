import type { Context } from '../../cli/context.js';
import type { Client } from '../../client/client.js';
import type { Data } from '../../gen/common/common.js';
import { LinePrefixer } from './lines.js';
import { readNodeStreams } from './node-streams.js';

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
  await readNodeStreams(ctx, client, {
    open,
    endless,
    take: (node, { bytes }) => write(ctx, prefixer(node).push(bytes)),
    async finish() {
      for (const rest of prefixers.values()) await write(ctx, rest.flush());
    },
  });
}

async function write(ctx: Context, bytes: Buffer): Promise<void> {
  if (bytes.length > 0) await ctx.stdout.write(bytes);
}
