import { defineCommand, noArguments } from '../cli/command.js';
import { flag } from '../cli/flags.js';
import { yesFlag } from './shared/confirm-target.js';
import { readTrackFlags, trackFlags } from './shared/track/flags.js';

export const command = defineCommand({
  words: 'shutdown',
  use: 'shutdown',
  summary: 'Shut nodes down',
  description:
    'Shuts the nodes down, their pods moved elsewhere first, and waits until each has told that it is at the end of ' +
    'that and does not answer any more.\n\n' +
    'On a terminal it asks before several nodes, or nodes that were not named on the command line, are shut down.',
  examples: '  talosctl shutdown -n 10.5.0.3\n  talosctl shutdown -n 10.5.0.3 --force',
  connection: 'flags',
  args: noArguments,
  flags: {
    force: flag.bool('do not cordon and drain the Kubernetes node first'),
    yes: yesFlag,
    ...trackFlags,
  },
  resolve: (_args, { values }) => ({ force: values.force, yes: values.yes, settings: readTrackFlags({ values }) }),
  async run(ctx, { force, yes, settings }) {
    const [{ shutdownAction }, { runTracked }, { confirmPower }] = await Promise.all([
      import('./shared/track/actions.js'),
      import('./shared/track/run.js'),
      import('./shared/track/confirm.js'),
    ]);
    const client = await ctx.client();
    await confirmPower(ctx, client, 'shut down', yes);
    await runTracked(ctx, client, shutdownAction(client, force), settings);
  },
});
