import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CliOptions } from '../helpers/cli.js';
import { FastClock } from '../helpers/clock.js';
import { type Sim, startSim, until } from '../helpers/sim.js';

/* Upgrades with something in the way at each step: the time of a phase, an endpoint, an interruption. Time flies. */

const fast = (more: CliOptions = {}): CliOptions => ({ clock: new FastClock(20), ...more });
const versionOf = (sim: Sim, index: number) => sim.machine(index).runtime?.system.version;

test('an upgrade that meets trouble half-way', async (t) => {
  const sim = await startSim(t, { controlPlanes: 3, workers: 2 });
  await sim.configure();
  const worker = sim.nodes[3] ?? '';
  const other = sim.nodes[4] ?? '';
  const { faults } = sim.machine(3);
  const allReady = () =>
    until('every node to be ready', () => sim.cluster.machines.every(({ runtime }) => runtime?.ready === true));
  const upgrade = (words: readonly string[], options: CliOptions = {}) =>
    sim.run(['upgrade', '-n', `${worker},${other}`, ...words], fast(options));
  t.afterEach(async () => {
    for (const machine of sim.cluster.machines) {
      machine.faults.clear();
      if (machine.runtime === undefined) machine.powerOn();
    }
    await until('no installer to run', () => sim.machine(3).runtime?.installing !== true);
    await allReady();
  });

  await t.test('a node that is silent from the start', async () => {
    faults.silence();
    const began = Date.now();
    const { code, stderr } = await upgrade(['--to', '1.14.0', '--timeout', '2s']);
    assert.equal(code, 1);
    assert.match(stderr, new RegExp(`${worker}: no answer`));
    assert.ok(Date.now() - began < 60_000);
    assert.deepEqual([versionOf(sim, 3), versionOf(sim, 4)], ['v1.13.9', 'v1.13.9']);
  });

  await t.test('an installer that hangs ends with its time, and nothing else is begun', async () => {
    faults.disturb('upgrade', 'hold');
    const { code, stderr } = await upgrade(['--to', '1.14.0', '--timeout', '30s']);
    assert.equal(code, 1);
    assert.match(stderr, /the upgrade of .* is not done after [\dm]+s: phase "installing .*v1\.14\.0" has taken \d+s/);
    assert.match(stderr, new RegExp(`not begun: ${other}`));
    assert.deepEqual([versionOf(sim, 3), versionOf(sim, 4)], ['v1.13.9', 'v1.13.9']);
  });

  await t.test(
    'an endpoint that dies during the installation is no failure of the node: another one goes on',
    async () => {
      faults.disturb('upgrade', 'hold');
      const running = sim.run(['upgrade', '-n', worker, '--drain=false', '--to', '1.14.0'], fast());
      await until('the installer to run', () => sim.machine(3).runtime?.installing === true);
      await sim.machine(0).cut();
      faults.clear();
      const { code, stderr } = await running;
      assert.equal(code, 0, stderr);
      assert.match(stderr, /the connection broke, trying again[\s\S]*installation of v1\.14\.0 complete/);
      assert.equal(versionOf(sim, 3), 'v1.14.0');
    },
  );

  await t.test('an endpoint that dies while the node reboots', async () => {
    const running = sim.run(['upgrade', '-n', worker, '--drain=false', '--to', '1.14.1'], fast());
    await until('the reboot to begin', () => sim.machine(3).runtime?.stage === 'rebooting');
    await sim.machine(0).cut();
    const { code, stderr } = await running;
    assert.equal(code, 0, stderr);
    assert.equal(versionOf(sim, 3), 'v1.14.1');
  });

  await t.test('the node loses its power while the installer writes', async () => {
    faults.disturb('upgrade', 'hold');
    const running = upgrade(['--to', '1.14.2', '--timeout', '2m']);
    await until('the installer to run', () => sim.machine(3).runtime?.installing === true);
    await sim.machine(3).cut();
    const { code, stderr } = await running;
    assert.equal(code, 1);
    assert.match(stderr, /trying again: [^\n]*connection refused/);
    assert.match(stderr, new RegExp(`${worker}: failed in phase "installing`));
    assert.match(stderr, new RegExp(`not begun: ${other}`));
    assert.doesNotMatch(stderr, /cordoned/);
  });

  await t.test('Ctrl-C says how far each node is, and which was not begun', async () => {
    faults.disturb('loadConfig', 'hold');
    const interrupted = new AbortController();
    const running = upgrade(['--to', '1.14.3'], { signal: interrupted.signal });
    await until('the node to be down', () => sim.machine(3).runtime === undefined);
    await until('the node to come up again', () => sim.machine(3).runtime !== undefined);
    const began = Date.now();
    interrupted.abort();
    const { code, stderr } = await running;
    assert.ok(Date.now() - began < 30_000);
    assert.equal(code, 1);
    assert.match(stderr, new RegExp(`${worker}: interrupted in phase "(?:going down|coming up)"`));
    assert.match(stderr, new RegExp(`${worker}: takes no new pods; when it is well`));
    assert.match(stderr, new RegExp(`not begun: ${other}`));
    assert.equal(versionOf(sim, 4), 'v1.13.9');
  });

  await t.test('a terminal shows a line for each node', async () => {
    const { code, stderr } = await upgrade(['--to', '1.14.4', '--parallel', '2'], {
      messageTerminal: { columns: 100 },
    });
    assert.equal(code, 0, stderr);
    assert.ok(stderr.includes('\u001b[2A'), stderr);
    assert.match(stderr, new RegExp(`✓ ${worker}  runs v1\\.14\\.4[^\n]*\n\r✓ ${other}  runs v1\\.14\\.4[^\n]*\n$`));
    assert.deepEqual([versionOf(sim, 3), versionOf(sim, 4)], ['v1.14.4', 'v1.14.4']);
  });
});
