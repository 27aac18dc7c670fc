import { defineCommand, exactArguments } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { flag } from '../../cli/flags.js';
import { TalosctlError, UsageError } from '../../errors/errors.js';
import { saveTalosconfig } from '../../talosconfig/save.js';
import { contextNames } from '../../talosconfig/talosconfig.js';
import { completeContexts } from '../shared/contexts.js';

export const command = defineCommand({
  words: 'config remove',
  use: 'remove <context>',
  summary: 'Remove contexts',
  description: 'Removes the contexts whose name matches; * stands for any characters. The current context stays.',
  connection: 'flags',
  args: exactArguments(1),
  flags: {
    noconfirm: flag.bool('do not ask', { short: 'y' }),
    'dry-run': flag.bool('only say what would be removed'),
  },
  completeArgs: completeContexts,
  resolve([pattern = ''], { values }) {
    if (pattern === '') throw new UsageError('name the context to remove');
    return { pattern, noconfirm: values.noconfirm, dryRun: values['dry-run'] };
  },
  async run(ctx, { pattern, noconfirm, dryRun }) {
    const config = await ctx.talosconfig();
    const matches = contextNames(config).filter((name) => globMatches(pattern, name));
    if (matches.length === 0) {
      throw new TalosctlError(`no context matches ${JSON.stringify(pattern)} in ${config.path}`, {
        hint: 'see `talosctl config contexts`',
      });
    }
    const removable = matches.filter((name) => name !== config.context);
    if (removable.length < matches.length) {
      const kept = `${JSON.stringify(config.context)} is the current context and stays: choose another first, with \`talosctl config context\``;
      if (removable.length === 0) throw new TalosctlError(kept);
      await ctx.stderr.write(`${kept}\n`);
    }
    const contexts = new Map(config.contexts);
    for (const name of removable) {
      if (dryRun) await ctx.stderr.write(`would remove context ${JSON.stringify(name)}\n`);
      else if (noconfirm) await ctx.stderr.write(`removing context ${JSON.stringify(name)}\n`);
      else if (!(await confirmRemoval(ctx, name))) continue;
      contexts.delete(name);
    }
    if (!dryRun && contexts.size < config.contexts.size) await saveTalosconfig({ ...config, contexts });
  },
});

/** Asks also where the answers come from a pipe: removing is never the default. */
async function confirmRemoval(ctx: Context, name: string): Promise<boolean> {
  const question = `remove context ${JSON.stringify(name)}?`;
  if (ctx.stdin.isTerminal) return ctx.confirm(question);
  await ctx.stderr.write(`${question} (y/N): `);
  const answer = await ctx.stdin.readLine();
  if (answer === undefined) {
    await ctx.stderr.write('\n');
    throw new TalosctlError('nobody answers on standard input, so nothing is removed', {
      hint: 'add -y to remove without asking',
    });
  }
  return ['y', 'yes'].includes(answer.trim().toLowerCase());
}

/** `*` stands for any run of characters, everything else for itself. */
function globMatches(pattern: string, text: string): boolean {
  const escaped = pattern.split('*').map((part) => part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&'));
  return new RegExp(`^${escaped.join('.*')}$`, 's').test(text);
}
