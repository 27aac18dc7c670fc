import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { contractHas, formatContract, parseContract } from '../../../src/machineconfig/generate/contract.js';

describe('version contracts', () => {
  it('count major and minor only', () => {
    for (const written of ['v1.10', '1.10', 'v1.10.3', '1.10.0-alpha.1']) {
      assert.deepEqual(parseContract(written), { major: 1, minor: 10 });
    }
    assert.equal(formatContract(parseContract('1.2.3')), 'v1.2');
  });

  it('refuse what is no version', () => {
    for (const written of ['', 'v1', '1', 'latest', 'vv1.2', '1.x', 'v1.2beta']) {
      assert.throws(() => parseContract(written), /is not a Talos version/, written);
    }
  });

  it('refuse versions newer than this client', () => {
    for (const written of ['v1.14', 'v1.14.0', 'v2.0']) {
      assert.throws(() => parseContract(written), /Talos v[12]\.\d+ are not supported/);
    }
    assert.equal(formatContract(parseContract('v1.13.99')), 'v1.13');
  });

  it('know what came and went with which version', () => {
    const has = (version: string) => (feature: Parameters<typeof contractHas>[1]) =>
      contractHas(parseContract(version), feature);
    assert.equal(has('v1.0')('podSecurityAdmission'), false);
    assert.equal(has('v1.1')('podSecurityAdmission'), true);
    assert.equal(has('v1.2')('oldKubernetesRegistryMirror'), true);
    assert.equal(has('v1.3')('oldKubernetesRegistryMirror'), false);
    assert.equal(has('v1.11')('rbacField'), true);
    assert.equal(has('v1.12')('rbacField'), false);
    assert.equal(has('v0.14')('rbacField'), true);
    assert.equal(has('v0.14')('podSecurityAdmission'), false);
  });
});
