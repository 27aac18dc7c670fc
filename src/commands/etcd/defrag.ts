import { defineCommand, noArguments } from '../../cli/command.js';
import { singleNode } from '../shared/single-node.js';

export const command = defineCommand({
  words: 'etcd defrag',
  use: 'defrag',
  summary: 'Give the unused space of the etcd database of a node back',
  description:
    'Rewrites the etcd database of one node without the space that it does not use. The member answers nobody meanwhile: ' +
    'do it only when needed ("talosctl etcd status" shows the space in use), one node after the other.',
  connection: 'flags',
  args: noArguments,
  flags: {},
  resolve: () => ({}),
  async run(ctx) {
    const [{ MachineServiceService }, { onlyMessage }] = await Promise.all([
      import('../../gen/machine/machine.js'),
      import('../shared/ask-nodes.js'),
    ]);
    const client = await ctx.client();
    const node = singleNode(client, 'etcd defrag');
    onlyMessage(await client.unary(MachineServiceService.etcdDefragment, {}, { node }), node ?? '');
  },
});
