import { defineCommand } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { flag } from '../../cli/flags.js';
import { mergeTalosconfigs } from '../../talosconfig/merge.js';
import { parseTalosconfig } from '../../talosconfig/parse.js';
import { saveTalosconfig } from '../../talosconfig/save.js';
import type { TalosconfigContent } from '../../talosconfig/talosconfig.js';
import { readText } from '../shared/read-text.js';

export const command = defineCommand({
  words: 'config merge',
  use: 'merge <from>',
  summary: 'Add the contexts of other client configuration files',
  description:
    'Adds the contexts of one file or more (- is standard input) and makes their current context the current one. ' +
    'Contexts that are there already are left alone, and newer credentials for the same cluster and roles replace the ' +
    'old; one whose name is taken by another gets a number behind it.',
  connection: 'flags',
  args: { min: 1, max: Number.POSITIVE_INFINITY },
  flags: { overwrite: flag.bool('replace contexts of the same name') },
  resolve: (sources, { values }) => ({ sources, overwrite: values.overwrite }),
  async run(ctx, { sources, overwrite }) {
    let config = await ctx.talosconfig();
    for (const source of sources) {
      const merged = mergeTalosconfigs(config, await read(ctx, source), { overwrite });
      for (const { from, to } of merged.renames) {
        await ctx.stderr.write(`renamed talosconfig context ${JSON.stringify(from)} -> ${JSON.stringify(to)}\n`);
      }
      for (const name of merged.replaced) {
        await ctx.stderr.write(`${overwrite ? 'replaced' : 'refreshed'} talosconfig context ${JSON.stringify(name)}\n`);
      }
      config = merged.config;
    }
    await saveTalosconfig(config);
  },
});

async function read(ctx: Context, source: string): Promise<TalosconfigContent> {
  return parseTalosconfig(await readText(ctx, source, 'the talosconfig'), source);
}
