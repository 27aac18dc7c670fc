import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { FastClock } from '../helpers/clock.js';
import { startSim, until } from '../helpers/sim.js';

const idOf = (members: string, hostname: string): string =>
  new RegExp(`^\\S+ +([0-9a-f]{16}) +${hostname} `, 'm').exec(members)?.[1] ?? '';
const infoOf = (stdout: string): string => /^snapshot info: .*$/m.exec(stdout)?.[0] ?? '';

test('etcd through its life: members come, lead and go, and a snapshot starts it anew', async (t) => {
  const sim = await startSim(t, { controlPlanes: 3, workers: 0 });
  const [first = '', , third = ''] = sim.nodes;
  const members = () => sim.ok(['-n', first, 'etcd', 'members']);
  await sim.configure();
  await until('three members', async () => (await members()).trim().split('\n').length === 4);

  await t.test('the state of every member, and one leader', async () => {
    const status = await sim.ok(['-n', sim.nodes.join(), 'etcd', 'status']);
    const leaders = new Set(
      status
        .trim()
        .split('\n')
        .slice(1)
        .map((row) => /\) +([0-9a-f]{16}) /.exec(row)?.[1]),
    );
    assert.equal(leaders.size, 1);
  });

  await t.test('the leader hands its place on', async () => {
    const forfeited = await sim.run(['-n', first, 'etcd', 'forfeit-leadership']);
    assert.equal(forfeited.code, 0);
    assert.match(forfeited.stderr, /demo-controlplane-\d leads etcd now/);
    const again = await sim.run(['-n', first, 'etcd', 'forfeit-leadership']);
    assert.match(again.stderr, /does not lead etcd/);
  });

  await t.test('a member leaves; what has left cannot leave, and does not wait', async () => {
    await sim.ok(['-n', third, 'etcd', 'leave']);
    assert.equal(idOf(await members(), 'demo-controlplane-3'), '');
    const again = await sim.run(['-n', third, 'etcd', 'leave']);
    assert.equal(again.code, 1);
    assert.match(again.stderr, /runs no member of etcd, there is nothing to leave/);
    assert.match(await sim.ok(['-n', third, 'service', 'etcd']), /STATE +Finished/);
  });

  await t.test('a lost member is removed by its id', async () => {
    await sim.machine(1).cut();
    const id = idOf(await members(), 'demo-controlplane-2');
    const removed = await sim.run(['-n', first, 'etcd', 'remove-member', id]);
    assert.equal(removed.code, 0);
    assert.match(removed.stderr, new RegExp(`about to remove the etcd member ${id} .*cluster "demo"`));
    assert.equal(idOf(await members(), 'demo-controlplane-2'), '');
    assert.match((await sim.run(['-n', first, 'etcd', 'remove-member', id])).stderr, /etcd has no member/);
    const last = idOf(await members(), 'demo-controlplane-1');
    assert.match((await sim.run(['-n', first, 'etcd', 'remove-member', last])).stderr, /not enough started members/);
  });

  let info = '';
  await t.test('a snapshot', async () => {
    const saved = await sim.ok(['-n', first, 'etcd', 'snapshot', 'db.snapshot']);
    info = infoOf(saved);
    assert.match(info, /hash [0-9a-f]{8}, revision \d+, total keys \d+, total size \d+/);
    assert.equal((await readFile(join(sim.home, 'db.snapshot'))).length % 512, 32);
  });

  await t.test('a node that loses the last etcd comes back as far as it can, which is not waited beyond', async () => {
    const words = ['-n', first, 'reset', '--graceful=false', '--reboot', '--system-labels-to-wipe', 'EPHEMERAL'];
    const { code, stderr } = await sim.run(words, { clock: new FastClock(20) });
    assert.equal(code, 0, stderr);
    assert.match(stderr, /is back in another boot; no node of the cluster runs etcd, which waits for `talosctl boot/);
  });

  await t.test('etcd starts with the snapshot where all members are gone', async () => {
    const machine = sim.machine(0);
    const recovered = await sim.ok(['-n', first, 'bootstrap', '--recover-from', 'db.snapshot']);
    assert.equal(recovered, `recovering from snapshot "db.snapshot": ${info.replace('snapshot info: ', '')}\n`);
    await until('etcd to run', () => machine.runtime?.services.find('etcd')?.up === true);
    assert.equal(infoOf(await sim.ok(['-n', first, 'etcd', 'snapshot', 'again.snapshot'])), info);
  });

  await t.test('maintenance: space, alarms, an older version', async () => {
    assert.equal(await sim.ok(['-n', first, 'etcd', 'defrag']), '');
    assert.equal(await sim.ok(['-n', first, 'etcd', 'alarm', 'list']), '');
    const patch = { cluster: { etcd: { extraArgs: { 'quota-backend-bytes': '4096' } } } };
    await sim.ok(['-n', first, 'patch', 'mc', '--mode', 'no-reboot', '-p', JSON.stringify(patch)]);
    assert.match(
      await sim.ok(['-n', first, 'etcd', 'alarm', 'list']),
      /^NODE +MEMBER +ALARM\n\S+ +[0-9a-f]{16} +NOSPACE\n$/,
    );
    assert.match(await sim.ok(['-n', first, 'etcd', 'status']), /alarm:NOSPACE/);
    assert.match(await sim.ok(['-n', first, 'etcd', 'alarm', 'disarm']), /NOSPACE/);
    assert.equal(await sim.ok(['-n', first, 'etcd', 'alarm', 'list']), '');
    const down = (...words: readonly string[]) => sim.run(['-n', first, 'etcd', 'downgrade', ...words]);
    assert.match((await down('validate', '3.5')).stdout, /downgrade validate success, cluster version 3\.6/);
    assert.match((await down('validate', '3.4')).stderr, /only supported to 3\.5 and later/);
    assert.match((await down('enable', '3.6')).stderr, /invalid downgrade target version/);
    assert.equal((await down('enable', '3.5')).code, 0);
    assert.match((await down('enable', '3.5')).stderr, /downgrade job in progress/);
    assert.equal((await down('cancel')).code, 0);
  });
});
