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
    heading: ['NODE', 'FILESYSTEM', 'SIZE(GB)', 'USED(GB)', 'AVAILABLE(GB)', 'PERCENT USED', 'MOUNTED ON'],
    rows: (node, { stats }) => stats.filter(({ size }) => size > 0n).map((mount) => [node, ...row(mount)]),
    data: ({ stats }) => ({ stats: stats.map((mount) => ({ ...mount })) }),
  });
}

function row({ filesystem, size, available, mountedOn }: MountStat): readonly string[] {
  const used = size - available;
  const percent = 100 - 100 * (Number(available) / Number(size));
  return [filesystem, gigabytes(size), gigabytes(used), gigabytes(available), `${percent.toFixed(2)}%`, mountedOn];
}

const gigabytes = (bytes: bigint): string => (Number(bytes) * 1e-9).toFixed(2);
