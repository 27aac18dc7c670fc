import { defineCommand, noArguments } from '../cli/command.js';
import { flag } from '../cli/flags.js';
import { readTrackFlags, trackFlags } from './shared/track/flags.js';

export const command = defineCommand({
  words: 'bootstrap',
  use: 'bootstrap',
  summary: 'Start etcd for the first time, on one control plane node',
  description:
    'Starts etcd, and with it Kubernetes, on one control plane node of a new cluster; the other control plane nodes ' +
    'join by themselves. Needed once in the life of a cluster: where another member of it runs etcd already, it is ' +
    'refused. A node that is only coming up is waited for, up to 30 s.\n\n' +
    'With --wait, it ends when etcd is healthy and the node runs. With --recover-from, etcd starts with the contents of a snapshot ("talosctl etcd snapshot").',
  examples: '  talosctl bootstrap -n 10.5.0.2\n  talosctl bootstrap -n 10.5.0.2 --recover-from=./db.snapshot',
  connection: 'flags',
  args: noArguments,
  flags: {
    'recover-from': flag.string('etcd snapshot to start with'),
    'recover-skip-hash-check': flag.bool(
      'do not check the integrity of the snapshot; for a copy of the database file of a member, which has no hash',
    ),
    ...trackFlags,
    wait: flag.bool('wait until etcd is healthy and the node runs, and show how it goes on'),
    force: flag.bool('start etcd although another member of the cluster runs it'),
  },
  resolve: (_args, { values }) => ({
    recoverFrom: values['recover-from'],
    skipHashCheck: values['recover-skip-hash-check'],
    force: values.force,
    track: readTrackFlags({ values }),
  }),
  async run(ctx, options) {
    const { runBootstrap } = await import('./shared/bootstrap/run.js');
    await runBootstrap(ctx, options);
  },
});
