import type { Context } from '../../cli/context.js';
import { MachineServiceService } from '../../gen/machine/machine.js';
import { askNodes } from './ask-nodes.js';
import { containerNamespace } from './container-namespace.js';
import { byId, indentedId } from './containers.js';
import { printNodes } from './node-table.js';
import type { OutputFormat } from './output-format.js';

/** Shows what the containers of all nodes use. */
export async function showStats(ctx: Context, kubernetes: boolean, output: OutputFormat): Promise<void> {
  const client = await ctx.client();
  const results = await askNodes(client, MachineServiceService.stats, containerNamespace(kubernetes));
  await printNodes(ctx, client, results, output, {
    heading: ['NODE', 'NAMESPACE', 'ID', 'MEMORY(MB)', 'CPU'],
    rows: (node, { stats }) =>
      byId(stats).map(({ namespace, memoryUsage, cpuUsage, ...ids }) => [
        node,
        namespace,
        indentedId(ids),
        (Number(memoryUsage) * 1e-6).toFixed(2),
        String(cpuUsage),
      ]),
    data: ({ stats }) => ({ stats: byId(stats).map((stat) => ({ ...stat })) }),
  });
}
