import { defineCommand, exactArguments } from '../../cli/command.js';
import { imageNamespaceFlag } from '../shared/image/namespace-flag.js';

export const command = defineCommand({
  words: 'image remove',
  use: 'remove <image>',
  aliases: ['rm'],
  summary: 'Remove a container image from the nodes',
  description: 'Removes a container image from the nodes. It is named as "talosctl image list" shows it.',
  connection: 'flags',
  args: exactArguments(1),
  flags: { namespace: imageNamespaceFlag },
  completeArgs: async (ctx, request) => {
    const { completeImages } = await import('../shared/image/complete.js');
    return completeImages(ctx, request);
  },
  resolve: ([image = ''], { values: { namespace } }) => ({ image, namespace }),
  async run(ctx, { image, namespace }) {
    const { removeImage } = await import('../shared/image/remove.js');
    await removeImage(ctx, image, namespace);
  },
});
