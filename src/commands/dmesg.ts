import { defineCommand, noArguments } from '../cli/command.js';
import { flag } from '../cli/flags.js';
import { reconnectFlag } from './shared/reconnect-flag.js';

export const command = defineCommand({
  words: 'dmesg',
  use: 'dmesg',
  summary: 'Print the log of the kernel',
  description:
    'Prints the log of the kernel of every node. Each line starts with its node. ' +
    'With --follow it goes on over lost connections and reboots.',
  connection: 'flags',
  args: noArguments,
  flags: {
    follow: flag.bool('go on with what is logged from now on', { short: 'f' }),
    tail: flag.bool('leave out what has been logged until now; of use together with --follow'),
    ...reconnectFlag,
  },
  resolve: (_args, { values }) => values,
  async run(ctx, { follow, tail, 'reconnect-timeout': patience }) {
    const { printKernelLogs } = await import('./shared/logs.js');
    await printKernelLogs(ctx, { follow, tail, patience });
  },
});
