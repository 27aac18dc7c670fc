import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connectKube } from '../../src/kube/api/api.js';
import { uncordonNode } from '../../src/kube/cordon.js';
import { schematicId } from '../../src/sim/machine/schematics.js';
import type { CliOptions } from '../helpers/cli.js';
import { FastClock } from '../helpers/clock.js';
import { type Sim, startSim, until } from '../helpers/sim.js';

/* Nodes that get another version of Talos, with something in the way. Time flies for the command. */

const fast = (): CliOptions => ({ clock: new FastClock(20) });
const installer = (version: string) => `ghcr.io/siderolabs/installer:${version}`;
const schematic = schematicId(['iscsi-tools']);

const versionOf = (sim: Sim, index: number) => sim.machine(index).runtime?.system.version;

async function allReady(sim: Sim): Promise<void> {
  await until('every node to be ready', () => sim.cluster.machines.every(({ runtime }) => runtime?.ready === true));
}

/** Has a machine start from what an installer would have put on its disk. */
async function startFrom(sim: Sim, index: number, version: string, image: string): Promise<void> {
  const machine = sim.machine(index);
  await machine.cut();
  machine.updateDisk({ slots: { next: 'A', A: { version, image } } });
  machine.powerOn();
  await allReady(sim);
}

async function isCordoned(sim: Sim, node: string): Promise<boolean> {
  const [status] = JSON.parse(`[${await sim.ok(['get', 'nodestatus', '-n', node, '-o', 'json'])}]`);
  return status.spec.unschedulable;
}

test('upgrade', async (t) => {
  const sim = await startSim(t, { workers: 2 });
  await sim.configure();
  const [controlPlane = '', first = '', second = ''] = sim.nodes;
  const upgrade = (...words: readonly string[]) => sim.run(['upgrade', ...words], fast());
  const bootId = (index: number) => sim.machine(index).runtime?.bootId;

  await t.test('--dry-run says what would be done, and does nothing', async () => {
    const { code, stdout, stderr } = await upgrade('-n', `${first},${second}`, '--to', '1.14.0', '--dry-run');
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(stdout, /^NODE +VERSION +NEW VERSION +IMAGE +SCHEMATIC +EXTENSIONS +STEPS\n/);
    assert.match(
      stdout,
      new RegExp(`^${first} +v1\\.13\\.9 +v1\\.14\\.0 +${installer('v1.14.0')} +pull,install,drain,reboot$`, 'm'),
    );
    const json = await upgrade('-n', first, '-i', installer('v1.15.1'), '--no-reboot', '--dry-run', '-o', 'json');
    assert.deepEqual(JSON.parse(json.stdout), [
      {
        node: first,
        version: 'v1.13.9',
        newVersion: 'v1.15.1',
        image: installer('v1.15.1'),
        schematic: '',
        extensions: [],
        steps: ['pull', 'install'],
        warnings: ['skips versions: Talos is upgraded from one minor version to the next, v1.14 here'],
      },
    ]);
    assert.match(json.stderr, /warning: .*v1\.14 here/);
    assert.equal(versionOf(sim, 1), 'v1.13.9');
  });

  await t.test('installs beside, drains, reboots, and waits until the node is well with it', async () => {
    const { code, stdout, stderr } = await upgrade('-n', first, '--image', installer('v1.14.0'), '--preserve=true');
    assert.deepEqual([code, stdout], [0, ''], stderr);
    const steps = [
      'flag --preserve is deprecated',
      `${first}: pulled image ghcr.io/siderolabs/installer@sha256:`,
      'running Talos installer v1.14.0',
      'writing Talos-v1.14.0.efi beside Talos-v1.13.9.efi',
      'cordoned',
      'drained',
      'asking for the reboot',
      'uncordoned',
      `${first}: runs v1.14.0 and is well\n`,
    ];
    const places = steps.map((step) => stderr.indexOf(step));
    assert.deepEqual(
      places,
      [...places].sort((left, right) => left - right),
    );
    assert.ok(!places.includes(-1), stderr);
    assert.equal(versionOf(sim, 1), 'v1.14.0');
    assert.match(await sim.ok(['version', '-n', first]), /Tag: +v1\.14\.0/);
    assert.equal(await isCordoned(sim, first), false);
  });

  await t.test('rollback goes back to what ran before, and waits for it with --wait', async () => {
    const { code, stdout, stderr } = await sim.run(['rollback', '-n', first, '--wait'], fast());
    assert.deepEqual([code, stdout], [0, ''], stderr);
    assert.ok(stderr.endsWith(`${first}: is back with v1.13.9, running and ready\n`), stderr);
    assert.equal(versionOf(sim, 1), 'v1.13.9');
    const never = await sim.run(['rollback', '-n', second, '--wait'], fast());
    assert.equal(never.code, 1);
    assert.match(never.stderr, /previous UKI not found/);
  });

  await t.test('an image that is not to be had changes nothing', async () => {
    await allReady(sim);
    const boots = [bootId(1), bootId(2)];
    const { code, stdout, stderr } = await upgrade('-n', `${first},${second}`, '--image', installer('v9.9.9'));
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, /nothing was upgraded/);
    assert.match(stderr, new RegExp(`${second}: .*failed to resolve reference "${installer('v9.9.9')}"`));
    const other = await upgrade('-n', first, '--image', 'docker.io/library/alpine:3.22');
    assert.equal(other.code, 1);
    assert.match(other.stderr, /\/bin\/installer/);
    assert.deepEqual([bootId(1), bootId(2)], boots);
  });

  await t.test(
    'stops at the first node that fails, names the others, and skips what is done when called again',
    async () => {
      sim.machine(1).faults.disturb('upgrade', 'fail');
      const both = ['-n', `${first},${second}`, '--to', 'v1.14.0'];
      const failed = await upgrade(...both);
      assert.equal(failed.code, 1);
      assert.match(failed.stderr, /the installer on .* failed with exit code 1: .*rehearsed failure/);
      assert.match(failed.stderr, new RegExp(`not begun: ${second}; go on with them by -n ${second}\n`));
      assert.equal(versionOf(sim, 2), 'v1.13.9');
      sim.machine(1).faults.clear();
      assert.equal((await upgrade('-n', second, '--to', '1.14.0', '--drain=false')).code, 0);
      const again = await upgrade(...both);
      assert.equal(again.code, 0, again.stderr);
      assert.match(again.stderr, new RegExp(`${second}: runs v1\\.14\\.0 already, nothing to do\n`));
      assert.deepEqual([versionOf(sim, 1), versionOf(sim, 2)], ['v1.14.0', 'v1.14.0']);
    },
  );

  await t.test('--parallel has some nodes under way at once', async () => {
    await allReady(sim);
    const words = [
      '-n',
      `${first},${second}`,
      '--image',
      installer('v1.14.1'),
      '--parallel',
      '2',
      '--progress',
      'json',
    ];
    const { code, stdout, stderr } = await upgrade(...words);
    assert.equal(code, 0, stderr);
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const firstDone = lines.findIndex(({ type }) => type === 'done');
    assert.ok(lines.slice(0, firstDone).some(({ node, phase }) => node === second && phase === 'coming up'));
    assert.deepEqual([versionOf(sim, 1), versionOf(sim, 2)], ['v1.14.1', 'v1.14.1']);
  });

  await t.test('--no-reboot installs only', async () => {
    await allReady(sim);
    const before = bootId(1);
    const { code, stderr } = await upgrade('-n', first, '--to', '1.14.2', '--no-reboot');
    assert.equal(code, 0, stderr);
    assert.ok(stderr.endsWith(`${first}: has v1.14.2 installed; the next boot runs it\n`));
    assert.equal(bootId(1), before);
    assert.equal((await sim.run(['reboot', '-n', first], fast())).code, 0);
    assert.equal(versionOf(sim, 1), 'v1.14.2');
  });

  await t.test('a node that falls back to what it ran before', async () => {
    await allReady(sim);
    const running = upgrade('-n', first, '--image', installer('v1.14.3'), '--drain=false');
    await until('the reboot', () => sim.machine(1).runtime?.stage === 'rebooting');
    const { slots } = sim.machine(1).disk.read();
    assert.ok(slots);
    sim.machine(1).updateDisk({ slots: { ...slots, next: slots.next === 'A' ? 'B' : 'A' } });
    const { code, stderr } = await running;
    assert.equal(code, 1);
    assert.match(stderr, /is back with v1\.14\.2 instead of v1\.14\.3/);
  });

  await t.test('a node that dies fails in time, and is said to be cordoned', async () => {
    await allReady(sim);
    sim.machine(1).faults.disturb('loadConfig', 'hold');
    const began = Date.now();
    const words = ['-n', `${first},${second}`, '--image', installer('v1.14.4'), '--timeout', '3m'];
    const { code, stdout, stderr } = await upgrade(...words);
    assert.ok(Date.now() - began < 60_000);
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, /the upgrade of .* is not done after 3m\d+s: phase "coming up".*does not answer/);
    assert.match(
      stderr,
      new RegExp(`${first}: takes no new pods; when it is well, \`kubectl uncordon demo-worker-1\``),
    );
    assert.match(stderr, new RegExp(`last kernel messages of ${first}:`));
    assert.match(stderr, new RegExp(`not begun: ${second}`));
    sim.machine(1).faults.clear();
    await allReady(sim);
  });

  await t.test('pods that may not go hold the upgrade, and the node is not rebooted', async () => {
    const api = await connectKube(await sim.ok(['kubeconfig', '-']), {});
    // As the message of the node that died said.
    await uncordonNode(api, 'demo-worker-1');
    const path = '/apis/policy/v1/namespaces/kube-system/poddisruptionbudgets';
    const spec = { maxUnavailable: 0, selector: { matchLabels: { 'k8s-app': 'kube-dns' } } };
    const body = {
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: { name: 'dns', namespace: 'kube-system' },
      spec,
    };
    await api.send({ method: 'POST', path, body });
    const { items } = await api.send<{ items: { spec: { nodeName: string } }[] }>({
      path: '/api/v1/namespaces/kube-system/pods',
      query: { labelSelector: 'k8s-app=kube-dns' },
    });
    const index = sim.cluster.machines.findIndex(({ runtime }) => runtime?.hostname === items[0]?.spec.nodeName);
    const before = bootId(index);
    const node = sim.nodes[index] ?? '';
    const { code, stderr } = await upgrade('-n', node, '--image', installer('v1.14.5'), '--drain-timeout', '10s');
    assert.equal(code, 1);
    assert.match(stderr, /is not drained after 10 s: kube-system\/coredns-[\w-]+: /);
    assert.match(stderr, /takes no new pods; when it is well, `kubectl uncordon/);
    assert.equal(bootId(index), before);
    await api.send({ method: 'DELETE', path: `${path}/dns` });
    await uncordonNode(api, items[0]?.spec.nodeName ?? '');
    api.close();
  });

  await t.test('the only control plane node', async () => {
    await allReady(sim);
    const { code, stderr } = await upgrade('-n', controlPlane, '--to', '1.14.0');
    assert.equal(code, 0, stderr);
    assert.equal(versionOf(sim, 0), 'v1.14.0');
    assert.equal(await isCordoned(sim, controlPlane), false);
  });

  await t.test('keeps schematic and extensions with --to, and refuses to lose them', async () => {
    const image = (version: string) => `factory.talos.dev/metal-installer/${schematic}:${version}`;
    await startFrom(sim, 1, 'v1.13.9', image('v1.13.9'));
    assert.match(
      await sim.ok(['get', 'extensions', '-n', first]),
      /iscsi-tools +v0\.2\.0\n.* schematic +[0-9a-f]{64}\n/,
    );
    const before = bootId(1);
    const refused = await upgrade('-n', first);
    assert.equal(refused.code, 1);
    assert.match(
      refused.stderr,
      /would lose the extension iscsi-tools: ghcr\.io\/siderolabs\/installer:v1\.13\.9 has none/,
    );
    assert.match(refused.stderr, /--to v1\.13\.9/);
    assert.equal(bootId(1), before);
    const kept = await upgrade('-n', first, '--to', '1.14.0');
    assert.equal(kept.code, 0, kept.stderr);
    assert.deepEqual(sim.machine(1).runtime?.system, { version: 'v1.14.0', image: image('v1.14.0') });
    const unsure = await upgrade('-n', first, '-i', 'registry.example.com/own/installer:v1.14.0', '--dry-run');
    assert.match(unsure.stderr, /warning: .*has the extension iscsi-tools; whether the new image has them/);
    const lost = await upgrade('-n', first, '-i', installer('v1.14.0'), '--allow-extension-loss', '--drain=false');
    assert.equal(lost.code, 0, lost.stderr);
    assert.match(
      lost.stderr,
      /warning: .*loses the extension iscsi-tools[\s\S]*is without what it had before: iscsi-tools/,
    );
  });

  await t.test('a node before Talos 1.13 is asked the older way', async () => {
    await startFrom(sim, 1, 'v1.12.4', installer('v1.12.4'));
    const missing = await upgrade('-n', first, '-i', installer('v9.9.9'));
    assert.equal(missing.code, 1);
    assert.match(missing.stderr, /error validating installer image/);
    const only = await upgrade('-n', first, '--to', '1.13.9', '--no-reboot');
    assert.equal(only.code, 1);
    assert.match(only.stderr, /--no-reboot needs Talos 1\.13/);
    const { code, stdout, stderr } = await upgrade('-n', first, '--to', '1.13.9');
    assert.deepEqual([code, stdout], [0, ''], stderr);
    assert.match(
      stderr,
      /sequence upgrade started[\s\S]*task cordonAndDrainNode[\s\S]*task upgrade started[\s\S]*runs v1\.13\.9 and is well/,
    );
  });

  await t.test('--legacy --stage installs early in the next boot', async () => {
    await allReady(sim);
    const { code, stderr } = await upgrade('-n', first, '--legacy', '--stage', '-i', installer('v1.13.8'));
    assert.equal(code, 0, stderr);
    assert.match(stderr, /sequence stageUpgrade started/);
    assert.equal(versionOf(sim, 1), 'v1.13.8');
    assert.deepEqual(sim.machine(1).disk.read().metaKeys, {});
  });

  await t.test('--legacy without waiting prints what the nodes say', async () => {
    await allReady(sim);
    const words = ['upgrade', '-n', first, '--legacy', '-i', installer('v1.13.7'), '--wait=false', '--drain=false'];
    const { code, stdout } = await sim.run(words);
    assert.equal(code, 0);
    assert.match(stdout, new RegExp(`^NODE +ACK +STARTED\n${first} +Upgrade request received +\\d{4}-.*\n$`));
    await until('the new version', () => versionOf(sim, 1) === 'v1.13.7');
    await allReady(sim);
  });

  await t.test('an upgrade whose sequence fails', async () => {
    sim.machine(1).faults.disturb('upgrade', 'fail');
    const { code, stderr } = await upgrade('-n', first, '--legacy', '-i', installer('v1.13.6'));
    assert.equal(code, 1);
    assert.match(
      stderr,
      /the upgrade of .* failed: sequence failed: error running phase \d+ in upgrade sequence: .*rehearsed/,
    );
    sim.machine(1).faults.clear();
  });

  await t.test('wrong words and roles are refused', async () => {
    const fails = async (words: readonly string[], reason: RegExp) => {
      const { code, stdout, stderr } = await sim.run(['upgrade', '-n', second, ...words]);
      assert.deepEqual([code, stdout], [1, '']);
      assert.match(stderr, reason);
    };
    await fails(['--to', 'newest'], /--to takes a version of Talos/);
    await fails(['--to', '1.14.0', '-i', 'x:1'], /--to cannot be used together with --image/);
    await fails(['--image', 'v1.14.0'], /is a version[\s\S]*--to v1\.14\.0/);
    await fails(['--insecure', '--wait=false'], /--wait and --insecure cannot be used together/);
    await fails(['--parallel', '0'], /--parallel/);
    await fails(['--legacy', '-m', 'force'], /--reboot-mode force needs Talos 1\.13/);
    await sim.ok(['config', 'new', 'reader', '--roles', 'os:reader']);
    await fails(['--talosconfig', 'reader', '-e', controlPlane], /not authorized/);
    assert.equal(versionOf(sim, 2), 'v1.14.1');
  });
});
