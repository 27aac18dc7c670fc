import { defineCommand, exactArguments } from '../cli/command.js';
import { completePath } from './shared/files/complete-path.js';

export const command = defineCommand({
  words: 'copy',
  use: 'copy <src-path> -|<local-path>',
  aliases: ['cp'],
  summary: 'Copy a file or folder of a node to this machine',
  description:
    'Copies what lies at a path of one node: a folder with all that is in it, or a single file. It is extracted into the ' +
    'local folder, which is made where it is missing; - writes the .tar.gz archive, which also tells owners, to ' +
    'standard output.\n\n' +
    'Nothing that exists is overwritten, and nothing gets out of the folder: links that lead out of it are left out, and ' +
    'said on stderr. Links between files that are copied stay good.',
  examples: '  talosctl copy /var/log ./logs\n  talosctl copy /etc - | tar -tz',
  connection: 'flags',
  args: exactArguments(2),
  flags: {},
  completeArgs: async (ctx, { args, toComplete }) =>
    args.length > 0 ? { completions: [], files: 'any' } : completePath(ctx, toComplete),
  resolve: ([source = '', target = '']) => ({ source, target }),
  async run(ctx, { source, target }) {
    const { copyFiles } = await import('./shared/files/copy.js');
    await copyFiles(ctx, source, target);
  },
});
