import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { FastClock } from '../helpers/clock.js';
import { startSim, until } from '../helpers/sim.js';

/* The second half of the runbooks, one after the other on one cluster. Time flies for the commands. */

test('a cluster through its life: upgraded, lost and recovered, its machines replaced, its authorities rotated', async (t) => {
  const sim = await startSim(t, { controlPlanes: 3, workers: 2, kubernetesVersion: '1.35.2' });
  await sim.configure();
  const [cp1 = '', , cp3 = '', worker = '', last = ''] = sim.nodes;
  const controlPlanes = sim.nodes.slice(0, 3).join();
  const talosconfig = join(sim.home, 'out', 'talosconfig');

  const run = (...words: readonly string[]) => sim.run(words, { clock: new FastClock(20) });
  /** Runs a command that has to succeed; gives all it says. */
  const does = async (...words: readonly string[]): Promise<string> => {
    const { code, stdout, stderr } = await run(...words);
    assert.equal(code, 0, `talosctl ${words.join(' ')}: ${stdout}${stderr}`);
    return stdout + stderr;
  };
  const isWell = () => until('the cluster to be well', async () => (await run('health', '--once')).code === 0);
  const members = async (): Promise<number> => (await does('etcd', 'members')).trimEnd().split('\n').length - 1;

  await t.test('Talos of a worker is upgraded, and goes back', async () => {
    const image = 'ghcr.io/siderolabs/installer:v1.14.0';
    assert.match(
      await does('upgrade', '--nodes', worker, '--image', image, '--preserve=true'),
      /runs v1\.14\.0 and is well/,
    );
    const tooNew = await run('upgrade-k8s', '--to', '1.36.3', '--dry-run');
    assert.equal(tooNew.code, 1);
    assert.match(
      tooNew.stderr,
      new RegExp(`newer than v1\\.13 runs is not known to this client: ${worker} \\(v1\\.14\\.0\\)`),
    );
    assert.match(await does('rollback', '-n', worker, '--wait'), /is back with v1\.13\.9, running and ready/);
  });

  await t.test('Kubernetes is upgraded, after a look at what would be done', async () => {
    const kubelet = () => does('get', 'kubeletspec', '-n', worker, '-o', 'jsonpath={.spec.image}');
    assert.match(await does('upgrade-k8s', '--to', '1.36.3', '--dry-run'), /skipped in dry-run/);
    assert.match(await kubelet(), /:v1\.35\.2/);
    assert.match(await does('upgrade-k8s', '--to', '1.36.3'), /\ndone\n$/);
    assert.match(await kubelet(), /:v1\.36\.3/);
    await isWell();
  });

  await t.test('all of etcd is lost, and comes back from a snapshot', async () => {
    const saved = /hash [0-9a-f]{8}, revision \d+, .*/.exec(await does('etcd', 'snapshot', 'db.snapshot'))?.[0];
    const wipe = ['--graceful=false', '--reboot', '--system-labels-to-wipe', 'EPHEMERAL'];
    const said = await does('reset', '-n', controlPlanes, ...wipe);
    assert.equal(said.match(/which waits for `talosctl bootstrap`/g)?.length, 3, said);
    assert.equal(
      await does('bootstrap', '--recover-from', 'db.snapshot'),
      `recovering from snapshot "db.snapshot": ${saved}\n`,
    );
    await isWell();
    assert.equal(await members(), 3);
  });

  await t.test('a worker is wiped, and joins anew', async () => {
    assert.match(await does('reset', '-n', last, '--reboot'), /is back in maintenance mode/);
    assert.equal((await run('health', '--once')).code, 1);
    await does('apply-config', '--insecure', '-n', last, '-f', 'out/worker.yaml');
    await isWell();
  });

  await t.test('a control plane node is replaced', async () => {
    await does('etcd', 'leave', '-n', cp3);
    assert.equal(await members(), 2);
    await does('reset', '-n', cp3, '--graceful=false', '--reboot');
    await does('apply-config', '--insecure', '-n', cp3, '-f', 'out/controlplane.yaml');
    await isWell();
    assert.equal(await members(), 3);
  });

  await t.test('the authorities are rotated; talosconfig and kubeconfig follow', async () => {
    await does('kubeconfig', 'kubeconfig');
    const before = await readFile(join(sim.home, 'kubeconfig'), 'utf8');
    await does('rotate-ca', '--dry-run=false', '-o', 'rotated');
    assert.equal((await run('version')).code, 1);
    await writeFile(talosconfig, await readFile(join(sim.home, 'rotated')));
    await does('kubeconfig', 'kubeconfig', '--force');
    assert.notEqual(await readFile(join(sim.home, 'kubeconfig'), 'utf8'), before);
    await isWell();
  });

  await t.test('workers are rebooted one after the other without their pods, and changed', async () => {
    for (const node of [worker, last]) {
      assert.match(await does('reboot', '-n', node, '--drain'), /drained[\s\S]*uncordoned[\s\S]*running and ready/);
    }
    const patch = JSON.stringify({ machine: { nodeLabels: { rack: 'r1' } } });
    const said = await does('patch', 'mc', '-n', `${worker},${last}`, '--wait', '-p', patch);
    assert.equal(said.match(/: is well$/gm)?.length, 2, said);
  });

  await t.test('a worker is shut down, which moves its pods away, and switched on again', async () => {
    await does('shutdown', '-n', worker);
    const status = (field: string) =>
      sim.cluster.kubernetes(sim.machine(0).runtime?.configuration.active?.view.clusterId ?? '').isCordoned(field);
    assert.equal(status('demo-worker-1'), true);
    sim.machine(3).powerOn();
    await isWell();
    assert.match(await does('get', 'nodestatus', '-n', worker), /demo-worker-1 +\d+ +true +false/);
  });

  await t.test('what helps to find a fault is gathered', async () => {
    assert.match(
      await does('support', '-n', `${cp1},${worker}`, '-O', 'all.zip'),
      /the support archive is in all\.zip/,
    );
  });

  assert.match(await sim.ok(['-n', cp1, 'version']), /Tag: +v1\.13\.9/);
});
