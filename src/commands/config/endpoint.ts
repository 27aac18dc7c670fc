import { defineCommand } from '../../cli/command.js';
import { connectionValues } from '../../cli/completion/connection-values.js';
import { UsageError } from '../../errors/errors.js';
import { saveTalosconfig } from '../../talosconfig/save.js';
import { selectContext } from '../../talosconfig/select.js';
import { withContext } from '../../talosconfig/talosconfig.js';
import { isHttpsUrl, refuseUrls, splitAddresses } from '../shared/addresses.js';

export const command = defineCommand({
  words: 'config endpoint',
  use: 'endpoint <endpoint>...',
  aliases: ['endpoints'],
  summary: 'Set the endpoints of the current context',
  description:
    'Sets where to connect to: control plane nodes, tried in turn. A host or host:port each; several as words or separated by commas.',
  connection: 'flags',
  args: { min: 1, max: Number.POSITIVE_INFINITY },
  flags: {},
  completeArgs: connectionValues.endpoints,
  resolve(args) {
    const endpoints = splitAddresses(args);
    if (endpoints.length === 0) throw new UsageError('name at least one endpoint');
    return { endpoints };
  },
  async run(ctx, { endpoints }) {
    const config = await ctx.talosconfig();
    const { name, context } = selectContext(config, { context: ctx.connection.context });
    // Contexts of other makers reach nodes through a proxy, whose address is a URL.
    refuseUrls(
      context.auth === undefined ? endpoints : endpoints.filter((endpoint) => !isHttpsUrl(endpoint)),
      'endpoint',
    );
    await saveTalosconfig(withContext(config, name, { ...context, endpoints }));
  },
});
