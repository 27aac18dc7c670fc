import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { hashSize, withHash } from '../../src/etcd/snapshot-hash.js';
import { database } from '../etcd/databases.js';
import type { CliOptions } from '../helpers/cli.js';
import { FastClock } from '../helpers/clock.js';
import { type Sim, startSim, until } from '../helpers/sim.js';

/* The start of etcd, waited for: bootstrap --wait. Time flies for the command. */

const fast = (): CliOptions => ({ clock: new FastClock(20) });

/** A control plane node that has its configuration and waits for the bootstrap. */
async function configured(t: TestContext): Promise<Sim> {
  const sim = await startSim(t, { workers: 0 });
  await sim.generate();
  const [node = ''] = sim.nodes;
  await sim.ok(['apply-config', '--insecure', '-n', node, '-f', 'out/controlplane.yaml']);
  await until('etcd to be waited for', () => sim.machine(0).runtime?.services.find('etcd')?.state === 'Preparing');
  return sim;
}

const etcdOf = (sim: Sim) => sim.machine(0).runtime?.services.find('etcd');

test('bootstrap --wait ends when etcd is healthy and the node runs', async (t) => {
  const sim = await configured(t);
  const [node = ''] = sim.nodes;
  const { code, stdout, stderr } = await sim.run(['bootstrap', '--wait'], fast());
  assert.deepEqual([code, stdout], [0, ''], stderr);
  assert.deepEqual([etcdOf(sim)?.up, sim.machine(0).runtime?.stage], [true, 'running']);
  assert.match(stderr, /starting etcd\n[\s\S]*service etcd: Health check successful\n[\s\S]*booting\n/);
  assert.ok(stderr.endsWith(`${node}: is running, and etcd is healthy\n`), stderr);

  const again = await sim.run(['bootstrap', '--wait'], fast());
  assert.equal(again.code, 1);
  assert.match(again.stderr, /etcd data directory is not empty \(AlreadyExists\)\n$/);
});

test('--progress json tells it in objects, and the last one is done', async (t) => {
  const sim = await configured(t);
  const { code, stdout, stderr } = await sim.run(['bootstrap', '--wait', '--progress=json'], fast());
  assert.deepEqual([code, stderr], [0, '']);
  const told = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.ok(told.some(({ event, content }) => event === 'ServiceStateEvent' && content.service === 'etcd'));
  assert.equal(told.at(-1).type, 'done');
});

test('etcd that does not get healthy: the time is up, the phase and the last event are said', async (t) => {
  const sim = await configured(t);
  sim.machine(0).faults.disturb('etcd', 'hold');
  const { code, stderr } = await sim.run(['bootstrap', '--wait', '--timeout', '30s'], fast());
  assert.equal(code, 1);
  assert.match(
    stderr,
    /the bootstrap of .* is not done after \d+s: phase "starting etcd" has taken .*the last it told/,
  );
});

test('etcd that dies again and again is not waited for', async (t) => {
  const sim = await configured(t);
  sim.machine(0).faults.disturb('etcd', 'fail');
  const { code, stderr } = await sim.run(['bootstrap', '--debug'], fast());
  assert.equal(code, 1);
  assert.match(stderr, /etcd of .* has failed 2 times: Error running .*etcd: rehearsed failure/);
  assert.match(stderr, /service etcd` and `talosctl .* logs etcd`/);
});

test('a snapshot that etcd cannot start with', async (t) => {
  const sim = await configured(t);
  await writeFile(join(sim.home, 'copy'), withHash(database([['/a', 'b']])).subarray(0, -hashSize));
  // The node looks for a hash where this side was told not to.
  const { code, stderr } = await sim.run(['bootstrap', '--wait', '--recover-from=copy'], fast());
  assert.equal(code, 1);
  assert.match(stderr, /copy has no hash/);
  const skipped = await sim.run(['bootstrap', '--wait', '--recover-from=copy', '--recover-skip-hash-check'], fast());
  assert.equal(skipped.code, 0, skipped.stderr);
  assert.match(skipped.stderr, /is running, and etcd is healthy/);
});

test('a node that is lost on the way', async (t) => {
  const sim = await configured(t);
  sim.machine(0).faults.disturb('etcd', 'hold');
  const running = sim.run(['bootstrap', '--wait', '--timeout', '40s'], fast());
  await until('etcd to be started', () => etcdOf(sim)?.state === 'Running');
  await sim.machine(0).cut();
  const { code, stderr } = await running;
  assert.equal(code, 1);
  assert.match(stderr, /does not answer, trying again/);
  assert.match(stderr, /is not done after \d+s: phase "starting etcd".*the node does not answer/);
});

test('interrupted, it says where the node is', async (t) => {
  const sim = await configured(t);
  sim.machine(0).faults.disturb('etcd', 'hold');
  const interrupt = new AbortController();
  const running = sim.run(['bootstrap', '--wait'], { ...fast(), signal: interrupt.signal });
  await until('etcd to be started', () => etcdOf(sim)?.state === 'Running');
  interrupt.abort();
  const { code, stderr } = await running;
  assert.equal(code, 1);
  assert.match(stderr, /: interrupted in phase "starting etcd": the node is booting, .*; the bootstrap goes on\n$/);
});
