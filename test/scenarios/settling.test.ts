import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CliOptions } from '../helpers/cli.js';
import { FastClock } from '../helpers/clock.js';
import { startSim, until } from '../helpers/sim.js';

/* Configurations after which a node is looked at: --wait and --verify. Time flies for the command. */

const fast = (): CliOptions => ({ clock: new FastClock(20) });
const label = (name: string) => JSON.stringify({ machine: { nodeLabels: { [name]: 'yes' } } });
const badFlag = JSON.stringify({ machine: { kubelet: { extraArgs: { 'no-such-flag': '1' } } } });
const goodFlag = JSON.stringify({ machine: { kubelet: { extraArgs: { v: '2' } } } });
const healed = JSON.stringify({ machine: { kubelet: { extraArgs: { 'no-such-flag': { $patch: 'delete' } } } } });

test('--wait and --verify', async (t) => {
  const sim = await startSim(t);
  await sim.configure();
  const [, worker = ''] = sim.nodes;
  const patch = (text: string, ...more: readonly string[]) =>
    sim.run(['patch', 'mc', '-n', worker, '-p', text, ...more], fast());
  const config = () => sim.machine(1).runtime?.configuration.active?.text ?? '';
  const ready = () => until('the node to be ready', () => sim.machine(1).runtime?.ready === true);

  await t.test('a change that the node bears well', async () => {
    const { code, stdout, stderr } = await patch(goodFlag, '--mode', 'no-reboot', '--wait');
    assert.deepEqual([code, stdout], [0, ''], stderr);
    assert.match(stderr, /Applied configuration without a reboot[\s\S]*service kubelet: [\s\S]*is well\n/);
  });

  await t.test('a change with a reboot is waited for as a reboot', async () => {
    await ready();
    const boot = sim.machine(1).runtime?.bootId;
    const { code, stderr } = await patch(label('rebooted'), '--mode', 'reboot', '--wait');
    assert.equal(code, 0, stderr);
    assert.match(stderr, /coming up[\s\S]*is well\n/);
    assert.notEqual(sim.machine(1).runtime?.bootId, boot);
    assert.match(config(), /rebooted/);
  });

  await t.test('mode try: kept where the node is well', async () => {
    await ready();
    const { code, stderr } = await patch(label('kept'), '--mode', 'try', '--timeout', '40s', '--wait');
    assert.equal(code, 0, stderr);
    assert.match(stderr, /the configuration that was tried is kept/);
    assert.match(sim.machine(1).disk.read().configText ?? '', /kept/);
  });

  await t.test('mode try: left to go back where it is not', async () => {
    await ready();
    const { code, stdout, stderr } = await patch(badFlag, '--mode', 'try', '--timeout', '15s', '--verify');
    assert.equal(code, 1);
    assert.match(stdout, /SERVICE +STATE[\s\S]*kubelet +\w+ +Fail/);
    assert.match(stderr, /not well: .*kubelet[\s\S]*not kept: it goes back to what it had/);
    assert.doesNotMatch(sim.machine(1).disk.read().configText ?? '', /no-such-flag/);
    assert.match(config(), /no-such-flag/);
    await sim.ok(['patch', 'mc', '-n', worker, '-p', healed]);
  });

  await t.test('mode try that ends before anything can be seen is refused', async () => {
    const before = config();
    const { code, stderr } = await patch(badFlag, '--mode', 'try', '--timeout', '14s', '--wait');
    assert.equal(code, 1);
    assert.match(stderr, /--timeout 14s is too short [\s\S]*15s at least/);
    assert.equal(config(), before);
  });

  await t.test('--verify shows what got worse, and fails', async () => {
    await ready();
    const { code, stdout, stderr } = await patch(badFlag, '--mode', 'no-reboot', '--verify');
    assert.equal(code, 1);
    assert.match(stdout, new RegExp(`^NODE +SERVICE +STATE +HEALTH +LAST EVENT\n${worker} +kubelet +\\w+ +\\w+ +.*\n`));
    assert.match(stdout, new RegExp(`^${worker}: kubelet: .*unknown flag: --no-such-flag`, 'm'));
    assert.match(stderr, /took the configuration and is not well: service kubelet/);
    assert.match(stderr, /patch or apply another one/);
  });

  await t.test('what was unwell before is no reason to fail, and is healed', async () => {
    const other = await patch(label('other'), '--mode', 'no-reboot', '--wait', '--wait-timeout', '20s');
    assert.equal(other.code, 0, other.stderr);
    assert.match(other.stderr, /is as well as before; still: service kubelet/);
    const { code, stderr } = await patch(healed, '--mode', 'no-reboot', '--verify');
    assert.equal(code, 0, stderr);
    assert.ok(stderr.includes(`${worker}: is well\n`));
  });

  await t.test('a node that dies on the way', async () => {
    await ready();
    const running = patch(label('dying'), '--mode', 'no-reboot', '--wait', '--wait-timeout', '40s');
    await until('the change', () => config().includes('dying'));
    await sim.machine(1).cut();
    const { code, stderr } = await running;
    assert.equal(code, 1);
    assert.match(stderr, /not well: it does not answer/);
    sim.machine(1).powerOn();
  });

  await t.test('nothing to wait for: staged, dry run; nobody to ask: --insecure', async () => {
    await ready();
    const staged = await patch(label('staged'), '--mode', 'staged', '--wait');
    assert.equal(staged.code, 0);
    assert.match(staged.stderr, /nothing to wait for/);
    assert.equal((await patch(label('dry'), '--dry-run', '--verify')).code, 0);
    const insecure = await sim.run(['apply-config', '--insecure', '--wait', '-n', worker, '-f', 'out/worker.yaml']);
    assert.equal(insecure.code, 1);
    assert.match(insecure.stderr, /cannot be used with --insecure/);
  });

  await t.test('apply-config waits, too', async () => {
    await ready();
    const { code, stderr } = await sim.run(
      ['apply-config', '-n', worker, '-f', 'out/worker.yaml', '--mode', 'no-reboot', '--wait'],
      fast(),
    );
    assert.equal(code, 0, stderr);
    assert.ok(stderr.includes(`${worker}: is well\n`));
  });
});
