import { defineCommand, noArguments } from '../cli/command.js';
import { flag } from '../cli/flags.js';

export const command = defineCommand({
  words: 'dmesg',
  use: 'dmesg',
  summary: 'Print the log of the kernel',
  description: 'Prints the log of the kernel of every node. Each line starts with its node.',
  connection: 'flags',
  args: noArguments,
  flags: {
    follow: flag.bool('go on with what is logged from now on', { short: 'f' }),
    tail: flag.bool('leave out what has been logged until now; of use together with --follow'),
  },
  resolve: (_args, { values }) => values,
  async run(ctx, { follow, tail }) {
    const [{ MachineServiceService }, { printLines }] = await Promise.all([
      import('../gen/machine/machine.js'),
      import('./shared/print-lines.js'),
    ]);
    const client = await ctx.client();
    const open = (node: string, signal: AbortSignal) =>
      client.serverStream(MachineServiceService.dmesg, { follow, tail }, { node, signal });
    await printLines(ctx, client, open, follow);
  },
});
