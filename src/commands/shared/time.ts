import type { Context } from '../../cli/context.js';
import { TimeServiceService } from '../../gen/time/time.js';
import { formatExactTimestamp, formatGoTime } from '../../render/times.js';
import { askNodes } from './ask-nodes.js';
import { printNodes } from './node-table.js';
import type { OutputFormat } from './output-format.js';

/** Shows the clock of every node next to that of a time server; an empty one is the node's own choice. */
export async function showTime(ctx: Context, server: string, output: OutputFormat): Promise<void> {
  const client = await ctx.client();
  const results = await (server === ''
    ? askNodes(client, TimeServiceService.time, {})
    : askNodes(client, TimeServiceService.timeCheck, { server }));
  await printNodes(ctx, client, results, output, {
    heading: ['NODE', 'NTP-SERVER', 'NODE-TIME', 'NTP-SERVER-TIME'],
    rows: (node, time) => [[node, time.server, formatGoTime(time.localtime), formatGoTime(time.remotetime)]],
    data: ({ server: asked, localtime, remotetime }) => ({
      server: asked,
      localtime: formatExactTimestamp(localtime),
      remotetime: formatExactTimestamp(remotetime),
    }),
  });
}
