import { defineCommand, noArguments } from '../../cli/command.js';

export const command = defineCommand({
  words: 'etcd leave',
  use: 'leave',
  summary: 'Have a node leave etcd',
  description:
    'Has a control plane node leave etcd: its member is removed, its etcd stops and its database is deleted. Fails at ' +
    'once where the node runs no member.',
  connection: 'flags',
  args: noArguments,
  flags: {},
  resolve: () => ({}),
  async run(ctx) {
    const { leaveEtcd } = await import('../shared/etcd/leave.js');
    await leaveEtcd(ctx);
  },
});
