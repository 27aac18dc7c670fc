import { decodeConfig } from '../../../src/machineconfig/decode/decode.js';
import { createAuthority } from '../../../src/pki/issue.js';
import { hour, validFor } from '../../../src/pki/validity.js';
import type { SimNodeFacts, SimResource } from '../../../src/sim/types.js';

export interface Authorities {
  readonly talos: Encoded;
  readonly kubernetes: Encoded;
  readonly etcd: Encoded;
  readonly aggregator: Encoded;
}

/** PEM in base64, as configurations hold it. */
export interface Encoded {
  readonly crt: string;
  readonly key: string;
}

async function authority(algorithm: 'ed25519' | 'ecdsa'): Promise<Encoded> {
  const { crt, key } = await createAuthority({ algorithm, ...validFor(new Date(Date.now() - hour), 24 * hour) });
  return { crt: Buffer.from(crt).toString('base64'), key: Buffer.from(key).toString('base64') };
}

export async function makeAuthorities(): Promise<Authorities> {
  return {
    talos: await authority('ed25519'),
    kubernetes: await authority('ecdsa'),
    etcd: await authority('ecdsa'),
    aggregator: await authority('ecdsa'),
  };
}

/** A small control plane configuration; `machine` and `cluster` are lines that are added, indented by four. */
export function controlPlaneConfig(ca: Authorities, machine = '', cluster = '', documents = ''): string {
  return `version: v1alpha1
machine:
    type: controlplane
    token: abcdef.0123456789abcdef
    ca:
        crt: ${ca.talos.crt}
        key: ${ca.talos.key}
    kubelet:
        image: ghcr.io/siderolabs/kubelet:v1.36.3
        defaultRuntimeSeccompProfileEnabled: true
        disableManifestsDirectory: true
    features:
        diskQuotaSupport: true
        kubePrism:
            enabled: true
            port: 7445
        hostDNS:
            enabled: true
            forwardKubeDNSToHost: true
${machine}cluster:
    id: dGhlIGNsdXN0ZXI=
    secret: c2VjcmV0
    controlPlane:
        endpoint: https://127.5.9.2:6443
    clusterName: demo
    network:
        dnsDomain: cluster.local
        podSubnets:
            - 10.244.0.0/16
        serviceSubnets:
            - 10.96.0.0/12
    token: aaaaaa.bbbbbbbbbbbbbbbb
    ca:
        crt: ${ca.kubernetes.crt}
        key: ${ca.kubernetes.key}
    aggregatorCA:
        crt: ${ca.aggregator.crt}
        key: ${ca.aggregator.key}
    apiServer:
        image: registry.k8s.io/kube-apiserver:v1.36.3
    etcd:
        ca:
            crt: ${ca.etcd.crt}
            key: ${ca.etcd.key}
    discovery:
        enabled: true
        registries:
            kubernetes:
                disabled: true
            service: {}
${cluster}${documents}`;
}

export const workerConfig = (machine = ''): string => `version: v1alpha1
machine:
    type: worker
    kubelet:
        image: ghcr.io/siderolabs/kubelet:v1.36.3
${machine}cluster:
    controlPlane:
        endpoint: https://127.5.9.2:6443
    clusterName: demo
    discovery:
        enabled: true
`;

const services = ['apid', 'containerd', 'cri', 'kubelet', 'machined', 'syslogd', 'udevd'];

/** The facts of a node that runs the configuration; without one it is in maintenance mode. */
export function nodeFacts(configText?: string, more: Partial<SimNodeFacts> = {}): SimNodeFacts {
  const configured = configText !== undefined;
  const machineType = !configured ? 'unknown' : configText.includes('type: controlplane') ? 'controlplane' : 'worker';
  const ids = machineType === 'controlplane' ? [...services, 'etcd', 'trustd'] : services;
  return {
    nodeId: 'node-1',
    hostname: 'demo-1',
    address: '127.5.9.2',
    subnet: '127.5.9.0/24',
    version: 'v1.13.9',
    stage: configured ? 'running' : 'maintenance',
    bootId: 'boot-1',
    bootedAt: new Date('2026-11-30T20:00:00Z'),
    config: configured ? decodeConfig(configText) : undefined,
    configText,
    configVersion: configured ? 1 : 0,
    persistentConfigVersion: configured ? 1 : 0,
    machineType,
    kubernetesVersion: '1.36.3',
    services: (configured ? ids : ['apid', 'containerd', 'machined']).map((id, index) => ({
      id,
      state: 'Running',
      healthy: true,
      pid: 100 + index,
    })),
    members: [],
    bootstrapped: configured,
    etcdMemberId: 'c0ffee',
    kubernetesReady: configured,
    unmetConditions: [],
    ...more,
  };
}

/** Looks into derived resources by type, with or without what follows its first dot. */
export class Resources {
  readonly #all: readonly SimResource[];

  constructor(all: readonly SimResource[]) {
    this.#all = all;
  }

  ofType(type: string, namespace?: string): readonly SimResource[] {
    return this.#all.filter(
      (resource) =>
        (resource.type === type || resource.type.startsWith(`${type}.`)) &&
        (namespace === undefined || resource.namespace === namespace),
    );
  }

  ids(type: string, namespace?: string): readonly string[] {
    return this.ofType(type, namespace)
      .map(({ id }) => id)
      .sort();
  }

  find(type: string, id: string, namespace?: string): SimResource {
    const found = this.ofType(type, namespace).find((resource) => resource.id === id);
    if (found === undefined) throw new Error(`no ${type} ${id}`);
    return found;
  }

  spec<T = Record<string, unknown>>(type: string, id: string, namespace?: string): T {
    return this.find(type, id, namespace).spec as T;
  }

  /** The first parts of the types that there are resources of. */
  get types(): ReadonlySet<string> {
    return new Set(this.#all.map(({ type }) => type.slice(0, type.indexOf('.'))));
  }
}
