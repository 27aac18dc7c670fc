import assert from 'node:assert/strict';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Sim, startSim } from '../helpers/sim.js';
import { textInput } from '../helpers/streams.js';
import { readZip, type ZipEntry } from '../helpers/zip.js';

async function archive(sim: Sim, name: string): Promise<readonly ZipEntry[]> {
  return readZip(await readFile(join(sim.home, name)));
}

/** Keys, tokens and secrets of a generated configuration. */
function secretsOf(config: string): readonly string[] {
  const values = [...config.matchAll(/\b(?:key|token|secret|secretboxEncryptionSecret): (\S+)$/gm)].map(
    ([, value = '']) => value,
  );
  return values
    .flatMap((value) => [value, Buffer.from(value, 'base64').toString('utf8')])
    .filter((text) => text.length > 8);
}

test('a support archive', { timeout: 120_000 }, async (t) => {
  const sim = await startSim(t);
  await sim.configure();
  const [first = '', second = ''] = sim.nodes;
  const both = `${first},${second}`;

  await t.test('has what helps, of every node and of the cluster, and no secret', async () => {
    const { code, stdout, stderr } = await sim.run(['support', '-n', both, '-O', 'all.zip', '-w', '4']);
    assert.deepEqual([code, stdout], [0, ''], stderr);
    for (const source of [first, second, 'cluster']) {
      assert.match(stderr, new RegExp(`^${source}: gathering \\d+ parts$`, 'm'));
      assert.match(stderr, new RegExp(`^${source}: (\\d+) of \\1 parts$`, 'm'));
    }
    assert.match(stderr, /^the support archive is in all\.zip \(\d+ files\)$/m);
    assert.equal((await stat(join(sim.home, 'all.zip'))).mode & 0o777, 0o600);

    const entries = await archive(sim, 'all.zip');
    const names = new Set(entries.map(({ name }) => name));
    assert.equal(names.size, entries.length, 'each path once');
    for (const node of [first, second]) {
      for (const name of [
        'controller-runtime.log',
        'dependencies.dot',
        'devices',
        'dmesg.log',
        'dns-resolve-cache.log',
        'io',
        'mounts',
        'processes',
        'summary',
        'resources/members.cluster.talos.dev.yaml',
        'resources/machineconfigs.config.talos.dev.yaml',
        'service-logs/kubelet.log',
        'service-logs/kubelet.state',
      ]) {
        assert.ok(names.has(`${node}/${name}`), `${node}/${name}`);
      }
    }
    const hostname = sim.machine(0).runtime?.hostname ?? '';
    assert.ok(names.has(`${first}/kubernetes-logs/kube-system/kube-apiserver-${hostname}.log`));
    assert.ok(names.has(`${first}/service-logs/etcd.log`) && !names.has(`${second}/service-logs/etcd.log`));
    assert.ok(names.has('kubernetesResources/nodes.yaml') && names.has('kubernetesResources/systemPods.yaml'));

    const text = (name: string): string => entries.find((entry) => entry.name === name)?.content.toString() ?? '';
    assert.match(text(`${first}/resources/machineconfigs.config.talos.dev.yaml`), /^spec: <REDACTED>$/m);
    assert.match(text(`${first}/resources/manifests.kubernetes.talos.dev.yaml`), /^ +token-secret: <REDACTED>$/m);
    assert.match(text(`${first}/summary`), /^Client:\n\tTag: {9}v1\.13\.9\n[\s\S]*^Server:\n\tTag: {9}v1\.13\.9\n/m);
    assert.match(
      text(`${first}/service-logs/kubelet.state`),
      /^ID {7}kubelet\nSTATE {4}Running\nHEALTH {3}OK\nEVENTS {3}\[Running\]/,
    );
    assert.match(text(`${first}/mounts`), /^FILESYSTEM {3}SIZE\(GB\)/);
    assert.match(
      text(`${first}/io`),
      /^NAME {3}IO_TIME {3}IO_TIME_WEIGHTED {3}DISK_WRITE_SECTORS {3}DISK_READ_SECTORS\nsda /,
    );
    assert.match(text(`${first}/processes`), /^PID {6}STATE {3}THREADS/);
    assert.match(text(`${first}/devices`), /^0000\t808629c0\t/);
    assert.match(text('kubernetesResources/nodes.yaml'), /^kind: NodeList$/m);

    const secrets = secretsOf(await readFile(join(sim.home, 'out/controlplane.yaml'), 'utf8'));
    assert.ok(secrets.length > 10);
    for (const { name, content } of entries) {
      for (const secret of secrets) assert.ok(!content.includes(secret), `${name} holds a secret`);
    }
  });

  await t.test('a file that exists is overwritten only by who says yes', async () => {
    const before = await readFile(join(sim.home, 'all.zip'));
    for (const stdin of ['', 'n\n']) {
      const { code, stderr } = await sim.run(['support', '-n', second, '-O', 'all.zip'], { stdin });
      assert.equal(code, 1);
      assert.match(stderr, /^all\.zip already exists, overwrite\? \[y\/N\]: /);
    }
    assert.ok((await readFile(join(sim.home, 'all.zip'))).equals(before));
    const stdin = textInput('y\n', { isTerminal: true });
    await sim.ok(['support', '-n', second, '-O', 'all.zip'], { stdin });
    assert.ok(!(await readFile(join(sim.home, 'all.zip'))).equals(before));
  });

  await t.test('a node that is not there does not keep the others from it', async () => {
    const { code, stderr } = await sim.run(['support', '-n', `${second},${first.replace(/\.\d+$/, '.99')}`, '-v']);
    assert.equal(code, 1);
    assert.match(stderr, /\.99: .*no route to host/);
    assert.match(stderr, new RegExp(`^${second}: 1 of \\d+: dmesg\\.log$`, 'm'));
    assert.ok((await archive(sim, 'support.zip')).some(({ name }) => name === `${second}/dmesg.log`));
  });

  await t.test('no archive where nothing could be gathered', async () => {
    const nobody = first.replace(/\.\d+$/, '.99');
    const { code } = await sim.run(['support', '-n', nobody, '-e', nobody, '-O', 'none.zip']);
    assert.equal(code, 1);
    assert.ok(!(await readdir(sim.home)).some((name) => name.startsWith('none.zip')));
  });

  await t.test('an interrupted one leaves nothing', async () => {
    const abort = new AbortController();
    setTimeout(() => abort.abort(), 100);
    const { code } = await sim.run(['support', '-n', both, '-O', 'cut.zip'], { signal: abort.signal });
    assert.equal(code, 1);
    assert.ok(!(await readdir(sim.home)).some((name) => name.startsWith('cut.zip')));
  });
});
