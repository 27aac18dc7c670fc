import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Context } from '../../../cli/context.js';
import type { Client } from '../../../client/client.js';
import { printableField } from '../../../errors/control-characters.js';
import { TalosctlError } from '../../../errors/errors.js';
import { reason } from '../../../files/atomic.js';
import { ImageServiceImportRequest, ImageServiceService } from '../../../gen/machine/image.js';
import { formatBinaryBytes } from '../../../render/sizes.js';
import { StatusLine } from '../../../terminal/status-line.js';
import { containerdInstance } from '../image/instance.js';
import type { ImageNamespace } from '../image/namespace-flag.js';
import { PullProgress } from '../image/progress.js';
import { pullImage, reportPulled } from '../image/pull.js';

const pieceSize = 32 * 1024;

/** The image on the node: sent there from an archive of this machine, or pulled by the node. Gives its name there. */
export async function provideImage(
  ctx: Context,
  client: Client,
  node: string,
  image: string,
  namespace: ImageNamespace,
): Promise<string> {
  const path = resolve(ctx.cwd, image);
  if (await isArchive(path, image)) return importArchive(ctx, client, node, { path, image, namespace });
  const line = new StatusLine(ctx.stderr);
  const progress = new PullProgress();
  try {
    const name = await pullImage(client, node, image, namespace, async (layer, state) => {
      progress.update(node, layer, state);
      await line.show(progress.summary());
    });
    await line.clear();
    await reportPulled(ctx, node, name === '' ? image : name);
    return name === '' ? image : name;
  } finally {
    await line.clear();
  }
}

async function isArchive(path: string, image: string): Promise<boolean> {
  try {
    const found = await stat(path);
    if (found.isDirectory()) throw new TalosctlError(`${image} is a folder, not an image archive`);
    return true;
  } catch (error) {
    if (error instanceof TalosctlError) throw error;
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (!missing) throw new TalosctlError(`cannot read the image archive ${image}: ${reason(error)}`, { cause: error });
    if (!/^(?:\.{0,2}\/|~)|\.(?:tar|tgz|tar\.gz)$/.test(image)) return false;
    throw new TalosctlError(`there is no image archive ${image}`, {
      hint: 'an image that the node shall pull is written as docker.io/library/alpine:latest',
    });
  }
}

async function importArchive(
  ctx: Context,
  client: Client,
  node: string,
  { path, image, namespace }: { readonly path: string; readonly image: string; readonly namespace: ImageNamespace },
): Promise<string> {
  const line = new StatusLine(ctx.stderr);
  async function* messages(): AsyncGenerator<ImageServiceImportRequest, void, undefined> {
    yield ImageServiceImportRequest.fromPartial({
      request: { $case: 'containerd', value: containerdInstance(namespace) },
    });
    let sent = 0;
    for await (const bytes of createReadStream(path, { highWaterMark: pieceSize }) as AsyncIterable<Buffer>) {
      yield ImageServiceImportRequest.fromPartial({ request: { $case: 'imageChunk', value: { bytes } } });
      sent += bytes.length;
      await line.show(`${node}: ${formatBinaryBytes(sent)} of ${image} sent`);
    }
  }
  try {
    const { name } = await client.clientStream(ImageServiceService.import, messages(), { node });
    await line.clear();
    await ctx.stderr.write(`${node}: imported image ${printableField(name)} from ${image}\n`);
    return name;
  } finally {
    await line.clear();
  }
}
