import assert from 'node:assert/strict';
import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { readTarGz } from '../../src/files/tar-gz.js';
import { processBegan } from '../../src/sim/process/identity.js';
import { readState } from '../../src/sim/process/state.js';
import { runProgram } from '../helpers/program.js';

const quick = ['--time-scale', '0.05'];

interface Home {
  readonly path: string;
  run(...words: readonly string[]): ReturnType<typeof runProgram>;
  state(name: string): ReturnType<typeof readState>;
}

/** A home whose clusters are destroyed after the test. */
async function home(t: TestContext, ...clusters: readonly string[]): Promise<Home> {
  const path = await mkdtemp(join(tmpdir(), 'talosctl-cluster-'));
  const run = (...words: readonly string[]) => runProgram(words, { env: { HOME: path }, cwd: path });
  t.after(async () => {
    for (const name of clusters) await run('cluster', 'destroy', '--name', name);
    await rm(path, { recursive: true, force: true });
  });
  return { path, run, state: (name) => readState(join(path, '.talos', 'clusters', name)) };
}

/** One that has ended keeps its number until its parent asks. */
const isAlive = async (pid: number): Promise<boolean> => (await processBegan(pid)) !== undefined;

test('a simulated cluster is made, shown, started again after its process died, and destroyed', async (t) => {
  const { path, run, state } = await home(t, 'demo');
  const created = await run('cluster', 'create', 'sim', '--name', 'demo', '--maintenance', ...quick);
  assert.equal(created.code, 0, created.stderr);
  const pid = state('demo')?.process?.pid ?? 0;
  assert.ok(await isAlive(pid));

  await t.test('show tells what runs and where', async () => {
    const { stdout } = await run('cluster', 'show', '--name', 'demo');
    assert.equal(stdout, created.stdout);
    assert.match(stdout, /^PROVISIONER +sim$/m);
    assert.match(stdout, new RegExp(`^PROCESS +running \\(PID ${pid}\\)$`, 'm'));
    assert.match(stdout, /^NAME +TYPE +IP +CPU +RAM +DISK +STATUS$/m);
    assert.match(stdout, /^demo-controlplane-1 +controlplane +127\.\S+ +2\.00 +2\.1 GB +11 GB +maintenance$/m);
    assert.match(stdout, /^demo-worker-1 +worker +127\.\S+ /m);
  });

  await t.test('what it keeps is private', async () => {
    const folder = join(path, '.talos', 'clusters', 'demo');
    assert.equal((await stat(folder)).mode & 0o077, 0);
    for (const file of await readdir(folder)) assert.equal((await stat(join(folder, file))).mode & 0o077, 0, file);
  });

  await t.test('a second one of the name is refused', async () => {
    const again = await run('cluster', 'create', 'sim', '--name', 'demo');
    assert.equal(again.code, 1);
    assert.match(again.stderr, /there is a cluster "demo" already/);
    assert.ok(await isAlive(pid));
  });

  await t.test('after its process was killed it is started as it was', async () => {
    const before = state('demo');
    process.kill(pid, 'SIGKILL');
    while (await isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 20));
    assert.match((await run('cluster', 'show', '--name', 'demo')).stdout, /^PROCESS +stopped$/m);
    const restarted = await run('cluster', 'create', 'sim', '--name', 'demo');
    assert.equal(restarted.code, 0, restarted.stderr);
    assert.deepEqual(state('demo')?.nodes, before?.nodes);
    assert.notEqual(state('demo')?.process?.pid, pid);
  });

  await t.test('destroy ends its process and removes its folder', async () => {
    const now = state('demo')?.process?.pid ?? 0;
    const { code } = await run('cluster', 'destroy', '--name', 'demo');
    assert.equal(code, 0);
    assert.ok(!(await isAlive(now)));
    assert.deepEqual(await readdir(join(path, '.talos', 'clusters')), []);
  });
});

test('without --maintenance the cluster is ready to use: configured, bootstrapped, in the talosconfig', async (t) => {
  const { path, run, state } = await home(t, 'demo');
  const { code, stdout, stderr } = await run('cluster', 'create', 'sim', '--name', 'demo', ...quick);
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^demo-worker-1 .* running$/m);
  const members = await run('get', 'members');
  assert.match(members.stdout, /demo-controlplane-1[\s\S]*demo-worker-1/);
  assert.match((await run('services')).stdout, /etcd +Running +OK/);

  await t.test('nodes are switched off and on', async () => {
    const power = (...words: readonly string[]) => run('cluster', 'power', '--name', 'demo', ...words);
    assert.equal((await power('off', 'demo-worker-1')).stderr, 'demo-worker-1 is off\n');
    assert.match((await run('cluster', 'show', '--name', 'demo')).stdout, /^demo-worker-1 .* off$/m);
    assert.equal((await power('on', state('demo')?.nodes[1]?.address ?? '')).code, 0);
    assert.doesNotMatch((await run('cluster', 'show', '--name', 'demo')).stdout, /^demo-worker-1 .* off$/m);
    assert.match((await power('on', 'nosuch')).stderr, /has no node nosuch\n.*demo-worker-1/);
    assert.match((await power('of', 'demo-worker-1')).stderr, /on or off/);
  });

  await t.test('destroy saves archives before, and takes the context out of the talosconfig', async () => {
    const archives = ['--save-cluster-logs-archive-path', 'logs.tgz', '--save-support-archive-path', 'all.zip'];
    const missing = ['--save-cluster-logs-archive-path', '.talos/config/logs.tgz'];
    const failed = await run('cluster', 'destroy', '--name', 'demo', ...missing);
    assert.equal(failed.code, 1);
    assert.match((await run('config', 'contexts')).stdout, /^\* +demo /m);
    const { code, stderr } = await run('cluster', 'destroy', '--name', 'demo', ...archives);
    assert.equal(code, 0, stderr);
    assert.match(stderr, /removed context demo from .*; none is the current one now\n/);
    const logs = createReadStream(join(path, 'logs.tgz')) as AsyncIterable<Buffer>;
    const names: string[] = [];
    for await (const { name, content } of readTarGz(logs)) {
      names.push(name);
      const pieces: Buffer[] = [];
      for await (const piece of content) pieces.push(piece);
      if (name === 'demo-worker-1.log') assert.match(Buffer.concat(pieces).toString(), /Linux version/);
    }
    assert.deepEqual(names.sort(), ['demo-controlplane-1.log', 'demo-worker-1.log', 'process.log']);
    assert.equal((await readFile(join(path, 'all.zip'))).toString('latin1', 0, 2), 'PK');
    assert.doesNotMatch((await run('config', 'contexts')).stdout, /demo/);
  });
});

test('the nodes of a cluster run the version of Talos that was asked for', async (t) => {
  const { run } = await home(t, 'old', 'new');
  const create = ['cluster', 'create', 'sim', '--workers', '0', ...quick];
  const refused = await run(...create, '--name', 'old', '--talos-version', '1.12');
  assert.match(refused.stderr, /--talos-version: "1\.12" is no version that nodes can play/);
  const [old, later] = await Promise.all([
    run(...create, '--name', 'old', '--talos-version', '1.12.3'),
    run(...create, '--name', 'new', '--talos-version', 'v1.14.1', '--talosconfig-destination', 'new'),
  ]);
  assert.deepEqual([old.code, later.code], [0, 0], old.stderr + later.stderr);
  assert.doesNotMatch(old.stderr + later.stderr, /warning/);
  assert.match((await run('version')).stdout, /Tag: +v1\.12\.3/);
  assert.match((await run('get', 'kubeletspec', '-o', 'yaml')).stdout, /kubelet:v1\.35\.0/);
  assert.match((await run('--talosconfig', 'new', 'version')).stdout, /Tag: +v1\.14\.1/);
});

test('clusters of different homes run side by side', async (t) => {
  const [one, two] = await Promise.all([home(t, 'same'), home(t, 'same')]);
  const create = ['cluster', 'create', 'sim', '--name', 'same', '--workers', '0', '--maintenance', ...quick];
  const results = await Promise.all([one.run(...create), two.run(...create)]);
  assert.deepEqual(
    results.map(({ code }) => code),
    [0, 0],
    results.map(({ stderr }) => stderr).join(),
  );
  const places = [one, two].map(({ state }) =>
    state('same')
      ?.nodes.map(({ address, port }) => `${address}:${port}`)
      .join(),
  );
  assert.notEqual(places[0], places[1]);
});

test('destroy touches no process that only has the number of the cluster’s', async (t) => {
  const { path, run, state } = await home(t, 'demo');
  await run('cluster', 'create', 'sim', '--name', 'demo', '--workers', '0', '--maintenance', ...quick);
  const recorded = state('demo');
  assert.ok(recorded?.process !== undefined);
  process.kill(recorded.process.pid, 'SIGKILL');
  while (await isAlive(recorded.process.pid)) await new Promise((resolve) => setTimeout(resolve, 20));
  const { writeState } = await import('../../src/sim/process/state.js');
  // As if the system had given the number to this test's process meanwhile.
  writeState(join(path, '.talos', 'clusters', 'demo'), {
    ...recorded,
    process: { ...recorded.process, pid: process.pid },
  });
  assert.equal((await run('cluster', 'destroy', '--name', 'demo')).code, 0);
  assert.equal(state('demo'), undefined);
});

test('a cluster that is not there can be neither shown nor destroyed', async (t) => {
  const { run } = await home(t);
  for (const word of ['show', 'destroy']) {
    const { code, stderr } = await run('cluster', word, '--name', 'nosuch');
    assert.equal(code, 1);
    assert.match(stderr, /there is no cluster "nosuch"/);
  }
  const bad = await run('cluster', 'create', 'sim', '--name', '../up');
  assert.equal(bad.code, 1);
  assert.match(bad.stderr, /cannot name a cluster/);
});
