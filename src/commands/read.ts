import { defineCommand, exactArguments } from '../cli/command.js';
import { completePath } from './shared/files/complete-path.js';

export const command = defineCommand({
  words: 'read',
  use: 'read <path>',
  aliases: ['cat'],
  summary: 'Print a file of a node',
  description:
    'Prints a file of one node as it is. On a terminal control characters are shown as \\x1b and the like, anywhere else ' +
    'the bytes come as the node sends them.',
  examples: '  talosctl read /etc/os-release\n  talosctl read /proc/cmdline -n 10.5.0.2',
  connection: 'flags',
  args: exactArguments(1),
  flags: {},
  completeArgs: async (ctx, { args, toComplete }) => (args.length > 0 ? [] : completePath(ctx, toComplete)),
  resolve: ([path = '']) => ({ path }),
  async run(ctx, { path }) {
    const { readFile } = await import('./shared/files/read.js');
    await readFile(ctx, path);
  },
});
