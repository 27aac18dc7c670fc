import { defineCommand, noArguments } from '../cli/command.js';
import { flag } from '../cli/flags.js';
import { TalosctlError } from '../errors/errors.js';
import { completeDisks } from './shared/complete-resources.js';
import { yesFlag } from './shared/confirm-target.js';
import { readTrackFlags, trackFlags } from './shared/track/flags.js';
import { wipeModes } from './shared/track/wipe-modes.js';

/** Partitions that it makes sense to wipe. */
const systemLabels = ['STATE', 'EPHEMERAL', 'META'] as const;

export const command = defineCommand({
  words: 'reset',
  use: 'reset',
  summary: 'Wipe nodes, which leave the cluster',
  description:
    'Takes the nodes out of the cluster (their pods are moved, a control plane node leaves etcd), wipes their disks and ' +
    'shuts them down, or with --reboot starts them again. Waits until each is down, or back: in maintenance mode, or, ' +
    'where its configuration was kept, ready.\n\n' +
    'What is wiped: the system disk, or single partitions of it (--system-labels-to-wipe), and other disks that are ' +
    'named (--user-disks-to-wipe), as far as --wipe-mode lets it.\n\n' +
    'On a terminal it asks first, naming nodes and cluster.',
  examples:
    '  talosctl reset -n 10.5.0.3\n' +
    '  talosctl reset -n 10.5.0.3 --system-labels-to-wipe STATE,EPHEMERAL --reboot\n' +
    '  talosctl reset -n 10.5.0.3 --graceful=false --wait=false',
  connection: 'flags',
  args: noArguments,
  flags: {
    graceful: flag.bool('cordon and drain the Kubernetes node and leave etcd first', { default: true }),
    reboot: flag.bool('start the node again instead of shutting it down'),
    insecure: flag.bool('reset a node in maintenance mode; needs --wait=false'),
    'wipe-mode': flag.enumeration('which disks are wiped', wipeModes, { default: 'all' }),
    'user-disks-to-wipe': flag.stringSlice('other disks to wipe, /dev/sdb for example'),
    'system-labels-to-wipe': flag.stringSlice('wipe only the partitions of the system disk with these labels'),
    yes: yesFlag,
    ...trackFlags,
  },
  completeFlags: {
    'user-disks-to-wipe': completeDisks,
    'system-labels-to-wipe': async () => systemLabels.map((value) => ({ value })),
  },
  resolve: (_args, { values }) => {
    const settings = readTrackFlags({ values });
    if (values.insecure && settings.wait) {
      throw new TalosctlError('--wait and --insecure cannot be used together: there is nobody to ask how it goes on', {
        hint: 'add --wait=false',
      });
    }
    return {
      insecure: values.insecure,
      yes: values.yes,
      settings,
      request: {
        graceful: values.graceful,
        reboot: values.reboot,
        wipeMode: values['wipe-mode'],
        userDisks: values['user-disks-to-wipe'],
        systemLabels: values['system-labels-to-wipe'],
      },
    };
  },
  async run(ctx, { insecure, yes, settings, request }) {
    const [{ resetAction }, { runTracked }, { confirmTarget }] = await Promise.all([
      import('./shared/track/actions.js'),
      import('./shared/track/run.js'),
      import('./shared/confirm-target.js'),
    ]);
    const client = await ctx.client({ insecure });
    await confirmTarget(ctx, client, { action: 'reset the machine', consequence: 'what it wipes is lost', yes });
    await runTracked(ctx, client, resetAction(client, request), settings);
  },
});
