import { defineCommand, noArguments } from '../cli/command.js';
import { flag } from '../cli/flags.js';
import { outputFlag } from './shared/output-format.js';

export const command = defineCommand({
  words: 'time',
  use: 'time [--check server]',
  summary: 'Show the clocks of the nodes next to that of a time server',
  description:
    'Shows what the clock of each node says, and what a time server answered it at that moment: the one it is ' +
    'configured with, or that of --check.\n\n' +
    'With -o json or -o yaml: one object for each node, with "server", "localtime" and "remotetime".',
  connection: 'flags',
  args: noArguments,
  flags: { check: flag.string('the NTP server to ask'), output: outputFlag },
  resolve: (_args, { values }) => values,
  async run(ctx, { check, output }) {
    const { showTime } = await import('./shared/time.js');
    await showTime(ctx, check, output);
  },
});
