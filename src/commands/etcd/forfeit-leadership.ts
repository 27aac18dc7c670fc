import { defineCommand, noArguments } from '../../cli/command.js';

export const command = defineCommand({
  words: 'etcd forfeit-leadership',
  use: 'forfeit-leadership',
  summary: 'Have a node hand the leadership of etcd to another member',
  description:
    'Has a node hand the leadership of etcd to another member, and says on stderr which one. A node that does not lead ' +
    'does nothing.',
  connection: 'flags',
  args: noArguments,
  flags: {},
  resolve: () => ({}),
  async run(ctx) {
    const { forfeitLeadership } = await import('../shared/etcd/leadership.js');
    await forfeitLeadership(ctx);
  },
});
