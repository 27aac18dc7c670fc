import type { Context } from '../../../cli/context.js';
import type { Client } from '../../../client/client.js';
import { fanOut } from '../../../client/fanout.js';
import { type ImageServiceListResponse, ImageServiceService } from '../../../gen/machine/image.js';
import { MachineServiceService } from '../../../gen/machine/machine.js';
import { compareBytes, type JsonValue } from '../../../render/json.js';
import { formatBytes } from '../../../render/sizes.js';
import { formatExactTimestamp, formatTimestamp } from '../../../render/times.js';
import { metadataError } from '../data-error.js';
import { printNodes } from '../node-table.js';
import type { OutputFormat } from '../output-format.js';
import { containerdInstance } from './instance.js';
import { lacksImageService, legacyNamespace } from './legacy.js';
import type { ImageNamespace } from './namespace-flag.js';

/** Milliseconds in which a node has named all of its images. */
const timeout = 60_000;

interface ImageList {
  readonly images: readonly ImageServiceListResponse[];
  /** Whether the node is too old to tell labels. */
  readonly legacy: boolean;
}

/** Lists the images of every node, as it orders them. */
export async function listImages(ctx: Context, namespace: ImageNamespace, output: OutputFormat): Promise<void> {
  const client = await ctx.client();
  const results = await fanOut(client, (node) => imagesOf(client, node, namespace));
  const answers = results.flatMap(({ value }) => value ?? []);
  const labelled = answers.length === 0 || answers.some(({ legacy }) => !legacy);
  await printNodes(ctx, client, results, output, {
    heading: ['NODE', 'IMAGE', 'DIGEST', 'SIZE', ...(labelled ? ['LABELS'] : []), 'CREATED'],
    headingAlone: false,
    rows: (node, { images }) =>
      images.map(({ name, digest, size, labels, createdAt }) => [
        node,
        name,
        digest,
        formatBytes(size),
        ...(labelled ? [formatLabels(labels)] : []),
        formatTimestamp(createdAt),
      ]),
    data: ({ images }) => ({ images: images.map(imageData) }),
  });
}

/** The images of one node. */
export async function imagesOf(client: Client, node: string, namespace: ImageNamespace): Promise<ImageList> {
  const images: ImageServiceListResponse[] = [];
  try {
    const request = { containerd: containerdInstance(namespace) };
    for await (const image of client.serverStream(ImageServiceService.list, request, { node, timeout }))
      images.push(image);
    return { images, legacy: false };
  } catch (error) {
    if (!lacksImageService(error)) throw error;
  }
  const request = { namespace: legacyNamespace(namespace) };
  for await (const { metadata, ...image } of client.serverStream(MachineServiceService.imageList, request, {
    node,
    timeout,
  })) {
    const failure = metadataError(metadata, node);
    if (failure !== undefined) throw failure;
    images.push({ ...image, labels: {} });
  }
  return { images, legacy: true };
}

function imageData({ createdAt, ...image }: ImageServiceListResponse): JsonValue {
  return { ...image, createdAt: formatExactTimestamp(createdAt) };
}

function formatLabels(labels: Readonly<Record<string, string>>): string {
  return Object.entries(labels)
    .sort(([left], [right]) => compareBytes(left, right))
    .map(([key, value]) => `${key}=${value}`)
    .join(',');
}
