import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { runProgram } from '../helpers/program.js';

/** Both sides in the built program: a runtime may know less of TLS in the one role than in the other. */
test('the Kubernetes API of a simulated cluster knows the client that its kubeconfig makes', async (t) => {
  const home = await mkdtemp(join(tmpdir(), 'talosctl-kubernetes-'));
  const run = (...words: readonly string[]) => runProgram(words, { env: { HOME: home }, cwd: home });
  t.after(async () => {
    await run('cluster', 'destroy', '--name', 'kube');
    await rm(home, { recursive: true, force: true });
  });
  const created = await run('cluster', 'create', 'sim', '--name', 'kube', '--time-scale', '0.05');
  assert.equal(created.code, 0, created.stderr);
  const written = await run('kubeconfig');
  assert.equal(written.code, 0, written.stderr);
  assert.match(await readFile(join(home, '.kube', 'config'), 'utf8'), /^current-context: admin@kube$/m);
  const health = await run('health', '--server=false', '--wait-timeout', '30s');
  assert.equal(health.code, 0, health.stderr);
  const upgrade = await run('upgrade-k8s', '--dry-run');
  assert.equal(upgrade.code, 0, upgrade.stderr);
  assert.match(upgrade.stdout, /^automatically detected the lowest Kubernetes version 1\./);
});
