import { defineCommand, noArguments } from '../cli/command.js';
import { flag } from '../cli/flags.js';
import { yesFlag } from './shared/confirm-target.js';
import { readTrackFlags, trackFlags } from './shared/track/flags.js';

const drainTimeout = 5 * 60_000;

export const command = defineCommand({
  words: 'reboot',
  use: 'reboot',
  summary: 'Reboot nodes',
  description:
    'Reboots the nodes and waits until each is in another boot, runs and is ready. When the time is up, it says in ' +
    'which phase the node stayed, the last that it told, and its last kernel messages, and fails.\n\n' +
    'On a terminal it asks before several nodes, or nodes that were not named on the command line, are rebooted.',
  examples: '  talosctl reboot -n 10.5.0.3\n  talosctl reboot -n 10.5.0.3 --mode powercycle --timeout 10m',
  connection: 'flags',
  args: noArguments,
  flags: {
    mode: flag.enumeration(
      'default; powercycle: through the firmware instead of kexec; force: without stopping anything',
      ['default', 'powercycle', 'force'],
      { short: 'm', default: 'default', foldCase: true },
    ),
    drain: flag.bool('move the pods off the Kubernetes node first; implies --wait'),
    'drain-timeout': flag.duration('how long moving the pods may take', { default: drainTimeout }),
    yes: yesFlag,
    ...trackFlags,
  },
  resolve: (_args, { values }) => {
    const settings = readTrackFlags({ values });
    return {
      mode: values.mode,
      drainFor: values.drain ? values['drain-timeout'] : undefined,
      yes: values.yes,
      settings: values.drain ? { ...settings, wait: true } : settings,
    };
  },
  async run(ctx, { mode, drainFor, yes, settings }) {
    const [{ rebootAction }, { runTracked }, { confirmPower }] = await Promise.all([
      import('./shared/track/actions.js'),
      import('./shared/track/run.js'),
      import('./shared/track/confirm.js'),
    ]);
    const client = await ctx.client();
    await confirmPower(ctx, client, 'reboot', yes);
    const action = rebootAction(client, mode);
    if (drainFor === undefined) return runTracked(ctx, client, action, settings);
    const { DrainedAction } = await import('./shared/track/drained.js');
    const drained = new DrainedAction(ctx, client, action, drainFor);
    try {
      await runTracked(ctx, client, drained.action, settings);
    } finally {
      await drained.end();
    }
  },
});
