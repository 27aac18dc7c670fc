import type { Context } from '../../../cli/context.js';
import type { CallOptions, Client } from '../../../client/client.js';
import { fanOut } from '../../../client/fanout.js';
import { printableField } from '../../../errors/control-characters.js';
import { TalosctlError } from '../../../errors/errors.js';
import { type ImageServicePullLayerProgress, ImageServiceService } from '../../../gen/machine/image.js';
import { MachineServiceService } from '../../../gen/machine/machine.js';
import { StatusLine } from '../../../terminal/status-line.js';
import { onlyMessage } from '../ask-nodes.js';
import { failuresOf, throwFailures } from '../node-failures.js';
import { nodesData, type OutputFormat, writeData } from '../output-format.js';
import { containerdInstance } from './instance.js';
import { lacksImageService, legacyNamespace } from './legacy.js';
import type { ImageNamespace } from './namespace-flag.js';
import { PullProgress } from './progress.js';

/** Has every node pull an image, and says how each of them names it then. */
export async function pullOnNodes(
  ctx: Context,
  image: string,
  namespace: ImageNamespace,
  output: OutputFormat,
): Promise<void> {
  const client = await ctx.client();
  const line = new StatusLine(ctx.stderr);
  const progress = new PullProgress();
  const results = await fanOut(client, (node) =>
    pullImage(client, node, image, namespace, async (layer, state) => {
      progress.update(node, layer, state);
      await line.show(progress.summary());
    }),
  );
  await line.clear();
  for (const { node, value } of results) {
    // An older node does not say.
    if (value !== undefined) await reportPulled(ctx, node, value === '' ? image : value);
  }
  if (output !== 'table') {
    await writeData(
      ctx,
      output,
      nodesData(results, (name) => ({ name })),
    );
  }
  throwFailures(client, failuresOf(results));
}

export async function reportPulled(ctx: Context, node: string, name: string): Promise<void> {
  await ctx.stderr.write(`${node}: pulled image ${printableField(name)}\n`);
}

/** Has a node pull an image. Gives its name with the digest; empty where the node is too old to say. */
export async function pullImage(
  client: Client,
  node: string,
  image: string,
  namespace: ImageNamespace,
  progress: (layer: string, state: ImageServicePullLayerProgress) => Promise<void>,
  bounds: Pick<CallOptions, 'signal' | 'timeout'> = {},
): Promise<string> {
  const request = { containerd: containerdInstance(namespace), imageRef: image };
  let name: string | undefined;
  try {
    for await (const { response } of client.serverStream(ImageServiceService.pull, request, { ...bounds, node })) {
      if (response?.$case === 'name') name = response.value;
      else if (response?.value.progress !== undefined) await progress(response.value.layerId, response.value.progress);
    }
  } catch (error) {
    if (!lacksImageService(error)) throw error;
    const older = { namespace: legacyNamespace(namespace), reference: image };
    onlyMessage(await client.unary(MachineServiceService.imagePull, older, { ...bounds, node }), node);
    return '';
  }
  if (name === undefined) throw new TalosctlError(`${node} ended the pull without saying what it has pulled`);
  return name;
}
