import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ownedKubeletFlag, unknownKubeletFlag } from '../../../src/sim/machine/kubelet-flags.js';

test('flags of kubelet and of its libraries are known, deprecated ones too', () => {
  const used = ['cloud-provider', 'fail-cgroupv1', 'feature-gates', 'housekeeping-interval', 'node-labels', 'v'];
  assert.equal(unknownKubeletFlag(used, '1.36.3'), undefined);
  assert.equal(unknownKubeletFlag(used, ''), undefined);
});

test('flags that kubelet has lost are as unknown as those it never had; the first by name is told', () => {
  for (const lost of ['cloud-config', 'container-runtime', 'network-plugin', 'pod-infra-container-image']) {
    assert.equal(unknownKubeletFlag(['v', lost], '1.36.3'), lost);
  }
  assert.equal(unknownKubeletFlag(['zz', 'no-such-flag', 'v'], '1.36.3'), 'no-such-flag');
});

test('flags come and go with the versions of Kubernetes', () => {
  assert.equal(unknownKubeletFlag(['pod-infra-container-image'], '1.34.9'), undefined);
  assert.equal(unknownKubeletFlag(['pod-infra-container-image'], '1.35.0'), 'pod-infra-container-image');
  assert.equal(unknownKubeletFlag(['fail-cgroupv1'], '1.30.1'), 'fail-cgroupv1');
  assert.equal(unknownKubeletFlag(['fail-cgroupv1'], '1.31.0'), undefined);
});

test('flags that Talos sets are told', () => {
  assert.equal(ownedKubeletFlag(['v', 'kubeconfig', 'config']), 'config');
  assert.equal(ownedKubeletFlag(['v']), undefined);
});
