import { defineCommand, noArguments } from '../../cli/command.js';
import { outputFlag } from '../shared/output-format.js';

export const command = defineCommand({
  words: 'etcd members',
  use: 'members',
  summary: 'List the members of etcd, as each node knows them',
  description:
    'Lists the members of etcd, as each node knows them. The id is what "talosctl etcd remove-member" takes.\n\n' +
    'With -o json or -o yaml: one object for each node, with "members"; ids are decimal numbers there.',
  connection: 'flags',
  args: noArguments,
  flags: { output: outputFlag },
  resolve: (_args, { values }) => values,
  async run(ctx, { output }) {
    const { listMembers } = await import('../shared/etcd/members.js');
    await listMembers(ctx, output);
  },
});
