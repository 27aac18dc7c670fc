import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import {
  type BootstrapRequest,
  BootstrapResponse,
  EtcdRecoverResponse,
  MachineServiceService,
} from '../../src/gen/machine/machine.js';
import { nodeOf, startNode } from '../helpers/nodes.js';
import { StatusError } from '../helpers/servers.js';

/** As much of a bbolt file as tells it from others, and the hash that a snapshot ends with. */
function snapshot(pages: number): Buffer {
  const database = Buffer.alloc(pages * 4096, 7);
  database.writeUInt32LE(0xed0cdaed, 16);
  return Buffer.concat([database, createHash('sha256').update(database).digest()]);
}

async function start(t: TestContext, nodes?: readonly string[]) {
  const node = await startNode(t, nodes);
  const received: { bootstrap?: BootstrapRequest; recovered: Buffer; nodes: string[] } = {
    recovered: Buffer.alloc(0),
    nodes: [],
  };
  node.server.unary(MachineServiceService.bootstrap, (request, call) => {
    if (received.bootstrap !== undefined) throw new StatusError(6, 'etcd data directory is not empty');
    received.bootstrap = request;
    received.nodes.push(nodeOf(call));
    return BootstrapResponse.fromPartial({ messages: [{}] });
  });
  node.server.stream(MachineServiceService.etcdRecover, async function* (requests, call) {
    const chunks: Buffer[] = [];
    for await (const { bytes } of requests) chunks.push(bytes);
    received.recovered = Buffer.concat(chunks);
    received.nodes.push(nodeOf(call));
    yield EtcdRecoverResponse.fromPartial({ messages: [{}] });
  });
  return { ...node, received };
}

test('bootstrap says nothing and asks nothing', async (t) => {
  const { run, received } = await start(t);
  const { code, stdout, stderr } = await run(['bootstrap']);
  assert.deepEqual([code, stdout, stderr], [0, '', '']);
  assert.deepEqual(received.bootstrap, { recoverEtcd: false, recoverSkipHashCheck: false });
  assert.deepEqual(received.nodes, ['10.5.0.2']);
  const again = await run(['bootstrap']);
  assert.deepEqual([again.code, again.stderr], [1, 'etcd data directory is not empty (AlreadyExists)\n']);
});

test('only one node is bootstrapped', async (t) => {
  const { run, server } = await start(t, ['10.5.0.2', '10.5.0.3']);
  const { code, stderr } = await run(['bootstrap']);
  assert.equal(code, 1);
  assert.match(stderr, /"bootstrap" works on one node at a time.*10\.5\.0\.2, 10\.5\.0\.3/);
  assert.equal(server.calls.length, 0);
});

test('a snapshot is sent before etcd starts with it', async (t) => {
  const { run, home, received } = await start(t);
  const file = snapshot(40);
  await writeFile(join(home, 'db.snapshot'), file);
  const { code, stdout } = await run(['bootstrap', '--recover-from', 'db.snapshot']);
  assert.equal(code, 0);
  assert.equal(stdout, `recovering from snapshot "db.snapshot": total size ${file.length}\n`);
  assert.ok(received.recovered.equals(file));
  assert.deepEqual(received.bootstrap, { recoverEtcd: true, recoverSkipHashCheck: false });
  assert.deepEqual(received.nodes, ['10.5.0.2', '10.5.0.2']);
});

test('snapshots that cannot be used are not sent', async (t) => {
  const { run, home, server } = await start(t);
  const good = snapshot(4);
  const damaged = Buffer.from(good);
  damaged[5000] = 8;
  const files: readonly [name: string, bytes: Buffer, said: RegExp][] = [
    ['text', Buffer.from('no database'), /text is not an etcd snapshot/],
    ['damaged', damaged, /damaged is damaged: its contents do not match/],
    ['copy', good.subarray(0, -32), /copy has no hash .*\n.*--recover-skip-hash-check/],
  ];
  for (const [name, bytes, said] of files) {
    await writeFile(join(home, name), bytes);
    const { code, stderr } = await run(['bootstrap', `--recover-from=${name}`]);
    assert.equal(code, 1);
    assert.match(stderr, said);
  }
  assert.match(
    (await run(['bootstrap', '--recover-from=nosuch'])).stderr,
    /cannot read the snapshot .*nosuch: no such file/,
  );
  assert.equal(server.calls.length, 0);
});

test('a copy of the database file is taken as it is when told so', async (t) => {
  const { run, home, received } = await start(t);
  await writeFile(join(home, 'db'), snapshot(4).subarray(0, -32));
  assert.equal((await run(['bootstrap', '--recover-from=db', '--recover-skip-hash-check'])).code, 0);
  assert.deepEqual(received.bootstrap, { recoverEtcd: true, recoverSkipHashCheck: true });
});
