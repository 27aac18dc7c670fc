import { defineCommand, noArguments } from '../cli/command.js';
import { containerFlags } from './shared/container-flags.js';
import { outputFlag } from './shared/output-format.js';

export const command = defineCommand({
  words: 'stats',
  use: 'stats',
  summary: 'Show how much memory and CPU time the containers of the nodes use',
  description:
    'Shows the memory (millions of bytes) and the CPU time (nanoseconds) that the containers of Talos use, or with ' +
    '--kubernetes those of Kubernetes, below their sandboxes.\n\n' +
    'With -o json or -o yaml: one object for each node, with "stats"; memory in bytes.',
  connection: 'flags',
  args: noArguments,
  flags: { ...containerFlags, output: outputFlag },
  resolve: (_args, { values }) => values,
  async run(ctx, { kubernetes, output }) {
    const { showStats } = await import('./shared/stats.js');
    await showStats(ctx, kubernetes, output);
  },
});
