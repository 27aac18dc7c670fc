import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { ContainerDriver, ContainerdNamespace } from '../../../src/gen/common/common.js';
import { Empty } from '../../../src/gen/google/protobuf/empty.js';
import {
  ImageServiceListResponse,
  ImageServicePullResponse,
  ImageServiceService,
  ImageServicePullLayerProgress_Status as Status,
} from '../../../src/gen/machine/image.js';
import { ImageListResponse, ImagePullResponse, MachineServiceService } from '../../../src/gen/machine/machine.js';
import { nodeOf, startNode } from '../../helpers/nodes.js';
import { StatusError } from '../../helpers/servers.js';

const services = [MachineServiceService, ImageServiceService];
const digest = `sha256:${'ab'.repeat(32)}`;
const createdAt = { seconds: 1_767_323_045n, nanos: 5 };

const start = (t: TestContext, nodes?: readonly string[]) => startNode(t, nodes, { services });

test('list: every node in its own order, with labels', async (t) => {
  const { run, server } = await start(t, ['10.5.0.3', '10.5.0.2', '10.5.0.9']);
  const asked: unknown[] = [];
  server.stream(ImageServiceService.list, async function* (requests, call) {
    for await (const request of requests) asked.push(request.containerd);
    if (nodeOf(call) === '10.5.0.9') throw new StatusError(14, 'error reading from server: EOF');
    const labels = { b: '2', a: '1' };
    yield ImageServiceListResponse.fromPartial({ name: 'x:1', digest, size: 33_600_000n, createdAt, labels });
    if (nodeOf(call) === '10.5.0.2') yield ImageServiceListResponse.fromPartial({ name: 'a:2', digest, createdAt });
  });
  const { code, stdout, stderr } = await run(['image', 'list']);
  assert.equal(
    stdout,
    `NODE       IMAGE   DIGEST${' '.repeat(68)}SIZE    LABELS    CREATED
10.5.0.3   x:1     ${digest}   34 MB   a=1,b=2   2026-01-02T03:04:05Z
10.5.0.2   x:1     ${digest}   34 MB   a=1,b=2   2026-01-02T03:04:05Z
10.5.0.2   a:2     ${digest}   0 B               2026-01-02T03:04:05Z
`,
  );
  assert.equal(code, 1);
  assert.match(stderr, /^10\.5\.0\.9: /);
  const [first, , third] = JSON.parse((await run(['images', 'ls', '-o', 'json', '--namespace', 'system'])).stdout);
  assert.deepEqual(Object.keys(first.images[0]).sort(), ['createdAt', 'digest', 'labels', 'name', 'size']);
  assert.equal(third.error.code, 'Unavailable');
  await run(['image', '--namespace=inmem', 'l']);
  assert.deepEqual(
    [asked[0], asked[3], asked[6]],
    [
      { driver: ContainerDriver.CRI, namespace: ContainerdNamespace.NS_CRI },
      { driver: ContainerDriver.CRI, namespace: ContainerdNamespace.NS_SYSTEM },
      { driver: ContainerDriver.CONTAINERD, namespace: ContainerdNamespace.NS_SYSTEM },
    ],
  );
});

test('list: a node before Talos 1.13 is asked the older way, and tells no labels', async (t) => {
  const { run, server } = await startNode(t);
  server.stream(MachineServiceService.imageList, async function* (requests) {
    for await (const { namespace } of requests) assert.equal(namespace, ContainerdNamespace.NS_CRI);
    yield ImageListResponse.fromPartial({ name: 'x:1', digest, size: 1000n, createdAt });
  });
  assert.match(
    (await run(['image', 'list'])).stdout,
    /^NODE +IMAGE +DIGEST +SIZE +CREATED\n10\.5\.0\.2 +x:1 +\S+ +1\.0 kB +2026\S+\n$/,
  );
  assert.match((await run(['image', 'list', '--namespace', 'inmem'])).stderr, /before 1\.13/);
});

test('pull: each node says by which digest it has the image', async (t) => {
  const { run, server } = await start(t, ['10.5.0.3', '10.5.0.2', '10.5.0.9']);
  server.stream(ImageServiceService.pull, async function* (requests, call) {
    for await (const { imageRef } of requests) assert.equal(imageRef, 'docker.io/library/alpine:3');
    if (nodeOf(call) === '10.5.0.9')
      throw new StatusError(5, 'error pulling image: 1 error(s) occurred:\n\tno such thing');
    const progress = { status: Status.DOWNLOADING, offset: 5n, total: 10n };
    yield ImageServicePullResponse.fromPartial({
      response: { $case: 'pullProgress', value: { layerId: 'l1', progress } },
    });
    yield ImageServicePullResponse.fromPartial({ response: { $case: 'name', value: `alpine@${digest}` } });
  });
  const { code, stdout, stderr } = await run(['image', 'pull', 'docker.io/library/alpine:3']);
  assert.deepEqual([code, stdout], [1, '']);
  assert.equal(
    stderr,
    `10.5.0.3: pulled image alpine@${digest}\n10.5.0.2: pulled image alpine@${digest}\n` +
      '10.5.0.9: error pulling image: no such thing (NotFound)\n',
  );
  const [first, , third] = JSON.parse((await run(['image', 'p', 'docker.io/library/alpine:3', '-o', 'json'])).stdout);
  assert.deepEqual(first, { node: '10.5.0.3', name: `alpine@${digest}` });
  assert.equal(third.error.code, 'NotFound');
});

test('pull: by an older node, which does not say the digest', async (t) => {
  const { run, server } = await startNode(t);
  server.unary(MachineServiceService.imagePull, ({ reference, namespace }) => {
    assert.deepEqual([reference, namespace], ['x:1', ContainerdNamespace.NS_SYSTEM]);
    return ImagePullResponse.fromPartial({ messages: [{}] });
  });
  assert.equal((await run(['image', 'pull', '--namespace', 'system', 'x:1'])).stderr, '10.5.0.2: pulled image x:1\n');
});

test('pull: a node that ends early has pulled nothing', async (t) => {
  const { run, server } = await start(t);
  server.stream(ImageServiceService.pull, async function* () {});
  const { code, stderr } = await run(['image', 'pull', 'x:1']);
  assert.equal(code, 1);
  assert.match(stderr, /10\.5\.0\.2 ended the pull without saying/);
});

test('remove says nothing where it is done', async (t) => {
  const { run, server } = await start(t, ['10.5.0.2', '10.5.0.3']);
  server.unary(ImageServiceService.remove, ({ imageRef }, call) => {
    if (nodeOf(call) === '10.5.0.3') throw new StatusError(5, `image ${imageRef} not found`);
    return Empty.fromPartial({});
  });
  const { code, stdout, stderr } = await run(['image', 'rm', 'x:1']);
  assert.deepEqual([code, stdout, stderr], [1, '', '10.5.0.3: image x:1 not found (NotFound)\n']);
  assert.equal((await run(['image', 'remove', 'x:1', '-n', '10.5.0.2'])).code, 0);
  assert.match((await run(['image', 'rm', 'x:1', '--namespace', 'k8s'])).stderr, /cri, system, inmem/);
});
