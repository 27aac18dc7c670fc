import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { CliOptions } from '../helpers/cli.js';
import { FastClock } from '../helpers/clock.js';
import { startSim, until } from '../helpers/sim.js';

/* Configurations after which nodes are looked at, with something in the way. Time flies for the command. */

const fast = (): CliOptions => ({ clock: new FastClock(20) });
const label = (name: string) => JSON.stringify({ machine: { nodeLabels: { [name]: 'yes' } } });
const badFlag = JSON.stringify({ machine: { kubelet: { extraArgs: { 'no-such-flag': '1' } } } });
const healed = JSON.stringify({ machine: { kubelet: { extraArgs: { 'no-such-flag': { $patch: 'delete' } } } } });

test('several nodes, and trouble on the way', async (t) => {
  const sim = await startSim(t, { controlPlanes: 2, workers: 2 });
  await sim.configure();
  const [, cp2 = '', worker = '', other = ''] = sim.nodes;
  const config = (index: number) => sim.machine(index).runtime?.configuration.active?.text ?? '';
  const ready = () =>
    until('all nodes to be ready', () => sim.cluster.machines.every(({ runtime }) => runtime?.ready === true));
  const patch = (nodes: readonly string[], text: string, words: readonly string[], options: CliOptions = fast()) =>
    sim.run(['patch', 'mc', '-n', nodes.join(','), '-p', text, ...words], options);

  await t.test('the first node that is not well is the last that is changed', async () => {
    await ready();
    const { code, stdout, stderr } = await patch([worker, other, cp2], badFlag, ['--verify']);
    assert.equal(code, 1);
    assert.match(stdout, new RegExp(`^${worker}: kubelet: .*unknown flag`, 'm'));
    assert.ok(stderr.includes(`nothing was applied to ${other}, ${cp2}\n`), stderr);
    assert.ok(config(2).includes('no-such-flag'));
    assert.ok(!config(3).includes('no-such-flag') && !config(1).includes('no-such-flag'));
    await sim.ok(['patch', 'mc', '-n', worker, '-p', healed, '--wait'], fast());
  });

  await t.test('a node that refuses ends it, too; without waiting it does not', async () => {
    await ready();
    const wrong = '{"machine":{"nodeLabels":{"lab":"two words"}}}';
    const waited = await patch([worker, other], wrong, ['--wait']);
    assert.equal(waited.code, 1);
    assert.match(waited.stderr, new RegExp(`nothing was applied to ${other}`));
    const asked = await patch([worker, other], wrong, []);
    assert.match(asked.stderr, new RegExp(`^${other}: .*two words`, 'm'));
  });

  await t.test('standard input for two nodes, one after the other', async () => {
    await ready();
    const stdin = await readFile(join(sim.home, 'out', 'worker.yaml'), 'utf8');
    const words = ['apply-config', '-n', `${worker},${other}`, '-f', '-', '-p', label('piped'), '--wait'];
    const { code, stdout, stderr } = await sim.run(words, { ...fast(), stdin });
    assert.deepEqual([code, stdout], [0, ''], stderr);
    assert.ok(stderr.indexOf(`${worker}: is well`) < stderr.indexOf(`${other}: preparing`));
    assert.ok([2, 3].every((index) => config(index).includes('piped')));
  });

  await t.test('a kubelet that loops after a reboot is seen to long before the time is up', async () => {
    await ready();
    const clock = new FastClock(20);
    const began = clock.now().getTime();
    const { code, stdout, stderr } = await patch([worker], badFlag, ['--mode', 'reboot', '--verify'], { clock });
    assert.equal(code, 1);
    assert.match(stderr, /coming up\n[\s\S]*is not well: .*kubelet/);
    assert.match(stdout, /kubelet +Waiting +Fail/);
    assert.ok(clock.now().getTime() - began < 10 * 60_000);
    await sim.ok(['patch', 'mc', '-n', worker, '-p', healed]);
  });

  await t.test('a node that does not come back: --wait-timeout holds for the reboot, too', async () => {
    await ready();
    sim.machine(3).faults.disturb('loadConfig', 'hold');
    const { code, stderr } = await patch([other], label('held'), ['--mode=reboot', '--wait', '--wait-timeout', '40s']);
    assert.equal(code, 1);
    assert.match(stderr, /the configuration of .* is not done after [\dms]+: /);
    assert.match(stderr, /it may still come|--wait-timeout \(now 40s\) waits longer/);
    sim.machine(3).faults.clear();
  });

  await t.test('an endpoint that dies meanwhile', async () => {
    await ready();
    const running = patch([worker], label('endpoint'), ['--wait']);
    await until('the change', () => config(2).includes('endpoint'));
    await sim.machine(0).cut();
    const { code, stderr } = await running;
    sim.machine(0).powerOn();
    assert.equal(code, 0, stderr);
    assert.ok(stderr.includes(`${worker}: is well\n`), stderr);
  });

  await t.test('an endpoint that dies before a configuration that is tried is kept', async () => {
    await ready();
    const running = patch([worker], label('trial'), ['--wait', '--mode', 'try', '--timeout', '55s']);
    await until('the change', () => config(2).includes('trial'));
    await sim.machine(0).cut();
    const { code, stderr } = await running;
    sim.machine(0).powerOn();
    assert.equal(code, 0, stderr);
    assert.match(stderr, /the configuration that was tried is kept/);
    assert.match(sim.machine(2).disk.read().configText ?? '', /trial/);
  });

  await t.test('interrupted: what becomes of the configuration, and who has none', async () => {
    await ready();
    const interrupt = new AbortController();
    const words = ['--wait', '--mode', 'try', '--timeout', '55s'];
    const running = patch([worker, other], label('stopped'), words, { ...fast(), signal: interrupt.signal });
    await until('the change', () => config(2).includes('stopped'));
    interrupt.abort();
    const { code, stderr } = await running;
    assert.equal(code, 1);
    assert.match(stderr, /interrupted in phase ".*": .*/);
    assert.ok(!config(3).includes('stopped'));
    assert.match(stderr, new RegExp(`nothing was applied to ${other}\n$`));
    await sim.ok(['patch', 'mc', '-n', worker, '-p', label('after')]);
  });

  await t.test('--progress json: an object a line, whatever comes of it', async () => {
    await ready();
    const well = await patch([worker], label('told'), ['--wait', '--progress', 'json']);
    assert.equal(well.code, 0, well.stderr);
    const told = well.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.ok(told.some(({ type, message }) => type === 'note' && /without a reboot/.test(message)));
    assert.deepEqual([told.at(-1).type, told.at(-1).message], ['done', 'is well']);
    const worse = await patch([worker], badFlag, ['--verify', '--progress', 'json']);
    assert.equal(worse.code, 1);
    const last = worse.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
      .at(-1);
    assert.equal(last.type, 'failed');
    assert.match(worse.stderr, /kubelet: .*unknown flag/);
    await sim.ok(['patch', 'mc', '-n', worker, '-p', healed, '--wait'], fast());
  });

  await t.test('on a terminal a line for the node is written over, and what the node said stays', async () => {
    await ready();
    const messageTerminal = { columns: 120 };
    const { code, stderr } = await patch([worker], label('seen'), ['--wait'], { ...fast(), messageTerminal });
    assert.equal(code, 0);
    assert.ok(stderr.includes(`\x1b[1A\r✓ ${worker}  is well\x1b[K\n`), stderr);
    assert.match(stderr, /is well.*\n[\s\S]*Applied configuration without a reboot\n/);
  });

  await t.test('nobody is changed where a node cannot be looked at before', async () => {
    await ready();
    await sim.machine(3).cut();
    const { code, stderr } = await patch([other, worker], label('unseen'), ['--wait']);
    assert.equal(code, 1);
    assert.match(stderr, new RegExp(`nothing was applied to ${worker}`));
    assert.ok(!config(2).includes('unseen'));
    sim.machine(3).powerOn();
  });
});
