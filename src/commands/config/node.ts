import { anyArguments, defineCommand } from '../../cli/command.js';
import { completeNodes } from '../../cli/completion/connection-values.js';
import { saveTalosconfig } from '../../talosconfig/save.js';
import { selectContext } from '../../talosconfig/select.js';
import { withContext } from '../../talosconfig/talosconfig.js';
import { refuseUrls, splitAddresses } from '../shared/addresses.js';

export const command = defineCommand({
  words: 'config node',
  use: 'node <endpoint>...',
  aliases: ['nodes'],
  summary: 'Set the nodes of the current context',
  description:
    'Sets who answers when a command has no -n; without a node the list is emptied. Several as words or separated by commas.',
  connection: 'flags',
  args: anyArguments,
  flags: {},
  completeArgs: completeNodes,
  resolve: (args) => ({ nodes: splitAddresses(args) }),
  async run(ctx, { nodes }) {
    refuseUrls(nodes, 'node');
    const config = await ctx.talosconfig();
    const { name, context } = selectContext(config, { context: ctx.connection.context });
    await saveTalosconfig(withContext(config, name, { ...context, nodes }));
  },
});
