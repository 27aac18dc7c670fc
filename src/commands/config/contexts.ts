import { anyArguments, defineCommand } from '../../cli/command.js';
import { formatTable } from '../../render/table.js';
import { contextNames, emptyContext } from '../../talosconfig/talosconfig.js';

/** Nodes beyond this many are not listed. */
const listedNodes = 3;

export const command = defineCommand({
  words: 'config contexts',
  use: 'contexts',
  aliases: ['get-contexts'],
  summary: 'List the contexts',
  connection: 'flags',
  args: anyArguments,
  flags: {},
  resolve: () => ({}),
  async run(ctx) {
    const config = await ctx.talosconfig();
    const rows = contextNames(config).map((name) => {
      const { endpoints, nodes } = config.contexts.get(name) ?? emptyContext;
      const more = nodes.length > listedNodes ? '...' : '';
      return [
        name === config.context ? '*' : '',
        name,
        endpoints.join(','),
        nodes.slice(0, listedNodes).join(',') + more,
      ];
    });
    await ctx.stdout.write(formatTable([['CURRENT', 'NAME', 'ENDPOINTS', 'NODES'], ...rows]));
  },
});
