import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  defaultKubernetesVersion,
  kubernetesSupportProblem,
  parseKubernetesVersion,
} from '../../../src/machineconfig/generate/kubernetes-version.js';

describe('Kubernetes versions', () => {
  it('are taken with and without a leading v', () => {
    assert.equal(parseKubernetesVersion('v1.34.2'), '1.34.2');
    assert.equal(parseKubernetesVersion('1.35.0-rc.1'), '1.35.0-rc.1');
    assert.equal(parseKubernetesVersion(defaultKubernetesVersion), defaultKubernetesVersion);
  });

  it('are refused when they are none', () => {
    for (const written of [
      '1.3.1x',
      '1',
      '1.34.',
      '01.34',
      'latest',
      'vv1.34.1',
      '1.34.1+k3s1',
      '1.34.01',
      ' 1.34.1',
    ]) {
      assert.throws(() => parseKubernetesVersion(written), /is not a Kubernetes version/, written);
    }
  });

  it('may lack the patch number, of which is warned', () => {
    assert.equal(parseKubernetesVersion('v1.34'), '1.34');
    assert.match(kubernetesSupportProblem('1.34', { major: 1, minor: 13 }) ?? '', /no images tagged v1\.34/);
  });

  it('are known to run with Talos versions or not', () => {
    const talos = (minor: number) => ({ major: 1, minor });
    assert.equal(kubernetesSupportProblem('1.36.3', talos(13)), undefined);
    assert.equal(kubernetesSupportProblem('1.31.0', talos(13)), undefined);
    assert.match(kubernetesSupportProblem('1.30.9', talos(13)) ?? '', /Talos v1\.13, which runs 1\.31 to 1\.36/);
    assert.match(kubernetesSupportProblem('1.3.1', talos(13)) ?? '', /Kubernetes 1\.3\.1 is not supported/);
    assert.match(kubernetesSupportProblem('1.36.3', talos(10)) ?? '', /1\.28 to 1\.33/);
    assert.equal(kubernetesSupportProblem('1.20.0', talos(0)), undefined, 'nothing is known of Talos v1.0');
  });
});
