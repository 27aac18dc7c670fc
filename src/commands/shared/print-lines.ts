import type { Context } from '../../cli/context.js';
import type { Client } from '../../client/client.js';
import type { Data } from '../../gen/common/common.js';
import { LinePrefixer } from './lines.js';
import { type NodeStreams, readNodeStreams } from './node-streams.js';

/**
 * Prints what every node (or every source) streams, line by line, each with its name before it. One that fails is reported
 * at once, and the others go on.
 */
export async function printLines(
  ctx: Context,
  client: Client,
  streams: Pick<NodeStreams<Data>, 'sources' | 'open' | 'endless'>,
): Promise<void> {
  const prefixers = new Map<string, LinePrefixer>();
  const prefixer = (name: string): LinePrefixer => {
    const known = prefixers.get(name) ?? new LinePrefixer(name, ctx.stdout.isTerminal);
    prefixers.set(name, known);
    return known;
  };
  await readNodeStreams(ctx, client, {
    ...streams,
    take: (name, { bytes }) => write(ctx, prefixer(name).push(bytes)),
    async finish() {
      for (const rest of prefixers.values()) await write(ctx, rest.flush());
    },
  });
}

async function write(ctx: Context, bytes: Buffer): Promise<void> {
  if (bytes.length > 0) await ctx.stdout.write(bytes);
}
