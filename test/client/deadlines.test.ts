import assert from 'node:assert/strict';
import { test } from 'node:test';
import { respondOk, startRawNode } from '../helpers/raw-node.js';

/* How long nodes have for their answers. */

test('calls have a deadline unless they take as long as they take', async (t) => {
  const asked = new Map<string, string | undefined>();
  const node = await startRawNode(t, (stream, { ':path': path, 'grpc-timeout': timeout }) => {
    asked.set(String(path).replace(/^.*\//, ''), timeout === undefined ? undefined : String(timeout));
    respondOk(stream);
    stream.end();
  });
  const patient = {
    EtcdDefragment: ['etcd', 'defrag'],
    ServiceRestart: ['service', 'kubelet', 'restart'],
  };
  const bounded = {
    Version: ['version'],
    List: ['get', 'members'],
    Kubeconfig: ['kubeconfig', '-'],
    MetaWrite: ['meta', 'write', '10', 'x'],
    ControllerRuntimeDependencies: ['inspect', 'dependencies'],
  };
  for (const [method, words] of Object.entries({ ...patient, ...bounded })) {
    assert.equal((await node.run(words)).code, 1, words.join(' '));
    assert.ok(asked.has(method), `${method} was not asked`);
    if (method in patient) assert.equal(asked.get(method), undefined, method);
    else assert.ok(secondsOf(asked.get(method)) <= 60, `${method}: ${asked.get(method)}`);
  }
});

test('health says that nobody answered, soon after its own time is up', async (t) => {
  const node = await startRawNode(t, () => undefined);
  const began = Date.now();
  const { code, stderr } = await node.run(['health', '--wait-timeout', '100ms']);
  assert.equal(code, 1);
  assert.match(stderr, /^the cluster is not healthy within 0\.1 s: nothing was answered\n/);
  assert.ok(Date.now() - began < 4900, 'it takes no longer than the leeway');
});

/** `59999m` as 59.999. */
function secondsOf(timeout = ''): number {
  const [, digits = '', unit = ''] = /^(\d+)([HMSmun])$/.exec(timeout) ?? [];
  return Number(digits) * ({ H: 3600, M: 60, S: 1, m: 1e-3, u: 1e-6, n: 1e-9 }[unit] ?? Number.NaN);
}
