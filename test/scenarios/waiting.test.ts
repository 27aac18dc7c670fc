import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../src/cli/context.js';
import { systemClock } from '../../src/terminal/clock.js';
import type { CliOptions } from '../helpers/cli.js';
import { FastClock } from '../helpers/clock.js';
import { type Sim, startSim, until } from '../helpers/sim.js';
import { textInput } from '../helpers/streams.js';

/* Nodes that are rebooted, shut down and reset, with something in the way. Time flies for the command. */

const fast = (): CliOptions => ({ clock: new FastClock(20) });

/** Fails where a command takes anything like the half hour that it waits unless told otherwise, 90 of these seconds. */
async function soon<T>(work: Promise<T>): Promise<T> {
  const began = Date.now();
  const result = await work;
  assert.ok(Date.now() - began < 60_000, `took ${Date.now() - began} ms`);
  return result;
}

async function allReady(sim: Sim): Promise<void> {
  await until('every node to be ready', () => sim.cluster.machines.every(({ runtime }) => runtime?.ready === true));
}

/** So that one test that fails does not fail the next. */
function clearFaults(sim: Sim): void {
  for (const machine of sim.cluster.machines) machine.faults.clear();
}

test('reboot', async (t) => {
  const sim = await startSim(t, { controlPlanes: 3, workers: 2 });
  await sim.configure();
  const [cp1 = '', cp2 = '', , worker = '', other = ''] = sim.nodes;
  const bootIds = () => sim.cluster.machines.map(({ runtime }) => runtime?.bootId);
  t.afterEach(async () => {
    clearFaults(sim);
    for (const machine of sim.cluster.machines) machine.powerOn();
    await allReady(sim);
  });

  await t.test('is done when the nodes are ready in another boot', async () => {
    const before = bootIds();
    const { code, stdout, stderr } = await sim.run(['reboot', '-n', `${worker},${cp2}`], fast());
    assert.deepEqual([code, stdout], [0, '']);
    assert.equal(sim.machine(3).runtime?.ready, true);
    assert.deepEqual(
      bootIds().map((id, index) => id !== before[index]),
      [false, true, false, true, false],
    );
    for (const node of [worker, cp2]) {
      const told = stderr.split('\n').filter((line) => line.startsWith(`${node}: `));
      assert.match(told.join('\n'), /sequence reboot started[\s\S]*coming up[\s\S]*getting ready/);
      assert.equal(told.at(-1), `${node}: is back in another boot, running and ready`);
    }
  });

  await t.test('goes on over the other endpoints while the first one is down', async () => {
    const { code, stderr } = await sim.run(['reboot', '-n', cp1], fast());
    assert.equal(code, 0, stderr);
    assert.equal(sim.machine(0).runtime?.ready, true);
  });

  await t.test('is not waited for with --wait=false', async () => {
    const before = bootIds()[3];
    assert.deepEqual(await outcome(sim.run(['reboot', '-n', worker, '--wait=false'])), [0, '', '']);
    await until('another boot', () => ![undefined, before].includes(sim.machine(3).runtime?.bootId));
  });

  await t.test('tells with --progress json, an object a line', async () => {
    const { code, stdout, stderr } = await sim.run(['reboot', '-n', worker, '--progress', 'JSON'], fast());
    assert.deepEqual([code, stderr], [0, '']);
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.ok(lines.every(({ node, time }) => node === worker && !Number.isNaN(Date.parse(time))));
    const sequence = lines.find(({ event }) => event === 'SequenceEvent');
    assert.deepEqual([sequence.type, sequence.content.sequence], ['event', 'reboot']);
    assert.equal(lines.at(-1).type, 'done');
  });

  await t.test('of a node that does not come back fails in time, and says where it stayed', async () => {
    sim.machine(3).faults.disturb('loadConfig', 'hold');
    const { code, stdout, stderr } = await soon(
      sim.run(['reboot', '-n', `${worker},${other}`, '--timeout', '2m'], fast()),
    );
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, new RegExp(`last kernel messages of ${worker}:\n(?:  .*\n)+`));
    assert.match(stderr, /reboot: Restarting system|phase reboot|task reboot|loadConfig/);
    assert.match(
      stderr,
      new RegExp(
        `${worker}: the reboot of ${worker} is not done after 2m\\d+s: phase "coming up" has taken [\\dm]+s; the node does not answer \\(`,
      ),
    );
    // The other one is well.
    assert.match(stderr, new RegExp(`${other}: is back in another boot`));
  });

  await t.test('that gets stuck on the way down', async () => {
    sim.machine(3).faults.disturb('unmountPodMounts', 'hold');
    const { code, stderr } = await soon(sim.run(['reboot', '-n', worker, '--timeout', '40s'], fast()));
    assert.equal(code, 1);
    assert.match(
      stderr,
      /is not done after [\dm]+s: phase "going down" has taken \d+s; the node is rebooting.*the last it told, \d+s ago: task unmountPodMounts started/,
    );
    assert.match(stderr, /last kernel messages of .*:\n[\s\S]*task unmountPodMounts \(1\/1\): starting/);
  });

  await t.test('whose sequence fails', async () => {
    sim.machine(3).faults.disturb('kexecPrepare', 'fail');
    const { code, stderr } = await soon(sim.run(['reboot', '-n', worker], fast()));
    assert.equal(code, 1);
    assert.match(
      stderr,
      /the reboot of .* failed: sequence failed: error running phase \d+ in reboot sequence: .*kexecPrepare/,
    );
    sim.machine(3).faults.clear();
    assert.equal((await sim.run(['reboot', '-n', worker, '-m', 'force'], fast())).code, 0);
  });

  await t.test('a refusal ends the command at once: no timer keeps the process', async () => {
    await allReady(sim);
    let running = 0;
    const clock: Clock = {
      now: systemClock.now,
      sleep: (milliseconds, signal) => {
        running++;
        return systemClock.sleep(milliseconds, signal).finally(() => running--);
      },
    };
    const { code, stderr } = await sim.run(['rollback', '-n', worker, '--wait'], { clock });
    await setImmediate();
    assert.equal(code, 1);
    assert.match(stderr, /previous UKI not found/);
    assert.equal(running, 0);
  });

  await t.test('of a node that falls silent', async () => {
    sim.machine(3).faults.silence();
    const { code, stderr } = await soon(sim.run(['reboot', '-n', worker, '--timeout', '30s'], fast()));
    assert.equal(code, 1);
    assert.match(stderr, /phase "preparing" has taken [\dm]+s; the node was not asked for the reboot\n/);
  });

  await t.test('over an endpoint that falls silent goes on over the next', async () => {
    const running = sim.run(['reboot', '-n', worker], { clock: new FastClock(5) });
    await until('the reboot to begin', () => sim.machine(3).runtime?.stage === 'rebooting');
    sim.machine(0).faults.silence();
    const { code, stderr } = await soon(running);
    assert.equal(code, 0, stderr);
  });

  await t.test('of a node that is off', async () => {
    await sim.machine(3).cut();
    const { code, stderr } = await soon(sim.run(['reboot', '-n', worker], fast()));
    assert.equal(code, 1);
    assert.match(stderr, /cannot reach node .*: connection refused/);
  });

  await t.test('of a node that loses its power in the middle ends well when that comes back', async () => {
    sim.machine(3).faults.disturb('unmountPodMounts', 'hold');
    const running = sim.run(['reboot', '-n', worker], fast());
    await until('the reboot to begin', () => sim.machine(3).runtime?.stage === 'rebooting');
    await sim.machine(3).cut();
    sim.machine(3).faults.clear();
    sim.machine(3).powerOn();
    const { code, stderr } = await soon(running);
    assert.equal(code, 0, stderr);
  });

  await t.test('is refused where mode or role are wrong', async () => {
    const mode = await sim.run(['reboot', '-m', '192.0.2.11']);
    assert.match(mode.stderr, /192\.0\.2\.11/);
    await sim.ok(['config', 'new', 'reader', '--roles', 'os:reader']);
    const reader = ['--talosconfig', 'reader', '-e', cp1, '-n', worker];
    const waiting = await sim.run([...reader, 'reboot'], fast());
    const asking = await sim.run([...reader, 'reboot', '--wait=false']);
    assert.deepEqual([mode.code, waiting.code, asking.code], [1, 1, 1]);
    assert.match(waiting.stderr, /not authorized/);
    assert.match(asking.stderr, /^not authorized/);
    assert.doesNotMatch(waiting.stderr, /kernel messages/);
    const debugging = await sim.run([...reader, 'reboot', '--debug', '--wait=false'], fast());
    assert.equal(debugging.code, 1);
    assert.match(debugging.stderr, new RegExp(`last kernel messages of ${worker}:\n(?:  .*\n)+not authorized`));
  });

  await t.test('an operator, who may not read the boot id, waits as well', async () => {
    await sim.ok(['config', 'new', 'operator', '--roles', 'os:operator']);
    // The clock of a machine counts in seconds, and this reboot takes less.
    await new Promise((resolve) => setTimeout(resolve, 2500));
    const { code, stderr } = await sim.run(
      ['--talosconfig', 'operator', '-e', cp1, '-n', worker, 'reboot', '-m', 'powercycle'],
      fast(),
    );
    assert.equal(code, 0, stderr);
    assert.match(stderr, /is back in another boot/);
  });

  await t.test('asks on a terminal about nodes that were not named', async () => {
    const stdin = textInput('n\n', { isTerminal: true });
    const before = bootIds();
    const { code, stderr } = await sim.run(['reboot'], { ...fast(), stdin });
    assert.equal(code, 1);
    assert.match(stderr, new RegExp(`${cp1}.*cluster "demo"`));
    assert.deepEqual(bootIds(), before);
  });

  await t.test('--drain moves the pods away first, and lets the node take pods again', async () => {
    const { code, stderr } = await sim.run(['reboot', '-n', worker, '--drain'], fast());
    assert.equal(code, 0, stderr);
    assert.match(stderr, /cordoned[\s\S]*drained[\s\S]*asking for the reboot[\s\S]*to be Ready[\s\S]*uncordoned/);
    assert.ok(stderr.endsWith(`${worker}: is back in another boot, running and ready\n`));
  });

  await t.test('--drain says when a node is left without new pods', async () => {
    sim.machine(3).faults.disturb('kexecPrepare', 'fail');
    const { code, stderr } = await sim.run(['reboot', '-n', worker, '--drain'], fast());
    assert.equal(code, 1);
    assert.match(stderr, /takes no new pods; when it is well, `kubectl uncordon demo-worker-1`/);
    clearFaults(sim);
    assert.equal((await sim.run(['reboot', '-n', worker, '-m', 'force'], fast())).code, 0);
  });
});

test('shutdown and reset', async (t) => {
  const sim = await startSim(t, { controlPlanes: 3, workers: 1 });
  await sim.configure();
  const [cp1 = '', cp2 = '', cp3 = '', worker = ''] = sim.nodes;
  t.afterEach(() => clearFaults(sim));
  const off = (index: number) => until('the node to be off', () => sim.machine(index).runtime === undefined);

  await t.test('a shutdown is done when the node is down', async () => {
    const { code, stdout, stderr } = await sim.run(['shutdown', '-n', worker], fast());
    assert.deepEqual([code, stdout], [0, '']);
    assert.match(stderr, /task cordonAndDrainNode started/);
    assert.ok(stderr.endsWith(`${worker}: is down\n`));
    assert.equal(sim.machine(3).runtime, undefined);
    const kube = sim.cluster.kubernetes(sim.machine(0).runtime?.configuration.active?.view.clusterId ?? '');
    assert.equal(kube.isCordoned('demo-worker-1'), true);
    sim.machine(3).powerOn();
    await until('the node to take pods again', () => !kube.isCordoned('demo-worker-1'));
  });

  await t.test('--force leaves the pods alone', async () => {
    await allReady(sim);
    const { code, stderr } = await sim.run(['shutdown', '-n', worker, '--force'], fast());
    assert.equal(code, 0);
    assert.doesNotMatch(stderr, /cordonAndDrainNode/);
    sim.machine(3).powerOn();
  });

  await t.test('a drain that does not end', async () => {
    await allReady(sim);
    sim.machine(3).faults.disturb('cordonAndDrainNode', 'hold');
    const { code, stderr } = await soon(sim.run(['shutdown', '-n', worker, '--timeout', '40s'], fast()));
    assert.equal(code, 1);
    assert.match(stderr, /phase "going down".*the node is shutting down.*: task cordonAndDrainNode started/);
    sim.machine(3).faults.clear();
    await off(3);
    sim.machine(3).powerOn();
  });

  await t.test('a node that starts again is not down', async () => {
    await allReady(sim);
    sim.machine(3).faults.disturb('unmountPodMounts', 'hold');
    const running = sim.run(['shutdown', '-n', worker], { clock: new FastClock(3) });
    await until('the shutdown to begin', () => sim.machine(3).runtime?.stage === 'shutting down');
    await sim.machine(3).cut();
    sim.machine(3).faults.clear();
    sim.machine(3).powerOn();
    const { code, stderr } = await soon(running);
    assert.equal(code, 1);
    assert.match(stderr, /has started again instead of staying off/);
  });

  await t.test('a reset with --reboot ends in maintenance mode', async () => {
    await allReady(sim);
    const { code, stderr } = await sim.run(['reset', '-n', worker, '--reboot'], fast());
    assert.equal(code, 0, stderr);
    assert.match(stderr, /about to reset the machine on .*cluster "demo"/);
    assert.ok(stderr.endsWith(`${worker}: is back in maintenance mode\n`));
    assert.equal((await sim.run(['version', '--insecure', '-n', worker])).code, 0);
    await sim.ok(['apply-config', '--insecure', '-n', worker, '-f', 'out/worker.yaml']);
  });

  await t.test('a reset of a partition that keeps the configuration ends with a node that is ready', async () => {
    await allReady(sim);
    const words = ['reset', '-n', worker, '--reboot', '--system-labels-to-wipe', 'EPHEMERAL', '--graceful=false'];
    const { code, stderr } = await sim.run(words, fast());
    assert.equal(code, 0, stderr);
    assert.ok(stderr.endsWith('is back in another boot, running and ready\n'));
  });

  await t.test('a graceful reset leaves etcd', async () => {
    await allReady(sim);
    const { code, stderr } = await sim.run(['reset', '-n', cp3], fast());
    assert.equal(code, 0, stderr);
    assert.ok(stderr.endsWith(`${cp3}: is down\n`));
    const members = await sim.ok(['etcd', 'members', '-n', cp1]);
    assert.equal(members.trimEnd().split('\n').length, 3);
    assert.equal(sim.machine(2).disk.read().configText, undefined);
  });

  await t.test('wrong disks, labels and modes are refused', async () => {
    const fails = async (words: readonly string[], reason: RegExp) => {
      const { code, stdout, stderr } = await sim.run(['reset', '-n', cp2, '--wait=false', ...words]);
      assert.deepEqual([code, stdout], [1, '']);
      assert.match(stderr, reason);
    };
    await fails(['--system-labels-to-wipe', 'NOSUCH'], /NOSUCH/);
    await fails(['--user-disks-to-wipe', '/dev/nosuch'], /device \/dev\/nosuch wasn't found/);
    await fails(['--wipe-mode', 'system-disk', '--user-disks-to-wipe', '/dev/sdb'], /doesn't support UserDisksToWipe/);
    await fails(['--wipe-mode', 'user-disks', '--system-labels-to-wipe', 'STATE'], /doesn't support SystemPartitions/);
    await fails(['--wipe-mode', 'nothing'], /--wipe-mode/);
    assert.ok(sim.machine(1).runtime?.ready);
  });

  await t.test('--insecure needs --wait=false, and a node in maintenance mode refuses', async () => {
    const together = await sim.run(['reset', '--insecure', '-n', cp3]);
    assert.deepEqual([together.code, together.stdout], [1, '']);
    assert.match(together.stderr, /--wait and --insecure cannot be used together/);
    sim.machine(2).powerOn();
    await until('maintenance mode', () => sim.machine(2).runtime?.reachable === true);
    const refused = await sim.run(['reset', '--insecure', '--wait=false', '-n', cp3]);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /not authorized/);
  });

  await t.test('asks first on a terminal, and takes no for an answer', async () => {
    const { code, stderr } = await sim.run(['reset', '-n', cp2], { stdin: textInput('no\n', { isTerminal: true }) });
    assert.equal(code, 1);
    assert.match(stderr, new RegExp(`reset the machine on ${cp2} \\(.*\\), cluster "demo".*what it wipes is lost`));
    assert.ok(sim.machine(1).runtime?.ready);
  });
});

async function outcome(run: ReturnType<Sim['run']>): Promise<readonly unknown[]> {
  const { code, stdout, stderr } = await run;
  return [code, stdout, stderr];
}
