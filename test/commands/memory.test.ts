import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { MachineServiceService, MemoryResponse } from '../../src/gen/machine/machine.js';
import { nodeOf, startNode } from '../helpers/nodes.js';
import { StatusError } from '../helpers/servers.js';

const meminfo = {
  memtotal: 24_683_652n,
  memfree: 20_423_088n,
  memavailable: 23_352_596n,
  buffers: 13_184n,
  cached: 2_551_004n,
  shmem: 11_364n,
  vmalloctotal: 34_359_738_367n,
  hugepagesfree: 3n,
  hugepagesize: 2048n,
  directmap1g: 25_165_824n,
};

async function start(t: TestContext) {
  const node = await startNode(t, ['10.5.0.2', '10.5.0.99', '10.5.0.3']);
  node.server.unary(MachineServiceService.memory, (_, call) => {
    if (nodeOf(call) === '10.5.0.99') throw new StatusError(14, 'gone');
    return MemoryResponse.fromPartial({ messages: [{ meminfo }] });
  });
  return node;
}

test('memory is shown in MiB, node by node as they were asked', async (t) => {
  const { run } = await start(t);
  const { code, stdout, stderr } = await run(['free']);
  assert.equal(
    stdout,
    `NODE       TOTAL   USED   FREE    SHARED   BUFFERS   CACHE   AVAILABLE
10.5.0.2   24105   1656   19944   11       12        2491    22805
10.5.0.3   24105   1656   19944   11       12        2491    22805
`,
  );
  assert.equal(code, 1);
  assert.match(stderr, /^10\.5\.0\.99: /m);
});

test('--verbose shows every counter, those of huge pages without a unit', async (t) => {
  const { run } = await start(t);
  const { code, stdout } = await run(['memory', '-v', '-n', '10.5.0.2']);
  const lines = stdout.split('\n');
  assert.equal(code, 0);
  assert.equal(lines.length, 50);
  assert.deepEqual(lines.slice(0, 3), ['NODE: 10.5.0.2', 'MemTotal: 24683652 kB', 'MemFree: 20423088 kB']);
  assert.deepEqual(lines.slice(41), [
    'HugePagesTotal: 0',
    'HugePagesFree: 3',
    'HugePagesRsvd: 0',
    'HugePagesSurp: 0',
    'Hugepagesize: 2048 kB',
    'DirectMap4k: 0 kB',
    'DirectMap2M: 0 kB',
    'DirectMap1G: 25165824 kB',
    '',
  ]);
});

test('as data, counters are numbers in KiB and a failing node has its error', async (t) => {
  const { run } = await start(t);
  const [first, second, third] = JSON.parse((await run(['memory', '-v', '-o', 'json'])).stdout);
  assert.deepEqual([first.node, first.meminfo.memtotal, first.meminfo.swapfree], ['10.5.0.2', 24_683_652, 0]);
  assert.deepEqual([second.node, second.error.code, second.meminfo], ['10.5.0.99', 'Unavailable', undefined]);
  assert.equal(third.node, '10.5.0.3');
});

test('a node that hangs does not keep back the others for good', async (t) => {
  const { run, server } = await start(t);
  await run(['memory']);
  assert.equal(server.calls.length, 3);
  for (const { patience } of server.calls) assert.ok(patience > 0 && patience <= 60_000, `${patience} ms`);
});
