import { defineCommand, exactArguments } from '../../cli/command.js';

export const command = defineCommand({
  words: 'etcd snapshot',
  use: 'snapshot <path>',
  summary: 'Save a snapshot of etcd to a file',
  description:
    'Streams a snapshot of etcd from a control plane node into a file; - writes to standard output. The file gets its ' +
    'name when it is complete and its hash is right. Only its owner may read it: it holds all secrets of Kubernetes.\n\n' +
    '"talosctl bootstrap --recover-from" starts etcd with a snapshot.',
  examples: '  talosctl etcd snapshot -n 10.5.0.2 ./db.snapshot',
  connection: 'flags',
  args: exactArguments(1),
  flags: {},
  resolve: ([path = '']) => ({ path }),
  async run(ctx, { path }) {
    const { saveSnapshot } = await import('../shared/etcd/save-snapshot.js');
    await saveSnapshot(ctx, path);
  },
});
