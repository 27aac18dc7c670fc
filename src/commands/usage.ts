import { anyArguments, defineCommand } from '../cli/command.js';
import { flag } from '../cli/flags.js';
import { completePath } from './shared/files/complete-path.js';
import { outputFlag } from './shared/output-format.js';

export const command = defineCommand({
  words: 'usage',
  use: 'usage [path1] [path2] ... [pathN]',
  aliases: ['du'],
  summary: 'Show how much room folders of the nodes take',
  description:
    'Shows the bytes that folders of the nodes take with all that is in them, / unless said. Folders below are listed ' +
    'before the one that holds them, which itself is a dot.\n\n' +
    'With -o json or -o yaml: one object for each node, with "usage".',
  examples: '  talosctl usage /var\n  talosctl du -H -d 2 /var/lib\n  talosctl du -a -t 1000000 /var/log',
  connection: 'flags',
  args: anyArguments,
  flags: {
    all: flag.bool('list files, too', { short: 'a' }),
    humanize: flag.bool('show sizes so that people read them easily', { short: 'H' }),
    threshold: flag.int('leave out what is smaller than this many bytes; if negative, what is larger', {
      short: 't',
      type: 'int64',
    }),
    depth: flag.int('how many levels to go down, one where this is not given; 0 for the sum alone, -1 for all', {
      short: 'd',
      type: 'int32',
    }),
    output: outputFlag,
  },
  completeArgs: (ctx, { toComplete }) => completePath(ctx, toComplete, { onlyFolders: true }),
  resolve: (paths, { values, changed }) => ({
    ...values,
    paths: paths.length === 0 ? ['/'] : paths,
    depth: changed('depth') ? values.depth : 1,
  }),
  async run(ctx, options) {
    const { showUsage } = await import('./shared/files/usage.js');
    await showUsage(ctx, options);
  },
});
