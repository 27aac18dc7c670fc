import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSim } from '../helpers/sim.js';

test('one configuration for several unconfigured nodes is refused before any of them gets it', async (t) => {
  const sim = await startSim(t);
  await sim.generate();
  const { code, stderr } = await sim.run([
    'apply-config',
    '--insecure',
    '-n',
    sim.nodes.join(','),
    '-f',
    'out/worker.yaml',
  ]);
  assert.equal(code, 1);
  for (const node of sim.nodes) assert.match(stderr, new RegExp(node.replaceAll('.', '\\.')));
  for (const { runtime, disk } of sim.cluster.machines) {
    assert.equal(runtime?.stage, 'maintenance');
    assert.equal(disk.read().configText, undefined);
    assert.doesNotMatch(runtime?.logs.find('machined')?.last ?? '', /apply config/);
  }
});
