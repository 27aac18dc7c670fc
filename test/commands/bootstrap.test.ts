import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { withHash } from '../../src/etcd/snapshot-hash.js';
import {
  type BootstrapRequest,
  BootstrapResponse,
  EtcdRecoverResponse,
  MachineServiceService,
  ServiceListResponse,
  VersionResponse,
} from '../../src/gen/machine/machine.js';
import { StateService } from '../../src/gen/v1alpha1/state.js';
import { database } from '../etcd/databases.js';
import { FakeClock } from '../helpers/clock.js';
import { nodeOf, startNode } from '../helpers/nodes.js';
import { resourceMessage } from '../helpers/resource-node.js';
import { StatusError } from '../helpers/servers.js';

const file = withHash(database([['/a', 'x'.repeat(70_000)]]));

/** Another control plane node, whether it answers, and in which state its etcd is. */
interface Other {
  readonly state: string | undefined;
}

async function start(t: TestContext, nodes?: readonly string[], other?: Other) {
  const node = await startNode(t, nodes, { services: [MachineServiceService, StateService] });
  const received: { bootstrap?: BootstrapRequest; recovered: Buffer; nodes: string[] } = {
    recovered: Buffer.alloc(0),
    nodes: [],
  };
  node.server.unary(MachineServiceService.version, () => VersionResponse.fromPartial({ messages: [{}] }));
  node.server.unary(MachineServiceService.serviceList, (_, call) => {
    if (nodeOf(call) === '10.5.0.2') return services('Preparing');
    if (other === undefined || nodeOf(call) !== '10.5.0.7') throw new StatusError(14, 'no route to host');
    return services(other.state);
  });
  node.server.stream(StateService.list, async function* () {
    yield member('cp1', 'controlplane', '10.5.0.2');
    if (other !== undefined) yield member('cp7', 'controlplane', '10.5.0.7');
    yield member('w1', 'worker', '10.5.0.8');
  });
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

function services(state: string | undefined): ServiceListResponse {
  return ServiceListResponse.fromPartial({
    messages: [{ services: state === undefined ? [] : [{ id: 'etcd', state }] }],
  });
}

function member(hostname: string, machineType: string, address: string) {
  const spec = `hostname: ${hostname}\nmachineType: ${machineType}\naddresses: [${address}]\n`;
  return { resource: resourceMessage('Members.cluster.talos.dev', hostname, spec) };
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
  await writeFile(join(home, 'db.snapshot'), file);
  const { code, stdout } = await run(['bootstrap', '--recover-from', 'db.snapshot']);
  assert.equal(code, 0);
  assert.match(
    stdout,
    new RegExp(
      `^recovering from snapshot "db\\.snapshot": hash [0-9a-f]{8}, revision 2, total keys 1, total size ${file.length - 32}\n$`,
    ),
  );
  assert.ok(received.recovered.equals(file));
  assert.deepEqual(received.bootstrap, { recoverEtcd: true, recoverSkipHashCheck: false });
  assert.deepEqual(received.nodes, ['10.5.0.2', '10.5.0.2']);
});

test('snapshots that cannot be used are not sent', async (t) => {
  const { run, home, server } = await start(t);
  const good = file;
  const damaged = Buffer.from(good);
  damaged[5000] = 8;
  const torn = withHash(Buffer.from(good.subarray(0, -32)).fill(0xff, 8192));
  const files: readonly [name: string, bytes: Buffer, said: RegExp][] = [
    ['text', Buffer.from('no database'), /text is not an etcd snapshot/],
    ['damaged', damaged, /damaged is damaged: its contents do not match/],
    ['copy', good.subarray(0, -32), /copy has no hash .*\n.*--recover-skip-hash-check/],
    ['torn', torn, /torn cannot be read to its end: .*\n.*--recover-skip-hash-check/],
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
  await writeFile(join(home, 'db'), file.subarray(0, -32));
  assert.equal((await run(['bootstrap', '--recover-from=db', '--recover-skip-hash-check'])).code, 0);
  assert.deepEqual(received.bootstrap, { recoverEtcd: true, recoverSkipHashCheck: true });
});

test('a database that cannot be read to its end is sent all the same when its hash does not count', async (t) => {
  const { run, home } = await start(t);
  const torn = Buffer.from(file.subarray(0, -32)).fill(0xff, 8192);
  await writeFile(join(home, 'torn'), torn);
  const { code, stdout, stderr } = await run(['bootstrap', '--recover-from=torn', '--recover-skip-hash-check']);
  assert.deepEqual([code, stdout], [0, '']);
  assert.match(stderr, /^warning: .*torn cannot be read to its end: .*\nrecovering from snapshot "torn"\n$/);
});

test('a second etcd is not made where a member of the cluster runs one, unless one insists', async (t) => {
  const { run, received } = await start(t, undefined, { state: 'Running' });
  const { code, stdout, stderr } = await run(['bootstrap']);
  assert.deepEqual([code, stdout], [1, '']);
  assert.match(
    stderr,
    /^etcd of this cluster runs on 10\.5\.0\.7 \(cp7\) already: .*\n10\.5\.0\.2 joins by itself.*--force/,
  );
  assert.equal(received.bootstrap, undefined);
  assert.equal((await run(['bootstrap', '--force'])).code, 0);
  assert.ok(received.bootstrap);
});

test('other members whose etcd waits too, or that do not answer, are no hindrance', async (t) => {
  for (const state of ['Preparing', 'Waiting', undefined]) {
    const { run } = await start(t, undefined, { state });
    assert.equal((await run(['bootstrap'])).code, 0);
  }
});

test('a node that is coming up is waited for, and sent its snapshot anew', async (t) => {
  const { run, server, home, received } = await start(t);
  await writeFile(join(home, 'db'), file);
  let calls = 0;
  server.unary(MachineServiceService.version, () => {
    calls += 1;
    if (calls < 3) throw new StatusError(14, 'connect: connection refused');
    return VersionResponse.fromPartial({ messages: [{}] });
  });
  let tries = 0;
  server.unary(MachineServiceService.bootstrap, (request) => {
    tries += 1;
    if (tries < 3) throw new StatusError(9, 'bootstrap is not available yet');
    received.bootstrap = request;
    return BootstrapResponse.fromPartial({ messages: [{}] });
  });
  const { code, stdout, stderr } = await run(['bootstrap', '--recover-from', 'db'], { clock: new FakeClock() });
  assert.equal(code, 0);
  assert.equal(
    stderr,
    'waiting up to 30 s for 10.5.0.2 to come up: connection refused\n' +
      'waiting up to 30 s for 10.5.0.2 to come up: bootstrap is not available yet\n',
  );
  assert.match(stdout, /^recovering from snapshot "db": hash /);
  assert.equal(received.nodes.length, 3);
  assert.equal(received.bootstrap?.recoverEtcd, true);
});

test('it is waited for no longer than 30 s, and for no other reason', async (t) => {
  const { run, server } = await start(t);
  const clock = new FakeClock();
  const began = clock.now().getTime();
  server.unary(MachineServiceService.bootstrap, () => {
    throw new StatusError(9, 'bootstrap is not available yet');
  });
  const late = await run(['bootstrap'], { clock });
  assert.equal(late.code, 1);
  assert.match(late.stderr, /^bootstrap is not available yet \(FailedPrecondition\)$/m);
  const waited = clock.now().getTime() - began;
  assert.ok(waited > 25_000 && waited <= 30_000, `${waited} ms`);
  for (const error of [
    new StatusError(12, 'bootstrap is only available on control plane nodes'),
    new StatusError(7, 'not authorized'),
  ]) {
    server.unary(MachineServiceService.bootstrap, () => {
      throw error;
    });
    const { code, stderr } = await run(['bootstrap'], { clock: new FakeClock() });
    assert.equal(code, 1);
    assert.doesNotMatch(stderr, /waiting/);
  }
});
