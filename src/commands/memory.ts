import { defineCommand, noArguments } from '../cli/command.js';
import { flag } from '../cli/flags.js';
import { outputFlag } from './shared/output-format.js';

export const command = defineCommand({
  words: 'memory',
  use: 'memory',
  aliases: ['m', 'free'],
  summary: 'Show the memory of the nodes',
  description:
    'Shows how much memory the nodes have and use, in MiB. With --verbose, all that the kernel counts, in KiB.\n\n' +
    'With -o json or -o yaml: one object for each node, with "meminfo", in KiB.',
  connection: 'flags',
  args: noArguments,
  flags: { verbose: flag.bool('show all that the kernel counts', { short: 'v' }), output: outputFlag },
  resolve: (_args, { values }) => values,
  async run(ctx, { verbose, output }) {
    const { showMemory } = await import('./shared/memory.js');
    await showMemory(ctx, verbose, output);
  },
});
