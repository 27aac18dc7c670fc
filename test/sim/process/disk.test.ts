import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { FolderDisk } from '../../../src/sim/process/folder-disk.js';
import { processBegan } from '../../../src/sim/process/identity.js';
import { lockCluster } from '../../../src/sim/process/lock.js';
import { readState, writeState } from '../../../src/sim/process/state.js';

async function folder(t: TestContext): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'talosctl-disk-'));
  t.after(() => rm(path, { recursive: true, force: true }));
  return path;
}

test('what a machine writes is there after a restart, for its owner alone', async (t) => {
  const path = join(await folder(t), 'node');
  const disk = new FolderDisk(path);
  assert.deepEqual(disk.read(), { configText: undefined, installed: false });
  const content = {
    configText: 'version: v1alpha1\n# as it was applied\n',
    installed: true,
    etcd: { clusterId: 'a=', memberId: '00c0ffee00c0ffee' },
    metaKeys: { '0x0a': 'yes' },
    wipedDevices: { sda3: 'dropped' as const },
  };
  disk.write(content);
  assert.deepEqual(new FolderDisk(path).read(), content);
  assert.equal(await readFile(join(path, 'config.yaml'), 'utf8'), content.configText);
  for (const file of await readdir(path)) assert.equal((await stat(join(path, file))).mode & 0o777, 0o600, file);
});

test('a wiped disk is empty after a restart', async (t) => {
  const path = await folder(t);
  new FolderDisk(path).write({ configText: 'version: v1alpha1\n', installed: true });
  new FolderDisk(path).write({ installed: false });
  assert.deepEqual(new FolderDisk(path).read(), { configText: undefined, installed: false });
});

test('the state of a cluster reads as it was written', async (t) => {
  const path = await folder(t);
  assert.equal(readState(path), undefined);
  const state = {
    provisioner: 'sim' as const,
    name: 'demo',
    timeScale: 0.5,
    network: '127.5.0.0/24',
    gateway: '127.5.0.1',
    nodes: [],
    process: { pid: 1, began: '123', control: 'http://127.5.0.1:50000', token: 'secret' },
  };
  writeState(path, state);
  assert.deepEqual(readState(path), state);
  assert.equal((await stat(join(path, 'state.yaml'))).mode & 0o777, 0o600);
});

test('one process runs a cluster; the lock of one that has gone does not hold', async (t) => {
  const path = await folder(t);
  const began = await processBegan(process.pid);
  assert.ok(began !== undefined);
  const unlock = await lockCluster(path, { pid: process.pid, began });
  await assert.rejects(lockCluster(path, { pid: process.pid, began }), /runs already/);
  unlock();
  const gone = await lockCluster(path, { pid: process.pid, began: 'another time' });
  const again = await lockCluster(path, { pid: process.pid, began });
  gone();
  await assert.rejects(lockCluster(path, { pid: process.pid, began }), /runs already/);
  again();
});

test('a process is known by number and beginning', async () => {
  assert.equal(await processBegan(process.pid), await processBegan(process.pid));
  assert.notEqual(await processBegan(process.pid), await processBegan(process.ppid));
  assert.equal(await processBegan(2 ** 30), undefined);
});
