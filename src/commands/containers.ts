import { defineCommand, noArguments } from '../cli/command.js';
import { containerFlags } from './shared/container-flags.js';
import { outputFlag } from './shared/output-format.js';

export const command = defineCommand({
  words: 'containers',
  use: 'containers',
  aliases: ['c'],
  summary: 'List the containers of the nodes',
  description:
    'Lists the containers that run Talos services, or with --kubernetes those of Kubernetes, below their sandboxes.\n\n' +
    'With -o json or -o yaml: one object for each node, with "containers".',
  connection: 'flags',
  args: noArguments,
  flags: { ...containerFlags, output: outputFlag },
  resolve: (_args, { values }) => values,
  async run(ctx, { kubernetes, output }) {
    const { listContainers } = await import('./shared/containers.js');
    await listContainers(ctx, kubernetes, output);
  },
});
