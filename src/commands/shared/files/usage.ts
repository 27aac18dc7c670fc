import type { Context } from '../../../cli/context.js';
import { type DiskUsageInfo, MachineServiceService } from '../../../gen/machine/machine.js';
import { formatBytes } from '../../../render/sizes.js';
import type { OutputFormat } from '../output-format.js';
import { printStreamed } from './print-streamed.js';

export interface UsageOptions {
  readonly paths: readonly string[];
  readonly all: boolean;
  readonly humanize: boolean;
  readonly threshold: number;
  readonly depth: number;
  readonly output: OutputFormat;
}

/** Shows how much room folders of all nodes take. */
export async function showUsage(ctx: Context, options: UsageOptions): Promise<void> {
  const { paths, all, humanize, threshold, depth, output } = options;
  const client = await ctx.client();
  const request = (path: string) => ({
    recursionDepth: depth + 1,
    all,
    threshold: BigInt(threshold),
    paths: [path],
  });
  await printStreamed<DiskUsageInfo>(ctx, client, output, {
    // A node answers for the first of several paths only, so each is a call.
    open: (node) => paths.map((path) => client.serverStream(MachineServiceService.diskUsage, request(path), { node })),
    fault: ({ error }) => error,
    heading: ['NODE', 'SIZE', 'NAME'],
    headingAlone: false,
    row: ({ size, relativeName }) => [humanize ? formatBytes(size) : String(size), relativeName],
    data: (items) => ({ usage: items.map(({ metadata: _, ...item }) => item) }),
  });
}
