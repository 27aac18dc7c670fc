import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ownedKubeletFlag, unknownKubeletFlag } from '../../../src/sim/machine/kubelet-flags.js';

test('flags of kubelet and of its libraries are known, deprecated ones too', () => {
  const used = ['cloud-provider', 'fail-cgroupv1', 'feature-gates', 'housekeeping-interval', 'node-labels', 'v'];
  assert.equal(unknownKubeletFlag(used), undefined);
});

test('flags that kubelet has lost are as unknown as those it never had; the first by name is told', () => {
  for (const lost of ['cloud-config', 'container-runtime', 'network-plugin', 'pod-infra-container-image']) {
    assert.equal(unknownKubeletFlag(['v', lost]), lost);
  }
  assert.equal(unknownKubeletFlag(['zz', 'no-such-flag', 'v']), 'no-such-flag');
});

test('flags that Talos sets are told', () => {
  assert.equal(ownedKubeletFlag(['v', 'kubeconfig', 'config']), 'config');
  assert.equal(ownedKubeletFlag(['v']), undefined);
});
