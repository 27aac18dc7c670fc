import type { CompletionProvider } from '../../../cli/command.js';
import { formatBytes } from '../../../render/sizes.js';
import { imagesOf } from './list.js';
import { imageNamespaces } from './namespace-flag.js';

/** Offers the images of the first node, with their sizes. */
export const completeImages: CompletionProvider = async (ctx, { args, flags }) => {
  if (args.length > 0) return [];
  const client = await ctx.client({ nodesOptional: true });
  const namespace = imageNamespaces.find((known) => known === flags.values['namespace']) ?? 'cri';
  const { images } = await imagesOf(client, client.nodes[0] ?? '', namespace);
  return images.map(({ name, size }) => ({ value: name, description: formatBytes(size) }));
};
