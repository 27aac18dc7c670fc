import { defineCommand, rangeArguments } from '../cli/command.js';
import { flag } from '../cli/flags.js';
import { UsageError } from '../errors/errors.js';
import { completePath } from './shared/files/complete-path.js';
import { outputFlag } from './shared/output-format.js';

/** Letters of `--type`: those of find and of long listings. */
const kinds = { f: 'file', d: 'folder', l: 'link', L: 'link' } as const;

export const command = defineCommand({
  words: 'list',
  use: 'list [path]',
  aliases: ['ls'],
  summary: 'List a folder of the nodes',
  description:
    'Lists what a folder of the nodes holds, / unless said; names are those below the folder, which itself is a dot.\n\n' +
    'With -o json or -o yaml: one object for each node, with "files".',
  examples: '  talosctl list /var/log\n  talosctl ls -l -H /etc/kubernetes\n  talosctl ls -r -t f /var/lib/kubelet',
  connection: 'flags',
  args: rangeArguments(0, 1),
  flags: {
    long: flag.bool('show mode, owner, size, time and SELinux label', { short: 'l' }),
    recurse: flag.bool('list what folders hold, to any depth', { short: 'r' }),
    humanize: flag.bool('show sizes and times so that people read them easily, with --long', { short: 'H' }),
    depth: flag.int('how many levels to go down', { short: 'd', type: 'int32', default: 1 }),
    type: flag.stringSlice('only these: f files, d folders, l links; letters may stand together', { short: 't' }),
    output: outputFlag,
  },
  completeArgs: async (ctx, { args, toComplete }) => (args.length > 0 ? [] : completePath(ctx, toComplete)),
  completeFlags: {
    type: async () => [
      { value: 'f', description: 'files' },
      { value: 'd', description: 'folders' },
      { value: 'l', description: 'links' },
    ],
  },
  resolve([path = '/'], { values: { long, recurse, humanize, depth, type, output } }) {
    if (recurse && depth !== 1) throw new UsageError('--recurse goes to any depth: leave out either it or --depth');
    const letters = type.flatMap((word) => [...word]);
    const types = letters.map((letter) => {
      if (letter in kinds) return kinds[letter as keyof typeof kinds];
      throw new UsageError(`--type does not know ${JSON.stringify(letter)}: f (files), d (folders) or l (links)`);
    });
    return { path, long, humanize, depth: recurse ? -1 : depth, types, output };
  },
  async run(ctx, options) {
    const { listFiles } = await import('./shared/files/list.js');
    await listFiles(ctx, options);
  },
});
