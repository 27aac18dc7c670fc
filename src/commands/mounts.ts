import { defineCommand, noArguments } from '../cli/command.js';
import { outputFlag } from './shared/output-format.js';

export const command = defineCommand({
  words: 'mounts',
  use: 'mounts',
  aliases: ['mount'],
  summary: 'List the mounted filesystems of the nodes, and how full they are',
  description:
    'Lists the filesystems that are mounted on the nodes, with sizes in GB. Those without a size, such as /proc, are ' +
    'left out.\n\n' +
    'With -o json or -o yaml: one object for each node, with all its "stats"; sizes in bytes.',
  connection: 'flags',
  args: noArguments,
  flags: { output: outputFlag },
  resolve: (_args, { values }) => values,
  async run(ctx, { output }) {
    const { listMounts } = await import('./shared/mounts.js');
    await listMounts(ctx, output);
  },
});
