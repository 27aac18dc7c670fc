import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DiskUsageInfo, type DiskUsageRequest, MachineServiceService } from '../../../src/gen/machine/machine.js';
import { nodeOf, startNode, type TestNode } from '../../helpers/nodes.js';
import { StatusError } from '../../helpers/servers.js';

function measuring(node: TestNode): DiskUsageRequest[] {
  const requests: DiskUsageRequest[] = [];
  node.server.stream(MachineServiceService.diskUsage, async function* (sent, call) {
    for await (const request of sent) {
      requests.push(request);
      const [path = ''] = request.paths;
      if (nodeOf(call) === '10.5.0.99') throw new StatusError(14, 'connection refused');
      if (path === '/nonexistent') {
        const error = `lstat ${path}: no such file or directory`;
        yield DiskUsageInfo.fromPartial({ name: path, relativeName: path, error });
        return;
      }
      yield DiskUsageInfo.fromPartial({ name: `${path}/cni`, relativeName: 'cni', size: 8483n });
      yield DiskUsageInfo.fromPartial({ name: path, relativeName: '.', size: 270_007n });
    }
  });
  return requests;
}

test('folders before the one that holds them', async (t) => {
  const node = await startNode(t, ['10.5.0.2', '10.5.0.3']);
  const requests = measuring(node);
  const { code, stdout, stderr } = await node.run(['usage', '/etc']);
  assert.deepEqual([code, stderr], [0, '']);
  assert.equal(
    stdout,
    `NODE       SIZE     NAME
10.5.0.2   8483     cni
10.5.0.2   270007   .
10.5.0.3   8483     cni
10.5.0.3   270007   .
`,
  );
  assert.deepEqual(requests[0], { recursionDepth: 2, all: false, threshold: 0n, paths: ['/etc'] });
});

test('flags become the request', async (t) => {
  const node = await startNode(t);
  const requests = measuring(node);
  for (const flags of [[], ['-d', '0'], ['-d-1', '-a'], ['-t', '-4096'], ['-t=4096']]) {
    await node.run(['du', ...flags]);
  }
  assert.deepEqual(
    requests.map(({ paths, recursionDepth, all, threshold }) => [paths, recursionDepth, all, threshold]),
    [
      [['/'], 2, false, 0n],
      [['/'], 1, false, 0n],
      [['/'], 0, true, 0n],
      [['/'], 2, false, -4096n],
      [['/'], 2, false, 4096n],
    ],
  );
});

test('sizes for people', async (t) => {
  const node = await startNode(t);
  measuring(node);
  assert.equal(
    (await node.run(['du', '-H', '/etc'])).stdout,
    'NODE       SIZE     NAME\n10.5.0.2   8.5 kB   cni\n10.5.0.2   270 kB   .\n',
  );
});

test('several paths, one of them missing', async (t) => {
  const node = await startNode(t);
  const requests = measuring(node);
  const { code, stdout, stderr } = await node.run(['du', '/etc', '/nonexistent', '/var']);
  assert.deepEqual(
    requests.map(({ paths }) => paths),
    [['/etc'], ['/nonexistent'], ['/var']],
  );
  assert.equal(stdout.split('\n').length, 6);
  assert.equal(code, 1);
  assert.equal(stderr, 'lstat /nonexistent: no such file or directory\n');
});

test('nothing to show has no heading', async (t) => {
  const node = await startNode(t);
  measuring(node);
  const { code, stdout } = await node.run(['du', '/nonexistent']);
  assert.deepEqual([code, stdout], [1, '']);
});

test('as data', async (t) => {
  const node = await startNode(t, ['10.5.0.2', '10.5.0.99']);
  measuring(node);
  const { code, stdout } = await node.run(['du', '/etc', '-o', 'json']);
  assert.equal(code, 1);
  const [first, second] = JSON.parse(stdout);
  assert.deepEqual(first.usage[0], { name: '/etc/cni', size: 8483, error: '', relativeName: 'cni' });
  assert.deepEqual([second.node, second.error.code], ['10.5.0.99', 'Unavailable']);
});
