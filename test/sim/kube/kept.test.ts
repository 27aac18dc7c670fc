import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { connectKube } from '../../../src/kube/api/api.js';
import { SimCluster } from '../../../src/sim/cluster.js';
import { FolderClusters } from '../../../src/sim/process/folder-clusters.js';
import { startSim, until } from '../../helpers/sim.js';

interface Found {
  readonly metadata: { readonly uid: string; readonly labels?: Readonly<Record<string, string>> };
  readonly data?: unknown;
}

test('what etcd holds outlives the process that plays the cluster', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'talosctl-kept-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const sim = await startSim(t, { kept: new FolderClusters(folder) });
  await sim.configure();
  const clusterId = sim.machine(0).runtime?.configuration.active?.view.clusterId ?? '';
  const worker = sim.machine(1).runtime?.hostname ?? '';
  const kubeconfig = await sim.ok(['kubeconfig', '-']);
  const ask = async <T>(...request: Parameters<Awaited<ReturnType<typeof connectKube>>['send']>): Promise<T> => {
    const kube = await connectKube(kubeconfig, {});
    try {
      return await kube.send<T>(...request);
    } finally {
      kube.close();
    }
  };
  const path = '/api/v1/namespaces/default/configmaps';
  const body = { metadata: { name: 'mine' }, data: { a: 'b' } };
  const made = await ask<Found>({ method: 'POST', path, body });
  await ask({
    method: 'PATCH',
    path: `/api/v1/nodes/${worker}`,
    contentType: 'application/merge-patch+json',
    body: { metadata: { labels: { disk: 'ssd' } } },
  });
  sim.cluster.etcdState(clusterId).recovered = Buffer.from('database');
  await sim.cluster.stop();

  const again = new SimCluster({
    machines: sim.cluster.machines.map(({ identity, disk }) => ({ identity, disk })),
    timeScale: 0.03,
    kept: new FolderClusters(folder),
    onFault: (_machine, error) => assert.fail(String(error)),
  });
  t.after(() => again.stop());
  again.powerOn();
  await until('every node to be ready', () => again.machines.every(({ runtime }) => runtime?.ready === true));
  const found = await ask<Found>({ path: `${path}/mine` });
  assert.deepEqual([found.metadata.uid, found.data], [made.metadata.uid, { a: 'b' }]);
  assert.equal((await ask<Found>({ path: `/api/v1/nodes/${worker}` })).metadata.labels?.['disk'], 'ssd');
  assert.deepEqual(again.etcdState(clusterId).recovered, Buffer.from('database'));

  await t.test('its files are private, and go with a cluster that is made anew', async () => {
    const [id = ''] = await readdir(join(folder, 'etcd'));
    assert.equal((await stat(join(folder, 'etcd', id, 'objects.json'))).mode & 0o777, 0o600);
    again.newKubernetes(clusterId);
    assert.deepEqual(await readdir(join(folder, 'etcd', id)), ['recovered.db']);
  });

  await t.test('a folder that was removed is not made again', async () => {
    await rm(folder, { recursive: true });
    new FolderClusters(folder).write(clusterId, 'recovered.db', Buffer.from('x'));
    await assert.rejects(stat(folder), /ENOENT/);
  });
});
