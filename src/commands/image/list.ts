import { defineCommand, noArguments } from '../../cli/command.js';
import { imageNamespaceFlag } from '../shared/image/namespace-flag.js';
import { outputFlag } from '../shared/output-format.js';

export const command = defineCommand({
  words: 'image list',
  use: 'list',
  aliases: ['l', 'ls'],
  summary: 'List the container images that the nodes have',
  description:
    'Lists the container images that the nodes have.\n\nWith -o json or -o yaml: one object for each node, with "images".',
  connection: 'flags',
  args: noArguments,
  flags: { namespace: imageNamespaceFlag, output: outputFlag },
  resolve: (_args, { values }) => values,
  async run(ctx, { namespace, output }) {
    const { listImages } = await import('../shared/image/list.js');
    await listImages(ctx, namespace, output);
  },
});
