import { ContainerdNamespace } from '../../gen/common/common.js';
import {
  type ImageServiceImportRequest,
  ImageServiceListResponse,
  ImageServicePullResponse,
  ImageServiceService,
  ImageServicePullLayerProgress_Status as Status,
} from '../../gen/machine/image.js';
import { MachineServiceService } from '../../gen/machine/machine.js';
import { archivedImage } from '../machine/image-archive.js';
import { type Image, type ImageNamespace, imageNamespace, parseReference } from '../machine/images.js';
import type { Runtime } from '../machine/runtime.js';
import { timestamp } from '../machine/timestamp.js';
import { clientStream, serverStream, unary } from '../rpc/handler.js';
import { Code, StatusError } from '../rpc/status.js';

const layers = 3;
const steps = 4;
const stepTime = 60;

function legacyNamespace(namespace: ContainerdNamespace): ImageNamespace {
  if (namespace === ContainerdNamespace.NS_CRI) return 'cri';
  if (namespace === ContainerdNamespace.NS_SYSTEM) return 'system';
  throw new StatusError(Code.invalidArgument, `unsupported namespace ${ContainerdNamespace[namespace]}`);
}

/** The image by this reference, from a registry where it is not there. Gives undefined for what no registry has. */
function pulled(runtime: Runtime, namespace: ImageNamespace, text: string): Image {
  const reference = parseReference(text);
  if (!runtime.images.canPull(reference)) {
    const failure = `failed to pull image ${JSON.stringify(text)}: failed to resolve reference ${JSON.stringify(text)}: ${text}: not found`;
    throw new StatusError(Code.notFound, `error pulling image: 1 error(s) occurred:\n\t${failure}`);
  }
  return runtime.images.add(namespace, reference);
}

export const images = [
  serverStream(ImageServiceService.list, async function* (runtime: Runtime, { containerd }) {
    for (const { name, digest, size, createdAt, labels } of runtime.images.list(imageNamespace(containerd))) {
      yield ImageServiceListResponse.fromPartial({ name, digest, size, createdAt: timestamp(createdAt), labels });
    }
  }),
  serverStream(ImageServiceService.pull, async function* (runtime: Runtime, { containerd, imageRef }, call) {
    const namespace = imageNamespace(containerd);
    const { repository, version } = parseReference(imageRef);
    const isNew = runtime.images.find(namespace, `${repository}${version}`) === undefined;
    await runtime.machine.faults.pass('pullImage', call.signal);
    const image = pulled(runtime, namespace, imageRef);
    const total = image.size / BigInt(layers);
    for (let layer = 1; isNew && layer <= layers; layer++) {
      const layerId = `sha256:${String(layer).repeat(64)}`;
      for (let step = 0; step <= steps; step++) {
        await runtime.machine.pace.wait(stepTime, call.signal);
        const offset = (total * BigInt(step)) / BigInt(steps);
        yield progressOf(layerId, Status.DOWNLOADING, offset, total);
      }
      yield progressOf(layerId, Status.DOWNLOAD_COMPLETE, total, total);
      yield progressOf(layerId, Status.EXTRACT_COMPLETE, total, total);
    }
    yield ImageServicePullResponse.fromPartial({ response: { $case: 'name', value: image.name } });
  }),
  clientStream(ImageServiceService.import, async (runtime: Runtime, requests) => {
    const pieces = requests[Symbol.asyncIterator]();
    const first = await pieces.next();
    const instance = first.done === true ? undefined : first.value.request;
    if (instance?.$case !== 'containerd') {
      throw new StatusError(Code.invalidArgument, 'containerd instance is required');
    }
    const namespace = imageNamespace(instance.value);
    const name = await archivedImage(chunks({ [Symbol.asyncIterator]: () => pieces }));
    const reference = parseReference(name);
    runtime.images.add(namespace, reference);
    return { name: `${reference.repository}${reference.version}` };
  }),
  unary(ImageServiceService.remove, (runtime: Runtime, { containerd, imageRef }) => {
    const namespace = imageNamespace(containerd);
    if (runtime.images.find(namespace, imageRef) === undefined) {
      throw new StatusError(Code.notFound, `image ${imageRef} not found`);
    }
    runtime.images.remove(namespace, imageRef);
    return {};
  }),
  serverStream(MachineServiceService.imageList, async function* (runtime: Runtime, { namespace }) {
    for (const { name, digest, size, createdAt } of runtime.images.list(legacyNamespace(namespace))) {
      yield { metadata: undefined, name, digest, size, createdAt: timestamp(createdAt) };
    }
  }),
  unary(MachineServiceService.imagePull, (runtime: Runtime, { namespace, reference }) => {
    pulled(runtime, legacyNamespace(namespace), reference);
    return { messages: [{ metadata: undefined }] };
  }),
];

async function* chunks(requests: AsyncIterable<ImageServiceImportRequest>): AsyncGenerator<Buffer, void, undefined> {
  for await (const { request } of requests) {
    if (request?.$case !== 'imageChunk') throw new StatusError(Code.internal, 'failed to import image: no image chunk');
    yield request.value.bytes;
  }
}

function progressOf(layerId: string, status: Status, offset: bigint, total: bigint): ImageServicePullResponse {
  const progress = { status, elapsed: { seconds: 0n, nanos: 0 }, offset, total };
  return ImageServicePullResponse.fromPartial({
    response: { $case: 'pullProgress', value: { layerId, progress } },
  });
}
