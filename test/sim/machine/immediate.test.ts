import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeConfig } from '../../../src/machineconfig/decode/decode.js';
import { immediateObstacle } from '../../../src/sim/machine/immediate.js';

const config = (machine: string, cluster = '', documents = '') =>
  decodeConfig(
    `version: v1alpha1\nmachine:\n    type: worker\n    install:\n        disk: /dev/sda\n${machine}` +
      `cluster:\n    clusterName: demo\n${cluster}${documents}`,
  );

const current = config('');

test('what a running machine takes over is no obstacle', () => {
  for (const next of [
    config(''),
    config('    nodeLabels:\n        rack: r1\n'),
    config('    sysctls:\n        net.ipv4.ip_forward: "1"\n'),
    config('    kubelet:\n        extraArgs:\n            v: "4"\n'),
    config('', '    network:\n        dnsDomain: example.org\n'),
    config('', '', '---\napiVersion: v1alpha1\nkind: HostnameConfig\nauto: stable\n'),
  ]) {
    assert.equal(immediateObstacle(current, next), undefined);
  }
});

test('the rest is shown as the difference that needs a reboot, and nothing else', () => {
  const obstacle =
    immediateObstacle(current, config('    nodeLabels:\n        rack: r1\n    env:\n        A: b\n')) ?? '';
  assert.match(obstacle, /^this config change can't be applied in immediate mode\ndiff:\n--- a\n\+\+\+ b\n/);
  assert.match(obstacle, /^\+ +A: b$/m);
  assert.doesNotMatch(obstacle, /rack/);
});
