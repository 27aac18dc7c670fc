import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connect } from '../../src/client/connect.js';
import { MachineServiceService } from '../../src/gen/machine/machine.js';
import { connectKube } from '../../src/kube/api/api.js';
import { readNode } from '../../src/kube/api/objects.js';
import { cordonNode, cordonOf } from '../../src/kube/cordon.js';
import { loadTalosconfig } from '../../src/talosconfig/load.js';
import { selectContext } from '../../src/talosconfig/select.js';
import type { CliOptions } from '../helpers/cli.js';
import { FastClock } from '../helpers/clock.js';
import { type Sim, startSim, until } from '../helpers/sim.js';

/* Upgrades of several nodes whose cluster has to bear each of them, and what they leave behind. Time flies. */

const fast = (): CliOptions => ({ clock: new FastClock(20) });
const versionOf = (sim: Sim, index: number) => sim.machine(index).runtime?.system.version;

async function connected(sim: Sim) {
  const talosconfig = await loadTalosconfig({ flag: 'out/talosconfig', env: {}, cwd: sim.home });
  const context = selectContext(talosconfig, {});
  return connect({ context, nodes: [], endpoints: [], env: {}, now: new Date(), warn: () => undefined });
}

async function allReady(sim: Sim): Promise<void> {
  await until('every node to be ready', () => sim.cluster.machines.every(({ runtime }) => runtime?.ready === true));
}

test('control plane nodes go down one at a time, and only when etcd bears it', async (t) => {
  const sim = await startSim(t, { controlPlanes: 3, workers: 0 });
  await sim.configure();
  const [first = '', second = '', third = ''] = sim.nodes;
  const upgrade = (...words: readonly string[]) => sim.run(['upgrade', '--drain=false', ...words], fast());
  const all = ['-n', sim.nodes.join(',')];

  await t.test('a node is refused while another member of etcd is down; --force goes on', async () => {
    await sim.machine(2).cut();
    const { code, stdout, stderr } = await upgrade('-n', first, '--to', '1.14.0');
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(
      stderr,
      new RegExp(
        `${first} is not taken down: etcd would lose its quorum: 2 of its 3 voting members have to run, ` +
          'and without this one 1 would \\(the member demo-controlplane-3 does not answer',
      ),
    );
    assert.match(stderr, /--force goes on all the same/);
    assert.doesNotMatch(stderr, /pulled image/);
    assert.equal(versionOf(sim, 0), 'v1.13.9');
    const dry = await upgrade('-n', first, '--to', '1.14.0', '--dry-run');
    assert.equal(dry.code, 0);
    assert.match(dry.stderr, /^warning: .* is not taken down: etcd would lose its quorum/);
    const forced = await upgrade('-n', first, '--to', '1.14.0', '--force');
    assert.equal(forced.code, 0, forced.stderr);
    assert.doesNotMatch(forced.stderr, /deprecated/);
    assert.equal(versionOf(sim, 0), 'v1.14.0');
    sim.machine(2).powerOn();
    await allReady(sim);
  });

  await t.test('an alarm holds the next node back', async () => {
    const quota = '[{"op":"add","path":"/cluster/etcd/extraArgs","value":{"quota-backend-bytes":"4096"}}]';
    await sim.ok(['patch', 'mc', '-n', second, '-p', quota, '--mode', 'no-reboot']);
    await until('the alarm', async () => /NOSPACE/.test(await sim.ok(['etcd', 'alarm', 'list', '-n', second])));
    const { code, stderr } = await upgrade(...all, '--to', '1.14.1', '--timeout', '2m');
    assert.equal(code, 1);
    assert.match(stderr, new RegExp(`${first}: runs v1\\.14\\.1 and is well`));
    assert.match(
      stderr,
      /the cluster is not well after the upgrade of .*: waited in vain for all etcd members to take part/,
    );
    assert.match(stderr, /the member demo-controlplane-2 reports .*NOSPACE/);
    assert.match(stderr, new RegExp(`not begun: ${second}, ${third}; go on with them by -n ${second},${third}\n`));
    assert.deepEqual([versionOf(sim, 1), versionOf(sim, 2)], ['v1.13.9', 'v1.13.9']);
    const without = '[{"op":"remove","path":"/cluster/etcd/extraArgs"}]';
    await sim.ok(['patch', 'mc', '-n', second, '-p', without, '--mode', 'no-reboot']);
  });

  await t.test('the others go on, each when the cluster has got over the one before', async () => {
    const words = [...all, '--to', '1.14.1', '--progress', 'json'];
    const { code, stdout, stderr } = await upgrade(...words);
    assert.equal(code, 0, stderr);
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.match(stderr, new RegExp(`${first}: runs v1\\.14\\.1 already, nothing to do`));
    const secondDone = lines.findIndex(({ node, type }) => node === second && type === 'done');
    const gate = lines.findIndex(({ node, phase }) => node === third && phase === 'waiting for the cluster');
    const begun = lines.findIndex(({ node, phase }) => node === third && phase === 'looking at the node');
    assert.ok(secondDone >= 0 && secondDone < gate && gate < begun, stdout);
    assert.deepEqual([versionOf(sim, 1), versionOf(sim, 2)], ['v1.14.1', 'v1.14.1']);
  });

  await t.test('several without waiting are refused', async () => {
    const { code, stderr } = await upgrade(...all, '--to', '1.14.2', '--wait=false');
    assert.equal(code, 1);
    assert.match(stderr, /several control plane nodes go down one after the other only, which takes --wait/);
    assert.equal(versionOf(sim, 0), 'v1.14.1');
  });
});

test('one of two members of etcd is not taken down, nor does a node that is asked the older way', async (t) => {
  const sim = await startSim(t, { controlPlanes: 2, workers: 0 });
  await sim.configure();
  const [first = ''] = sim.nodes;
  const words = ['upgrade', '-n', first, '--drain=false', '-i', 'ghcr.io/siderolabs/installer:v1.14.0'];
  const refused = await sim.run(words, fast());
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /2 of its 2 voting members have to run, and without this one 1 would\n/);
  const legacy = await sim.run([...words, '--legacy', '--wait=false'], fast());
  assert.equal(legacy.code, 1);
  assert.match(legacy.stderr, /etcd would lose its quorum/);
  assert.equal(versionOf(sim, 0), 'v1.13.9');
  // Its own word, where nobody looked before.
  const kept = connected(sim);
  t.after(async () => (await kept).close());
  const request = { image: 'ghcr.io/siderolabs/installer:v1.14.0', preserve: false, stage: false, force: false };
  await assert.rejects(
    (await kept).unary(MachineServiceService.upgrade, { ...request, rebootMode: 0 }, { node: first }),
    /etcd member count\(2\) is insufficient to maintain quorum/,
  );
  const forced = await sim.run([...words, '--legacy', '--force'], fast());
  assert.equal(forced.code, 0, forced.stderr);
  assert.equal(versionOf(sim, 0), 'v1.14.0');
});

test('cordons: an own one of an earlier run is taken off, that of an operator stays', async (t) => {
  const sim = await startSim(t);
  await sim.configure();
  const worker = sim.nodes[1] ?? '';
  const api = await connectKube(await sim.ok(['kubeconfig', '-']), {});
  t.after(() => api.close());
  const node = 'demo-worker-1';
  const cordon = async () => cordonOf(await readNode(api, node));
  const upgrade = (...words: readonly string[]) => sim.run(['upgrade', '-n', worker, ...words], fast());
  const patch = (body: unknown) =>
    api.send({
      method: 'PATCH',
      path: `/api/v1/nodes/${node}`,
      contentType: 'application/strategic-merge-patch+json',
      body,
    });

  await t.test('reboot --drain that failed, and succeeds when run again', async () => {
    sim.machine(1).faults.disturb('loadConfig', 'hold');
    const failed = await sim.run(['reboot', '-n', worker, '--drain', '--timeout', '2m'], fast());
    assert.equal(failed.code, 1);
    assert.match(
      failed.stderr,
      /takes no new pods; when it is well, `kubectl uncordon demo-worker-1` or the same command/,
    );
    assert.equal(await cordon(), 'ours');
    sim.machine(1).faults.clear();
    await allReady(sim);
    const again = await sim.run(['reboot', '-n', worker, '--drain'], fast());
    assert.equal(again.code, 0, again.stderr);
    assert.match(again.stderr, /is cordoned already[\s\S]*uncordoned/);
    assert.equal(await cordon(), 'none');
  });

  await t.test('upgrade: a node that came up later has nothing to be done but that', async () => {
    sim.machine(1).faults.disturb('loadConfig', 'hold');
    assert.equal((await upgrade('--to', '1.14.0', '--timeout', '2m')).code, 1);
    sim.machine(1).faults.clear();
    await allReady(sim);
    assert.equal(await cordon(), 'ours');
    const again = await upgrade('--to', '1.14.0');
    assert.equal(again.code, 0, again.stderr);
    assert.match(
      again.stderr,
      /runs v1\.14\.0 already, nothing to do\n.*an earlier run has left it cordoned.*\n.*uncordoned\n/,
    );
    assert.equal(await cordon(), 'none');
  });

  await t.test('what an operator cordoned stays so', async () => {
    await patch({ spec: { unschedulable: true } });
    const { code, stderr } = await upgrade('--to', '1.14.1');
    assert.equal(code, 0, stderr);
    assert.match(stderr, /is cordoned already[\s\S]*someone else has cordoned it, and it stays so/);
    assert.equal(await cordon(), 'foreign');
    await patch({ spec: { unschedulable: null } });
  });

  await t.test('so does the cordon of an operator who took off ours before', async () => {
    assert.equal(await cordonNode(api, node), 'ours');
    const managedFields = [
      { manager: 'talosctl', operation: 'Update', fieldsV1: { 'f:metadata': { 'f:annotations': {} } } },
      { manager: 'kubectl-cordon', operation: 'Update', fieldsV1: { 'f:spec': { 'f:unschedulable': {} } } },
    ];
    await patch({ metadata: { managedFields } });
    assert.equal(await cordon(), 'foreign');
  });
});
