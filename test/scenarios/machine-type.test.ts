import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSim } from '../helpers/sim.js';

/* A configuration for another type of machine than the node is. */

test('a node keeps its machine type, unless the change of it is meant', async (t) => {
  const sim = await startSim(t);
  await sim.configure();
  const [controlPlane = '', worker = ''] = sim.nodes;
  const apply = (node: string, file: string, ...words: readonly string[]) =>
    sim.run(['apply-config', '-n', node, '-f', file, ...words]);
  const texts = () => sim.cluster.machines.map(({ disk }) => disk.read().configText);
  const before = texts();

  await t.test('worker.yaml for the control plane, and the reverse', async () => {
    const cases = [
      [controlPlane, 'out/worker.yaml', /^\S+ is a control plane node, and out\/worker\.yaml makes it a worker node\n/],
      [worker, 'out/controlplane.yaml', /^\S+ is a worker node, and out\/controlplane\.yaml makes it a control plane/],
    ] as const;
    for (const [node, file, message] of cases) {
      for (const words of [[], ['--dry-run'], ['--wait'], ['--mode', 'staged', '--config-patch', '{}']]) {
        const { code, stderr } = await apply(node, file, ...words);
        assert.equal(code, 1, words.join(' '));
        assert.match(stderr, words.includes('staged') ? / and the configuration makes it / : message);
        assert.match(stderr, /`talosctl reset`.*--allow-machine-type-change/);
      }
    }
  });

  await t.test('patches that make another type', async () => {
    const patch = ['patch', 'mc', '-n', worker, '-p', '{"machine":{"type":"init"}}'];
    const { code, stderr } = await sim.run(patch);
    assert.equal(code, 1);
    // What the node itself finds wrong with it is what is said.
    assert.match(stderr, /\(InvalidArgument\)/);
    assert.doesNotMatch(stderr, /--allow-machine-type-change/);
  });

  await t.test('the other nodes get theirs', async () => {
    const { code, stderr } = await apply(`${controlPlane},${worker}`, 'out/worker.yaml');
    assert.equal(code, 1);
    assert.ok(stderr.includes(`${worker}:\n`), stderr);
    assert.ok(stderr.includes(`${controlPlane} is a control plane node`), stderr);
  });

  assert.deepEqual(texts(), before);

  await t.test('--allow-machine-type-change', async () => {
    const { code, stderr } = await apply(
      controlPlane,
      'out/worker.yaml',
      '--allow-machine-type-change',
      '--mode',
      'staged',
    );
    assert.equal(code, 0, stderr);
    assert.match(texts()[0] ?? '', /type: worker/);
  });
});
