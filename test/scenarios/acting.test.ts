import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { tarEnd, tarEntry, tarPadding } from '../../src/sim/files/tar.js';
import { startSim, until } from '../helpers/sim.js';

test('a machine without configuration: disks can be wiped, keys cannot be written', async (t) => {
  const sim = await startSim(t, { workers: 0 });
  const [node = ''] = sim.nodes;
  const wiped = await sim.run(['wipe', 'disk', 'sda', 'sdb', '--insecure', '-n', node]);
  assert.equal(wiped.code, 0);
  assert.match(wiped.stderr, /^about to wipe sda, sdb \(FAST\) on \S+ \(demo-controlplane-1\), in maintenance mode/);
  assert.match((await sim.run(['wipe', 'disk', 'vda', '-i', '-n', node])).stderr, /blockdevice "vda" not found/);
  const denied = await sim.run(['meta', 'write', '0x0a', 'x', '--insecure', '-n', node]);
  assert.equal(denied.code, 1);
  assert.match(denied.stderr, /not authorized/);
});

test('acting on a running cluster', async (t) => {
  const sim = await startSim(t);
  const [controlPlane = '', worker = ''] = sim.nodes;
  await sim.configure();

  await t.test('keys of META are written, shown, deleted, and outlive a reboot', async () => {
    await sim.ok(['-n', `${controlPlane},${worker}`, 'meta', 'write', '0x0a', 'rack=r1']);
    const machine = sim.machine(1);
    await machine.cut();
    machine.powerOn();
    await until('the worker to be ready', () => machine.runtime?.ready === true);
    assert.match(await sim.ok(['-n', worker, 'get', 'metakeys']), /MetaKey +0x0a +1 +rack=r1$/m);
    await sim.ok(['-n', worker, 'meta', 'delete', '10']);
    assert.doesNotMatch(await sim.ok(['-n', worker, 'get', 'metakeys']), /0x0a/);
    assert.match((await sim.run(['-n', worker, 'meta', 'delete', '10'])).stderr, /meta key not found \(NotFound\)/);
  });

  await t.test('what volumes use is not wiped, the rest is', async () => {
    const wipe = (...words: readonly string[]) => sim.run(['-n', worker, 'wipe', 'disk', ...words]);
    assert.match((await wipe('sda')).stderr, /blockdevice "sda" is in use by volume/);
    assert.match((await wipe('sda5', '--skip-volume-check')).stderr, /block device "sda5" is mounted or in use/);
    const volumes = () => sim.ok(['-n', worker, 'get', 'discoveredvolumes']);
    assert.match(await volumes(), /sdb +1 +disk +21 GB +ext4 +backup/);
    assert.equal((await wipe('sdb')).code, 0);
    assert.doesNotMatch(await volumes(), /ext4/);
    assert.equal((await wipe('sda3', '--drop-partition')).code, 0);
    assert.doesNotMatch(await volumes(), /sda3/);
  });

  await t.test('rollback needs an upgrade before it', async () => {
    assert.match((await sim.run(['-n', worker, 'rollback'])).stderr, /previous UKI not found/);
  });

  await t.test('containers are restarted', async () => {
    const pid = () => sim.machine(0).runtime?.services.find('trustd')?.pid ?? 0;
    const before = pid();
    await sim.ok(['restart', 'trustd']);
    await until('another process', () => pid() !== 0 && pid() !== before);
    assert.match((await sim.run(['restart', '-k', 'nosuch'])).stderr, /container "nosuch" not found/);
  });

  await t.test('images are listed, pulled, removed', async () => {
    const list = (...words: readonly string[]) => sim.ok(['image', 'list', ...words]);
    assert.match(await list(), /kube-apiserver:v1\.36\.3 .*io\.cri-containerd\.image=managed/);
    assert.match(await list('--namespace', 'system'), /siderolabs\/kubelet:/);
    assert.equal(await list('--namespace', 'inmem'), '');
    const pulled = await sim.run(['image', 'pull', '--namespace', 'inmem', 'docker.io/library/busybox:1']);
    assert.match(pulled.stderr, /^\S+: pulled image docker\.io\/library\/busybox@sha256:[0-9a-f]{64}\n$/);
    assert.match(await list('--namespace', 'inmem'), /docker\.io\/library\/busybox:1 /);
    await sim.ok(['image', 'rm', '--namespace', 'inmem', 'docker.io/library/busybox:1']);
    assert.doesNotMatch(await list('--namespace', 'inmem'), /docker\.io\/library\/busybox:1 /);
    const unknown = await sim.run(['image', 'pull', 'registry.k8s.io/nope:v1']);
    assert.match(
      unknown.stderr,
      /^error pulling image: failed to pull image "registry\.k8s\.io\/nope:v1": .*\(NotFound\)\n$/,
    );
  });

  await t.test('a container to look for trouble, from a reference or an archive', async () => {
    const image = 'docker.io/library/busybox:1';
    const pulled = await sim.run(['debug', image, '--args', '/bin/sh,-c,hostname; exit 3']);
    assert.deepEqual([pulled.code, pulled.stdout], [1, 'demo-controlplane-1\n']);
    assert.match(pulled.stderr, /container exited with code 3/);
    const manifest = Buffer.from(JSON.stringify([{ RepoTags: ['example.org/tools:1'] }]));
    const entry = tarEntry({ name: 'manifest.json', mode: 0o644, modified: new Date(0), content: manifest });
    await writeFile(join(sim.home, 'tools.tar'), Buffer.concat([entry, tarPadding(manifest.length), tarEnd()]));
    const archived = await sim.run(['debug', 'tools.tar'], { stdin: 'echo from the input\n' });
    assert.deepEqual([archived.code, archived.stdout], [0, 'from the input\n']);
    assert.match(archived.stderr, /imported image example\.org\/tools:1 from tools\.tar/);
    assert.match((await sim.run(['debug', image, '--args', 'vim'])).stderr, /executable file not found/);
  });

  await t.test('lesser roles do lesser things', async () => {
    await sim.ok(['config', 'new', 'reader', '--roles', 'os:reader', '--crt-ttl', '1h']);
    await sim.ok(['config', 'new', 'operator', '--roles', 'os:operator']);
    await sim.ok(['config', 'new', 'backup', '--roles', 'os:etcd:backup']);
    const allowed = async (role: string, ...words: readonly string[]): Promise<boolean> => {
      const { stderr, code } = await sim.run(['--talosconfig', role, '-n', controlPlane, ...words]);
      if (code !== 0) assert.match(stderr, /not authorized/, `${role}: ${words.join(' ')}`);
      return code === 0;
    };
    for (const [words, roles] of [
      [
        ['etcd', 'members'],
        ['reader', 'operator', 'backup'],
      ],
      [
        ['etcd', 'alarm', 'list'],
        ['reader', 'operator', 'backup'],
      ],
      [
        ['etcd', 'snapshot', 'by-role'],
        ['operator', 'backup'],
      ],
      [['etcd', 'defrag'], ['operator']],
      [
        ['image', 'list'],
        ['reader', 'operator'],
      ],
      [['image', 'pull', 'docker.io/library/alpine:3'], ['operator']],
      [['image', 'rm', 'docker.io/library/alpine:3'], []],
      [['restart', 'trustd'], ['operator']],
      [['meta', 'write', '1', 'x'], []],
      [['wipe', 'disk', 'sdb'], []],
      [['etcd', 'downgrade', 'validate', '3.5'], []],
    ] as const) {
      const found: string[] = [];
      for (const role of ['reader', 'operator', 'backup']) if (await allowed(role, ...words)) found.push(role);
      assert.deepEqual(found, roles, words.join(' '));
    }
  });
});
