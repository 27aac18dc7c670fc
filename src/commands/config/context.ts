import { defineCommand, exactArguments } from '../../cli/command.js';
import { saveTalosconfig } from '../../talosconfig/save.js';
import { selectContext } from '../../talosconfig/select.js';
import { completeContexts } from '../shared/contexts.js';

export const command = defineCommand({
  words: 'config context',
  use: 'context <context>',
  aliases: ['use-context'],
  summary: 'Set the current context',
  connection: 'flags',
  args: exactArguments(1),
  flags: {},
  completeArgs: completeContexts,
  resolve: ([context = '']) => ({ context }),
  async run(ctx, { context }) {
    const config = await ctx.talosconfig();
    const { name } = selectContext(config, { context });
    await saveTalosconfig({ ...config, context: name });
  },
});
