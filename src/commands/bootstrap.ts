import { resolve as resolvePath } from 'node:path';
import { defineCommand, noArguments } from '../cli/command.js';
import { flag } from '../cli/flags.js';

export const command = defineCommand({
  words: 'bootstrap',
  use: 'bootstrap',
  summary: 'Start etcd for the first time, on one control plane node',
  description:
    'Starts etcd, and with it Kubernetes, on one control plane node of a new cluster; the other control plane nodes ' +
    'join by themselves. Needed once in the life of a cluster.\n\n' +
    'With --recover-from, etcd starts with the contents of a snapshot ("talosctl etcd snapshot").',
  examples: '  talosctl bootstrap -n 10.5.0.2\n  talosctl bootstrap -n 10.5.0.2 --recover-from=./db.snapshot',
  connection: 'flags',
  args: noArguments,
  flags: {
    'recover-from': flag.string('etcd snapshot to start with'),
    'recover-skip-hash-check': flag.bool(
      'do not check the integrity of the snapshot; for a copy of the database file of a member, which has no hash',
    ),
  },
  resolve: (_args, { values }) => ({
    recoverFrom: values['recover-from'],
    skipHashCheck: values['recover-skip-hash-check'],
  }),
  async run(ctx, { recoverFrom, skipHashCheck }) {
    const [{ MachineServiceService }, { onlyMessage }, { singleNode }, { openSnapshot }] = await Promise.all([
      import('../gen/machine/machine.js'),
      import('./shared/ask-nodes.js'),
      import('./shared/single-node.js'),
      import('./shared/etcd-snapshot.js'),
    ]);
    const snapshot =
      recoverFrom === '' ? undefined : await openSnapshot(resolvePath(ctx.cwd, recoverFrom), { skipHashCheck });
    const client = await ctx.client();
    const node = singleNode(client, 'bootstrap');
    if (snapshot !== undefined) {
      await ctx.stdout.write(`recovering from snapshot ${JSON.stringify(recoverFrom)}: total size ${snapshot.size}\n`);
      const answer = await client.clientStream(MachineServiceService.etcdRecover, snapshot.messages(), { node });
      onlyMessage(answer, node ?? '');
    }
    const request = { recoverEtcd: snapshot !== undefined, recoverSkipHashCheck: skipHashCheck };
    onlyMessage(await client.unary(MachineServiceService.bootstrap, request, { node }), node ?? '');
  },
});
