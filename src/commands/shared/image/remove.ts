import type { Context } from '../../../cli/context.js';
import { fanOut } from '../../../client/fanout.js';
import { ImageServiceService } from '../../../gen/machine/image.js';
import { failuresOf, throwFailures } from '../node-failures.js';
import { containerdInstance } from './instance.js';
import type { ImageNamespace } from './namespace-flag.js';

/** Removes an image from every node. */
export async function removeImage(ctx: Context, image: string, namespace: ImageNamespace): Promise<void> {
  const client = await ctx.client();
  const request = { containerd: containerdInstance(namespace), imageRef: image };
  const results = await fanOut(client, (node) => client.unary(ImageServiceService.remove, request, { node }));
  throwFailures(client, failuresOf(results));
}
