import { defineCommand, noArguments } from '../cli/command.js';
import { flag } from '../cli/flags.js';
import { printableField } from '../errors/control-characters.js';
import type { Version } from '../gen/machine/machine.js';
import { outputFlag, writeData } from './shared/output-format.js';
import { factLines, ownFacts } from './shared/version/facts.js';

export const command = defineCommand({
  words: 'version',
  use: 'version',
  summary: 'Print the versions of this client and of the nodes',
  description:
    'Prints the version of this client, then that of every node.\n\n' +
    'With -o json or -o yaml, "client" is the version of this client and "server" has one object for each node.',
  connection: 'flags',
  args: noArguments,
  flags: {
    client: flag.bool('print the version of this client only'),
    short: flag.bool('print the version of this client in one line'),
    insecure: flag.bool('ask nodes in maintenance mode', { short: 'i' }),
    json: flag.bool('print the answer of each node as one line of JSON', { hidden: true }),
    output: outputFlag,
  },
  resolve: (_args, { values }) => values,
  async run(ctx, options) {
    const own = ownFacts(ctx.runtime);
    const ask = async () => {
      const { ServerVersions } = await import('./shared/version/server-versions.js');
      return ServerVersions.ask(ctx, options.insecure);
    };
    if (options.output !== 'table') {
      const server = options.client ? undefined : await ask();
      await writeData(ctx, options.output, { client: { ...own }, server: server?.data() });
      server?.throwFailures();
      return;
    }
    if (options.json) {
      const server = await ask();
      await ctx.stdout.write(server.lines());
      server.throwFailures();
      return;
    }
    await ctx.stdout.write(`Client:\n${options.short ? `Talos ${own.tag}\n` : factLines(own)}`);
    if (options.client) return;
    await ctx.stdout.write('Server:\n');
    const server = await ask();
    for (const { node, value } of server.results) {
      if (value !== undefined) await ctx.stdout.write(serverLines(node, value));
    }
    server.throwFailures();
  },
});

function serverLines(node: string, { version, features }: Version): string {
  const enabled = features?.rbac === true ? 'RBAC' : '';
  return `\tNODE:        ${printableField(node)}\n${factLines(version)}\tEnabled:     ${enabled}\n`;
}
