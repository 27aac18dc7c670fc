import { defineCommand, noArguments } from '../../cli/command.js';
import { outputFlag } from '../shared/output-format.js';

export const command = defineCommand({
  words: 'etcd status',
  use: 'status',
  summary: "Show the state of the nodes' etcd members",
  description:
    'Shows the size of the database, the leader and the place in the Raft log of the etcd member that each node runs. ' +
    'Name all control plane nodes to compare them.\n\n' +
    'With -o json or -o yaml: one object for each node, with "memberStatus"; ids are decimal numbers there.',
  connection: 'flags',
  args: noArguments,
  flags: { output: outputFlag },
  resolve: (_args, { values }) => values,
  async run(ctx, { output }) {
    const { showStatus } = await import('../shared/etcd/status.js');
    await showStatus(ctx, output);
  },
});
