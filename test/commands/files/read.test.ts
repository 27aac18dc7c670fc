import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Data } from '../../../src/gen/common/common.js';
import { MachineServiceService } from '../../../src/gen/machine/machine.js';
import { startNode, type TestNode } from '../../helpers/nodes.js';
import { StatusError } from '../../helpers/servers.js';

function holding(node: TestNode, ...pieces: readonly (Buffer | string | Error)[]): string[] {
  const paths: string[] = [];
  node.server.stream(MachineServiceService.read, async function* (requests) {
    for await (const { path } of requests) paths.push(path);
    for (const piece of pieces) {
      if (piece instanceof Error) throw piece;
      yield Data.fromPartial({ bytes: Buffer.from(piece) });
    }
  });
  return paths;
}

test('a file comes as it is', async (t) => {
  const node = await startNode(t);
  const bytes = Buffer.from([0, 1, 0x1b, 0x9b, 0xff, 0x0a]);
  const paths = holding(node, bytes, 'rest');
  const { code, stdoutBytes, stderr } = await node.run(['cat', '/etc/x']);
  assert.deepEqual([code, stderr], [0, '']);
  assert.ok(stdoutBytes.equals(Buffer.concat([bytes, Buffer.from('rest')])));
  assert.deepEqual(paths, ['/etc/x']);
});

test('on a terminal nothing in it moves the terminal, wherever it is torn', async (t) => {
  const node = await startNode(t);
  const euro = Buffer.from('€');
  holding(
    node,
    'a\tb\n\x1b[2J\x07',
    euro.subarray(0, 1),
    euro.subarray(1),
    Buffer.from([0xc2]),
    Buffer.from([0x9b]),
    '31m',
  );
  const { stdout } = await node.run(['read', '/x'], { terminal: {} });
  assert.equal(stdout, 'a\tb\n\\x1b[2J\\x07€\\x9b31m');
});

test('what cannot be read', async (t) => {
  const node = await startNode(t);
  holding(node, 'half', new StatusError(5, 'stat /x: no such file or directory'));
  const { code, stdout, stderr } = await node.run(['read', '/x']);
  assert.deepEqual([code, stdout], [1, 'half']);
  assert.equal(stderr, 'stat /x: no such file or directory (NotFound)\n');
});

test('a failure that the node tells inside the stream', async (t) => {
  const node = await startNode(t);
  node.server.stream(MachineServiceService.read, async function* () {
    yield Data.fromPartial({ bytes: Buffer.from('first') });
    yield Data.fromPartial({ metadata: { error: 'disk failure' } });
    yield Data.fromPartial({ bytes: Buffer.from('never') });
  });
  const { code, stdout, stderr } = await node.run(['read', '/x']);
  assert.deepEqual([code, stdout, stderr], [1, 'first', 'disk failure (Unknown)\n']);
});

test('one node at a time', async (t) => {
  const node = await startNode(t, ['10.5.0.2', '10.5.0.3']);
  const { code, stderr } = await node.run(['read', '/x']);
  assert.equal(code, 1);
  assert.match(stderr, /"read" works on one node at a time/);
});
