import assert from 'node:assert/strict';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { withHash } from '../../../src/etcd/snapshot-hash.js';
import { Data } from '../../../src/gen/common/common.js';
import { MachineServiceService } from '../../../src/gen/machine/machine.js';
import { database } from '../../etcd/databases.js';
import { startNode } from '../../helpers/nodes.js';
import { StatusError } from '../../helpers/servers.js';

const snapshot = withHash(
  database([
    ['/a', '1'],
    ['/b', 'x'.repeat(6000)],
    ['/a', undefined],
  ]),
);
const piece = (bytes: Buffer) => Data.fromPartial({ bytes });

async function start(t: Parameters<typeof startNode>[0], answer: () => AsyncIterable<Data>) {
  const node = await startNode(t);
  node.server.stream(MachineServiceService.etcdSnapshot, answer);
  return { ...node, files: async () => (await readdir(node.home)).filter((name) => name !== '.talos') };
}

test('a snapshot is saved for its owner alone, and described', async (t) => {
  const { run, home, files } = await start(t, async function* () {
    for (let at = 0; at < snapshot.length; at += 1000) yield piece(snapshot.subarray(at, at + 1000));
  });
  const { code, stdout, stderr } = await run(['etcd', 'snapshot', 'db.snapshot']);
  assert.deepEqual([code, stderr], [0, '']);
  const [first, second] = stdout.split('\n');
  assert.equal(first, `etcd snapshot saved to "db.snapshot" (${snapshot.length} bytes)`);
  assert.match(
    second ?? '',
    new RegExp(`^snapshot info: hash [0-9a-f]{8}, revision 4, total keys 1, total size ${snapshot.length - 32}$`),
  );
  assert.ok((await readFile(join(home, 'db.snapshot'))).equals(snapshot));
  assert.equal((await stat(join(home, 'db.snapshot'))).mode & 0o777, 0o600);
  assert.deepEqual(await files(), ['db.snapshot']);
});

test('- is standard output', async (t) => {
  const { run, files } = await start(t, async function* () {
    yield piece(snapshot);
  });
  const { code, stdoutBytes, stderr } = await run(['etcd', 'snapshot', '-']);
  assert.ok(stdoutBytes.equals(snapshot));
  assert.deepEqual([code, stderr], [0, `etcd snapshot: ${snapshot.length} bytes\n`]);
  assert.deepEqual(await files(), []);
  const shown = await run(['etcd', 'snapshot', '-'], { terminal: {} });
  assert.deepEqual([shown.code, shown.stdout], [1, '']);
});

test('nothing is left where the snapshot is not whole', async (t) => {
  const answers: readonly [said: RegExp, pieces: readonly (Buffer | Error)[]][] = [
    [/damaged: it has no hash at its end/, [snapshot.subarray(0, -32)]],
    [/damaged: it does not match the hash/, [snapshot.subarray(512)]],
    [/not authorized/, [new StatusError(7, 'not authorized')]],
    [/Unavailable/, [snapshot.subarray(0, 9000), new StatusError(14, 'error reading from server: EOF')]],
  ];
  for (const [said, pieces] of answers) {
    const { run, files } = await start(t, async function* () {
      for (const bytes of pieces) {
        if (bytes instanceof Error) throw bytes;
        yield piece(bytes);
      }
    });
    const { code, stdout, stderr } = await run(['etcd', 'snapshot', 'db']);
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, said);
    assert.deepEqual(await files(), []);
  }
});

test('a database with a fault that came over without fault is kept, and the fault is told', async (t) => {
  const broken = Buffer.from(snapshot.subarray(0, -32));
  broken.writeUInt16LE(0x77, 2 * 4096 + 8);
  const { run, files } = await start(t, async function* () {
    yield piece(withHash(broken));
  });
  const { code, stdout, stderr } = await run(['etcd', 'snapshot', 'db']);
  assert.equal(code, 1);
  assert.match(stdout, /^etcd snapshot saved to "db" \(\d+ bytes\)\n$/);
  assert.match(stderr, /as the node sent it, but the database is damaged: page 2 /);
  assert.deepEqual(await files(), ['db']);
});

test('interrupted in the middle, it ends at once and leaves nothing', async (t) => {
  const interrupt = new AbortController();
  const { run, files } = await start(t, async function* () {
    yield piece(snapshot.subarray(0, 5000));
    await sleep(30_000, undefined, { ref: false });
  });
  const running = run(['etcd', 'snapshot', 'db'], { signal: interrupt.signal });
  while ((await files()).length === 0) await sleep(5);
  const began = performance.now();
  interrupt.abort();
  const { code } = await running;
  assert.equal(code, 1);
  assert.ok(performance.now() - began < 1000);
  assert.deepEqual(await files(), []);
});

test('one node, one path', async (t) => {
  const { run, server } = await startNode(t, ['10.5.0.2', '10.5.0.3']);
  assert.match((await run(['etcd', 'snapshot', 'db'])).stderr, /works on one node at a time/);
  assert.match((await run(['etcd', 'snapshot'])).stderr, /takes 1 argument, got 0/);
  assert.match((await run(['etcd', 'snapshot', 'no/db', '-n', 'a'])).stderr, /cannot write .*no\/db/);
  assert.equal(server.calls.length, 0);
});
