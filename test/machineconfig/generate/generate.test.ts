import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { MachineConfig, Value, ValueMap } from '../../../src/machineconfig/document.js';
import { generateConfig } from '../../../src/machineconfig/generate/generate.js';
import type { GenerateInput, MachineType } from '../../../src/machineconfig/generate/input.js';
import { generateInput } from './input.js';

/** The value at a dotted path of the main document, undefined where there is none. */
function at(config: MachineConfig, path: string): Value | undefined {
  let current: Value | undefined = config.documents[0]?.value;
  for (const key of path.split('.')) current = (current as ValueMap | undefined)?.[key];
  return current;
}

const make = (version: string, type: MachineType, changes: Partial<GenerateInput> = {}): MachineConfig =>
  generateConfig(generateInput(version, changes), type);
const kinds = (config: MachineConfig): string[] =>
  config.documents.map(({ kind, name }) => (name === undefined ? kind : `${kind}/${name}`));
const base64 = (text: string): string => Buffer.from(text).toString('base64');

describe('a generated configuration', () => {
  it('of a control plane machine holds every key', () => {
    const config = make('v1.13', 'controlplane');
    const keys = ['machine.ca', 'cluster.ca', 'cluster.aggregatorCA', 'cluster.etcd.ca'];
    assert.deepEqual(
      keys.map((path) => at(config, path)),
      ['os', 'k8s', 'aggregator', 'etcd'].map((name) => ({
        crt: base64(`${name} certificate`),
        key: base64(`${name} key`),
      })),
    );
    assert.equal(at(config, 'cluster.serviceAccount.key'), base64('service account key'));
    assert.equal(at(config, 'machine.token'), 'trustd token');
    assert.equal(at(config, 'cluster.token'), 'bootstrap token');
  });

  it('of a worker holds no key', () => {
    const config = make('v1.13', 'worker');
    assert.ok(!JSON.stringify(config).includes(base64('os key')));
    assert.deepEqual(at(config, 'machine.ca'), { crt: base64('os certificate'), key: '' });
    assert.deepEqual(at(config, 'cluster.ca'), { crt: base64('k8s certificate'), key: '' });
    for (const path of ['cluster.aggregatorCA', 'cluster.etcd', 'cluster.serviceAccount', 'cluster.apiServer']) {
      assert.equal(at(config, path), undefined, path);
    }
    assert.equal(at(config, 'cluster.secretboxEncryptionSecret'), undefined);
  });

  it('names the components of the wanted Kubernetes version', () => {
    const config = make('v1.13', 'controlplane');
    assert.equal(at(config, 'machine.kubelet.image'), 'ghcr.io/siderolabs/kubelet:v1.34.1');
    for (const [path, name] of Object.entries({
      apiServer: 'kube-apiserver',
      controllerManager: 'kube-controller-manager',
      proxy: 'kube-proxy',
      scheduler: 'kube-scheduler',
    })) {
      assert.equal(at(config, `cluster.${path}.image`), `registry.k8s.io/${name}:v1.34.1`);
    }
    assert.equal(at(make('v1.13', 'worker', { kubernetesVersion: '' }), 'machine.kubelet.image'), undefined);
  });

  it('encrypts with the kind of key that the version knows', () => {
    const keysOf = (version: string) => {
      const config = make(version, 'controlplane');
      return [at(config, 'cluster.aescbcEncryptionSecret'), at(config, 'cluster.secretboxEncryptionSecret')];
    };
    assert.deepEqual(keysOf('v1.2'), ['aescbc secret', undefined]);
    assert.deepEqual(keysOf('v1.3'), [undefined, 'secretbox secret']);
  });

  it('names the endpoint in the API server certificate only in versions that need it', () => {
    const sans = { additionalSans: ['lb.example.org'] };
    assert.deepEqual(at(make('v1.11', 'controlplane', sans), 'cluster.apiServer.certSANs'), [
      '192.0.2.5',
      'lb.example.org',
    ]);
    assert.deepEqual(at(make('v1.12', 'controlplane', sans), 'cluster.apiServer.certSANs'), ['lb.example.org']);
    assert.equal(at(make('v1.12', 'controlplane'), 'cluster.apiServer.certSANs'), undefined);
    assert.deepEqual(at(make('v1.12', 'worker', sans), 'machine.certSANs'), ['lb.example.org']);
  });

  it('moves to documents with the versions', () => {
    const changes = {
      kubeSpan: true,
      registryMirrors: [
        { host: 'quay.io', endpoints: ['https://b'] },
        { host: 'docker.io', endpoints: ['https://a'] },
        { host: 'quay.io', endpoints: ['https://c'] },
      ],
    };
    const old = make('v1.11', 'worker', changes);
    assert.deepEqual(kinds(old), ['v1alpha1']);
    assert.deepEqual(at(old, 'machine.network'), { kubespan: { enabled: true } });
    assert.deepEqual(at(old, 'machine.registries'), {
      mirrors: { 'docker.io': { endpoints: ['https://a'] }, 'quay.io': { endpoints: ['https://b', 'https://c'] } },
    });
    assert.equal(at(old, 'machine.features.stableHostname'), true);

    const middle = make('v1.12', 'worker', changes);
    assert.deepEqual(kinds(middle), [
      'v1alpha1',
      'RegistryMirrorConfig/docker.io',
      'RegistryMirrorConfig/quay.io',
      'HostnameConfig',
    ]);
    assert.deepEqual(at(middle, 'machine.network'), { kubespan: { enabled: true } });
    assert.equal(at(middle, 'machine.registries'), undefined);
    assert.equal(at(middle, 'machine.features.stableHostname'), undefined);
    assert.deepEqual(middle.documents[2]?.value, {
      apiVersion: 'v1alpha1',
      kind: 'RegistryMirrorConfig',
      name: 'quay.io',
      endpoints: [{ url: 'https://b' }, { url: 'https://c' }],
    });

    const current = make('v1.13', 'worker', changes);
    assert.deepEqual(kinds(current), [...kinds(middle), 'KubeSpanConfig']);
    assert.equal(at(current, 'machine.network'), undefined);
  });

  it('mirrors the old Kubernetes registry for v1.2, unless told otherwise', () => {
    const mirrorOf = (version: string, changes: Partial<GenerateInput> = {}): Value | undefined =>
      at(make(version, 'worker', changes), 'machine.registries.mirrors') as Value | undefined;
    assert.deepEqual(mirrorOf('v1.2'), {
      'k8s.gcr.io': { endpoints: ['https://registry.k8s.io', 'https://k8s.gcr.io'] },
    });
    const registryMirrors = [{ host: 'k8s.gcr.io', endpoints: ['https://mine'] }];
    assert.deepEqual(mirrorOf('v1.2', { registryMirrors }), { 'k8s.gcr.io': { endpoints: ['https://mine'] } });
  });

  it('has no registries where there are none to name', () => {
    assert.equal(at(make('v1.10', 'worker'), 'machine.registries'), undefined);
  });

  it('refuses a mirror that is no URL', () => {
    const registryMirrors = [{ host: 'docker.io', endpoints: ['192.0.2.1:5000'] }];
    assert.throws(() => make('v1.13', 'worker', { registryMirrors }), /mirror "192\.0\.2\.1:5000" of docker\.io/);
  });

  it('can do without discovery', () => {
    assert.equal(at(make('v1.13', 'worker', { discovery: false }), 'cluster.discovery.enabled'), false);
  });
});
