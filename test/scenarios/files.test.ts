import assert from 'node:assert/strict';
import { lstat, readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { PcapParser } from '../../src/packets/pcap.js';
import { startSim } from '../helpers/sim.js';

test('the files and the traffic of nodes', { timeout: 120_000 }, async (t) => {
  const sim = await startSim(t);
  await sim.configure();
  const [first = '', second = ''] = sim.nodes;
  const both = `${first},${second}`;
  const names = (stdout: string): string[] =>
    stdout
      .split('\n')
      .slice(1, -1)
      .map((line) => line.split(/ {3,}/).at(-1) ?? '');

  await t.test('folders are listed, as deep as asked', async () => {
    const root = names(await sim.ok(['ls', '/', '-n', first]));
    for (const name of ['.', 'etc', 'proc', 'sys', 'system', 'var']) assert.ok(root.includes(name), name);
    assert.deepEqual(names(await sim.ok(['ls', '/etc/cni', '-n', both])), ['.', 'net.d', '.', 'net.d']);
    const deep = names(await sim.ok(['ls', '-r', '/etc/cri', '-n', first]));
    assert.ok(deep.includes('conf.d/01-registries.part'));
    assert.ok(deep.indexOf('conf.d/01-registries.part') < deep.indexOf('containerd.toml'), 'in the order of names');
    assert.ok(!names(await sim.ok(['ls', '-d', '1', '/etc/cri', '-n', first])).some((name) => name.includes('/')));
    assert.deepEqual(names(await sim.ok(['ls', '-t', 'l', '/etc', '-n', first])).includes('localtime'), true);
    assert.match(
      await sim.ok(['ls', '-l', '/var/lib', '-n', first]),
      /drwx------ {3}60 {4}60 .*etcd_data_t:s0 +etcd$/m,
    );
  });

  await t.test('sizes add up', async () => {
    const [{ usage }] = JSON.parse(await sim.ok(['du', '-a', '-d', '-1', '/etc/cri', '-n', first, '-o', 'json']));
    const sum = usage
      .filter(({ relativeName }: { relativeName: string }) => !['.', 'conf.d', 'conf.d/hosts'].includes(relativeName))
      .reduce((total: number, { size }: { size: number }) => total + size, 0);
    assert.equal(usage.at(-1).relativeName, '.');
    assert.equal(usage.at(-1).size, sum + 3 * 4096);
    assert.deepEqual(names(await sim.ok(['du', '-d', '0', '/etc', '-n', first])), ['.']);
  });

  await t.test('files follow from the machine', async () => {
    assert.match(await sim.ok(['read', '/etc/os-release', '-n', first]), /^VERSION_ID=v1\.13\.9$/m);
    assert.match(await sim.ok(['read', '/etc/hosts', '-n', first]), new RegExp(`^${first} `, 'm'));
    assert.equal(await sim.ok(['read', '/bin/../../etc/pki/certs/ca-certificates', '-n', first]), '');
    assert.match(await sim.ok(['read', '/system/state/config.yaml', '-n', second]), /^ {4}type: worker/m);
    assert.match(await sim.ok(['read', '/proc/1/cmdline', '-n', first]), /^\/sbin\/init\0$/);
    const mac = (await sim.ok(['read', '/sys/class/net/eth0/address', '-n', first])).trim();
    assert.match(await sim.ok(['get', 'links', 'eth0', '-o', 'yaml', '-n', first]), new RegExp(`hardwareAddr: ${mac}`));
    assert.match((await sim.run(['read', '/nonexistent', '-n', first])).stderr, /^stat \/nonexistent: no such file/);
    assert.match((await sim.run(['read', '/etc', '-n', first])).stderr, /^path must be a regular file/);
    assert.match((await sim.run(['read', '/etc/hosts/x', '-n', first])).stderr, /not a directory/);
  });

  await t.test('folders are copied', async () => {
    await sim.ok(['cp', '/etc', 'etc', '-n', first]);
    const target = join(sim.home, 'etc');
    assert.equal(
      await readFile(join(target, 'os-release'), 'utf8'),
      await sim.ok(['read', '/etc/os-release', '-n', first]),
    );
    assert.equal((await lstat(join(target, 'kubernetes/kubelet.yaml'))).mode & 0o777, 0o600);
    assert.equal(await readlink(join(target, 'pki')), 'ssl');
    await assert.rejects(lstat(join(target, 'localtime')), 'a link out of the folder');
    await sim.ok(['cp', '/etc/hosts', 'single', '-n', first]);
    assert.deepEqual(await readdir(join(sim.home, 'single')), ['hosts']);
    const sockets = await sim.run(['cp', '/run', 'run', '-n', first]);
    assert.match(sockets.stderr, /skipping "\/run\/containerd\/containerd\.sock": archive\/tar: sockets not supported/);
    await sim.ok(['cp', '/proc/1', 'proc', '-n', first]);
    assert.match(await readFile(join(sim.home, 'proc/status'), 'utf8'), /^Name:\tinit$/m);
  });

  await t.test('packets are captured, and filtered on the node', async () => {
    const lines = await sim.ok(['pcap', '--duration', '500ms', '-n', first]);
    assert.match(lines, new RegExp(`IP ${first}\\.50000 > `));
    const arp = [
      '{ 0x28, 0, 0, 0x0000000c },',
      '{ 0x15, 0, 1, 0x00000806 },',
      '{ 0x6, 0, 0, 0x00040000 },',
      '{ 0x6, 0, 0, 0 },',
    ];
    const filtered = await sim.ok(['pcap', '--duration', '500ms', '--bpf-filter', arp.join('\n'), '-n', first]);
    assert.ok(
      filtered.length > 0 &&
        filtered
          .trimEnd()
          .split('\n')
          .every((line) => line.includes(' ARP, ')),
    );
    await sim.ok(['pcap', '-i', 'lo', '--duration', '300ms', '-o', 'lo.pcap', '-n', first]);
    const parser = new PcapParser();
    const packets = parser.push(await readFile(join(sim.home, 'lo.pcap')));
    assert.ok(packets.length > 0 && packets.every(({ data, length }) => data.length === length));
    assert.match((await sim.run(['pcap', '-i', 'wlan0', '-n', first])).stderr, /interface "wlan0" not found/);
  });

  await t.test('a reader lists files and does not read them', async () => {
    await sim.ok(['config', 'new', 'reader.yaml', '--roles', 'os:reader', '-n', first]);
    const reader = ['--talosconfig', 'reader.yaml', '-e', first, '-n', first];
    assert.match(await sim.ok(['ls', '/etc', ...reader]), /os-release/);
    assert.match(await sim.ok(['du', '/etc', ...reader]), / \.$/m);
    for (const words of [
      ['read', '/etc/hosts'],
      ['cp', '/etc', 'denied'],
      ['pcap', '--duration', '1s'],
    ]) {
      const { code, stderr } = await sim.run([...words, ...reader]);
      assert.equal(code, 1);
      assert.match(stderr, /PermissionDenied/);
    }
    assert.ok(!(await readdir(sim.home)).includes('denied'));
  });
});
