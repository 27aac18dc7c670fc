import { defineCommand, exactArguments } from '../../cli/command.js';
import { imageNamespaceFlag } from '../shared/image/namespace-flag.js';
import { outputFlag } from '../shared/output-format.js';

export const command = defineCommand({
  words: 'image pull',
  use: 'pull <image>',
  aliases: ['p'],
  summary: 'Have the nodes pull a container image',
  description:
    'Has the nodes pull a container image, and says on stderr by which digest each of them has it then.\n\n' +
    'With -o json or -o yaml: one object for each node, with "name", the image by its digest.',
  examples: '  talosctl image pull docker.io/library/alpine:3.22',
  connection: 'flags',
  args: exactArguments(1),
  flags: { namespace: imageNamespaceFlag, output: outputFlag },
  resolve: ([image = ''], { values }) => ({ image, ...values }),
  async run(ctx, { image, namespace, output }) {
    const { pullOnNodes } = await import('../shared/image/pull.js');
    await pullOnNodes(ctx, image, namespace, output);
  },
});
