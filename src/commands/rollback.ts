import { defineCommand, noArguments } from '../cli/command.js';
import { flag } from '../cli/flags.js';
import { readTrackFlags, trackFlags } from './shared/track/flags.js';

export const command = defineCommand({
  words: 'rollback',
  use: 'rollback',
  summary: 'Go back to the version of Talos that ran before the last upgrade',
  description:
    'Makes the nodes boot what was installed before the last upgrade, and reboots them. The configuration stays as it is. ' +
    'A node that was never upgraded refuses.',
  connection: 'flags',
  args: noArguments,
  flags: { ...trackFlags, wait: flag.bool('wait until the nodes are back, and show how it goes on') },
  resolve: (_args, { values }) => ({ settings: readTrackFlags({ values }) }),
  async run(ctx, { settings }) {
    const [{ rollbackAction }, { runTracked }] = await Promise.all([
      import('./shared/upgrade/rollback.js'),
      import('./shared/track/run.js'),
    ]);
    const client = await ctx.client();
    await runTracked(ctx, client, rollbackAction(client), settings);
  },
});
