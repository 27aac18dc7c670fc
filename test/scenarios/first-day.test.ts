import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { generated, startSim, until } from '../helpers/sim.js';
import { CapturedOutput } from '../helpers/streams.js';

test('the first day: from two unconfigured machines to a cluster, changed and mended', async (t) => {
  const sim = await startSim(t);
  const [controlPlane = '', worker = ''] = sim.nodes;
  const versions = async () =>
    (await sim.ok(['-n', worker, 'get', 'mc', '-o', 'jsonpath={.metadata.version}'])).split('\n').filter(Boolean);
  /** Patches the worker's `machine` section. */
  const patch = (value: object, ...flags: readonly string[]) =>
    sim.run(['-n', worker, 'patch', 'mc', ...flags, '-p', JSON.stringify({ machine: value })]);
  const patches = async (...change: Parameters<typeof patch>): Promise<void> => {
    const { code, stderr } = await patch(...change);
    assert.equal(code, 0, stderr);
  };
  const spec = () => sim.ok(['-n', worker, 'get', 'mc', 'v1alpha1', '-o', 'jsonpath={.spec}']);

  await t.test('a machine without configuration answers anyone who only looks', async () => {
    assert.match(await sim.ok(['version', '--insecure', '-n', controlPlane]), /Tag: +v1\.13\.9/);
    const denied = await sim.run(['get', 'mc', '--insecure', '-n', controlPlane]);
    assert.equal(denied.code, 1);
    assert.match(denied.stderr, /not authorized|PermissionDenied/);
  });

  await t.test('configurations are taken, the machines install themselves and come back', async () => {
    await sim.generate();
    for (const [node, type] of [
      [controlPlane, 'controlplane'],
      [worker, 'worker'],
    ] as const) {
      const { stderr } = await sim.run(['apply-config', '--insecure', '-n', node, '-f', `out/${type}.yaml`]);
      assert.match(stderr, /Applied configuration without a reboot/);
    }
    await until('the machines to be installed', () => sim.cluster.machines.every(({ disk }) => disk.read().installed));
  });

  await t.test('etcd is bootstrapped once, by a control plane node', async () => {
    await until('bootstrap', async () => (await sim.run(['bootstrap'])).code === 0);
    const again = await sim.run(['bootstrap']);
    assert.equal(again.code, 1);
    assert.match(again.stderr, /AlreadyExists/);
    assert.match((await sim.run(['-n', worker, 'bootstrap'])).stderr, /control plane/);
    await until('every node to be ready', () => sim.cluster.machines.every(({ runtime }) => runtime?.ready === true));
  });

  await t.test('everything can be looked at', async () => {
    assert.match(await sim.ok(['version']), /Enabled: +RBAC/);
    const services = await sim.ok(['-n', `${controlPlane},${worker}`, 'services']);
    assert.match(services, /^NODE +SERVICE +STATE +HEALTH +LAST CHANGE +LAST EVENT$/m);
    for (const service of ['apid', 'containerd', 'cri', 'etcd', 'kubelet', 'machined', 'trustd']) {
      assert.match(
        services,
        new RegExp(`^${controlPlane} +${service} +Running +OK +\\S+ ago +Health check successful$`, 'm'),
      );
    }
    assert.doesNotMatch(services, new RegExp(`^${worker} +etcd `, 'm'));
    const members = await sim.ok(['get', 'members']);
    assert.match(members, /demo-controlplane-1 +1 +demo-controlplane-1 +controlplane +Talos \(v1\.13\.9\)/);
    assert.match(members, /demo-worker-1 +1 +demo-worker-1 +worker/);
    assert.match(await sim.ok(['get', 'mc', 'v1alpha1', '-o', 'yaml']), /type: controlplane/);
    assert.match(await sim.ok(['logs', 'kubelet', '--tail', '50']), /Successfully registered node/);
    assert.match(await sim.ok(['dmesg']), /\[talos\] boot sequence: done/);
  });

  await t.test('a followed log grows, until it is interrupted', async () => {
    const interrupt = new AbortController();
    const stdout = new CapturedOutput();
    const follow = sim.run(['logs', '-f', 'kubelet', '--tail', '1'], { signal: interrupt.signal, stdout });
    await until('the last line', () => stdout.text.includes('\n'));
    sim.machine(0).runtime?.logs.of('kubelet').write('a line of this moment');
    await until('the line of this moment', () => stdout.text.includes('a line of this moment'));
    interrupt.abort();
    assert.equal((await follow).code, 0);
  });

  await t.test('the kubeconfig is private and signed by the cluster', async () => {
    await sim.ok(['kubeconfig', './kubeconfig']);
    assert.equal((await stat(join(sim.home, 'kubeconfig'))).mode & 0o777, 0o600);
    assert.match(await readFile(join(sim.home, 'kubeconfig'), 'utf8'), /current-context: admin@demo/);
  });

  await t.test('a change without reboot counts the version up', async () => {
    const before = await versions();
    await patches({ nodeLabels: { rack: 'r1' } }, '--mode', 'no-reboot');
    assert.deepEqual(
      await versions(),
      before.map((version) => String(Number(version) + 1)),
    );
    assert.match(await sim.ok(['-n', worker, 'get', 'nodelabelspecs']), /rack +1 +r1/);
  });

  await t.test('a change on trial goes back by itself', async () => {
    await patches({ nodeLabels: { trial: 'yes' } }, '--mode', 'try', '--timeout', '1s');
    assert.match(await spec(), /trial/);
    await until('the trial to end', async () => !(await spec()).includes('trial'), 5000);
    assert.match(await spec(), /rack: r1/);
  });

  await t.test('another change ends the trial', async () => {
    await patches({ nodeLabels: { trial: 'yes' } }, '--mode', 'try', '--timeout', '1s');
    await patches({ nodeLabels: { trial: 'kept' } }, '--mode', 'no-reboot');
    await new Promise((resolve) => setTimeout(resolve, 1200));
    assert.match(await spec(), /trial: kept/);
  });

  await t.test('a dry run tells what would be, and changes nothing', async () => {
    const before = await versions();
    const { stderr } = await sim.run([
      '-n',
      worker,
      'apply-config',
      '-f',
      'out/worker.yaml',
      '--mode',
      'staged',
      '--dry-run',
    ]);
    assert.match(stderr, /Staged configuration to be applied after the next reboot \(skipped in dry-run\)/);
    assert.match(stderr, /^-\s+rack: r1$/m);
    assert.deepEqual(await versions(), before);
  });

  await t.test('what needs a reboot is refused without one, with the difference', async () => {
    const { code, stderr } = await patch({ env: { A: 'b' } }, '--mode', 'no-reboot');
    assert.equal(code, 1);
    assert.match(stderr, /immediate mode[\s\S]*^\+ +A: b$/m);
  });

  await t.test('an edit is applied', async () => {
    const editor = { edit: async (text: string) => text.replace('rack: r1', 'rack: r2') };
    await sim.ok(['-n', worker, 'edit', 'mc'], { editor });
    assert.match(await spec(), /rack: r2/);
  });

  await t.test('lesson one: a label that cannot be right is refused, the version stays', async () => {
    const before = await versions();
    for (const more of [[], ['--dry-run']]) {
      const { code, stderr } = await patch({ nodeLabels: { rack: 'two words' } }, ...more);
      assert.equal(code, 1);
      assert.match(stderr, /InvalidArgument/);
      assert.match(stderr, /two words/);
    }
    assert.deepEqual(await versions(), before);
  });

  await t.test(
    'lessons two and three: kubelet fails on a flag it does not know, and is mended by its removal',
    async () => {
      const extraArgs = (value: unknown) => ({ kubelet: { extraArgs: { 'no-such-flag': value } } });
      await patches(extraArgs('1'), '--mode', 'no-reboot');
      const failing = /kubelet +(Waiting|Running) +(Fail|\?).*unknown flag: --no-such-flag/;
      await until('kubelet to fail', async () => failing.test(await sim.ok(['-n', worker, 'services'])), 10_000);
      const detail = await sim.ok(['-n', worker, 'service', 'kubelet']);
      assert.match(detail, /LAST HEALTH MESSAGE +Get "http:\/\/127\.0\.0\.1:10248\/healthz"/);
      assert.match(await sim.ok(['-n', worker, 'logs', 'kubelet', '--tail', '6']), /unknown flag: --no-such-flag/);
      await patches(extraArgs({ $patch: 'delete' }), '--mode', 'no-reboot');
      const well = /kubelet +Running +OK/;
      await until('kubelet to be well', async () => well.test(await sim.ok(['-n', worker, 'services'])), 10_000);
    },
  );

  await t.test('what is staged runs after the next boot', async () => {
    await patches({ env: { RIG: '3' } }, '--mode', 'staged');
    assert.doesNotMatch(await spec(), /RIG/);
    const bootId = sim.machine(1).runtime?.bootId;
    sim.machine(1).powerOff('reboot');
    await until(
      'the worker to be back',
      () => sim.machine(1).runtime?.ready === true && sim.machine(1).runtime?.bootId !== bootId,
    );
    assert.match(await spec(), /RIG: "?3/);
    assert.match(await generated(sim, 'worker'), /type: worker/);
  });
});
