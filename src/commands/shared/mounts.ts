import type { Context } from '../../cli/context.js';
import { MachineServiceService, type MountStat } from '../../gen/machine/machine.js';
import { askNodes } from './ask-nodes.js';
import { printNodes } from './node-table.js';
import type { OutputFormat } from './output-format.js';

/** Lists the mounts of all nodes. */
export async function listMounts(ctx: Context, output: OutputFormat): Promise<void> {
  const client = await ctx.client();
  const results = await askNodes(client, MachineServiceService.mounts, {});
  await printNodes(ctx, client, results, output, {
    heading: ['NODE', ...mountHeading],
    rows: (node, { stats }) => mountRows(stats).map((row) => [node, ...row]),
    data: ({ stats }) => ({ stats: stats.map((mount) => ({ ...mount })) }),
  });
}

export const mountHeading = ['FILESYSTEM', 'SIZE(GB)', 'USED(GB)', 'AVAILABLE(GB)', 'PERCENT USED', 'MOUNTED ON'];

/** The mounts that have a size. */
export function mountRows(stats: readonly MountStat[]): readonly (readonly string[])[] {
  return stats.filter(({ size }) => size > 0n).map(row);
}

function row({ filesystem, size, available, mountedOn }: MountStat): readonly string[] {
  const used = size - available;
  const percent = 100 - 100 * (Number(available) / Number(size));
  return [filesystem, gigabytes(size), gigabytes(used), gigabytes(available), `${percent.toFixed(2)}%`, mountedOn];
}

const gigabytes = (bytes: bigint): string => (Number(bytes) * 1e-9).toFixed(2);
