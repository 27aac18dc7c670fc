import { parseContract } from '../../../src/machineconfig/generate/contract.js';
import { parseControlPlaneEndpoint } from '../../../src/machineconfig/generate/endpoint.js';
import type { GenerateInput } from '../../../src/machineconfig/generate/input.js';
import type { SecretsBundle } from '../../../src/pki/secrets/bundle.js';

const pair = (name: string) => ({ crt: `${name} certificate`, key: `${name} key` });

/** Secrets that are readable, to see where each of them goes. */
export const readableSecrets: SecretsBundle = {
  cluster: { id: 'cluster id', secret: 'cluster secret' },
  secrets: {
    bootstrapToken: 'bootstrap token',
    aescbcEncryptionSecret: 'aescbc secret',
    secretboxEncryptionSecret: 'secretbox secret',
  },
  trustdInfo: { token: 'trustd token' },
  certs: {
    etcd: pair('etcd'),
    k8s: pair('k8s'),
    k8sAggregator: pair('aggregator'),
    k8sServiceAccount: { key: 'service account key' },
    os: pair('os'),
  },
};

/** What `gen config demo https://192.0.2.5:6443` generates from, for a version of Talos. */
export function generateInput(talosVersion: string, changes: Partial<GenerateInput> = {}): GenerateInput {
  return {
    clusterName: 'demo',
    endpoint: parseControlPlaneEndpoint('https://192.0.2.5:6443'),
    contract: parseContract(talosVersion),
    kubernetesVersion: '1.34.1',
    secrets: readableSecrets,
    installDisk: '/dev/sda',
    installImage: 'installer:v1.13.0',
    additionalSans: [],
    dnsDomain: 'cluster.local',
    discovery: true,
    kubeSpan: false,
    registryMirrors: [],
    ...changes,
  };
}
