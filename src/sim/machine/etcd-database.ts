import { createHash } from 'node:crypto';
import type { Entry } from '../../etcd/bbolt/reader.js';
import { writeBolt } from '../../etcd/bbolt/writer.js';
import { encodeKeyValue } from '../../etcd/key-value.js';
import { formatRevisionKey, keyBucket } from '../../etcd/revision.js';
import type { EtcdPeer } from './etcd.js';

/** What the database of a cluster's etcd holds. */
export interface DatabaseFacts {
  readonly clusterId: string;
  readonly members: readonly EtcdPeer[];
  /** Hostnames of the cluster's nodes. */
  readonly nodes: readonly string[];
  /** Seconds since etcd was started for the first time; nodes report to Kubernetes meanwhile. */
  readonly age: number;
}

export const storageVersion = '3.6.0';
const firstRevision = 2n;
/** Seconds between two reports of a node. */
const reportInterval = 10;
/** Reports that compaction leaves. */
const reportsKept = 30;

/** etcd's database file, as members write it: changes under their revisions, and what the members know of themselves. */
export function etcdDatabase(facts: DatabaseFacts): Buffer {
  const changes = changesOf(facts);
  const last = firstRevision + BigInt(changes.length);
  return writeBolt(
    new Map<string, readonly Entry[]>([
      ['alarm', []],
      ['auth', []],
      ['authRoles', []],
      ['authUsers', []],
      ['cluster', [entry('clusterVersion', storageVersion)]],
      [keyBucket, changes],
      ['lease', []],
      ['members', facts.members.map(memberEntry).sort((left, right) => Buffer.compare(left.key, right.key))],
      ['members_removed', []],
      [
        'meta',
        [
          entry('confState', JSON.stringify({ voters: facts.members.map(({ id }) => Number(id)), auto_leave: false })),
          { key: Buffer.from('consistent_index'), value: bigEndian(last + 20n) },
          entry('storageVersion', storageVersion),
          { key: Buffer.from('term'), value: bigEndian(2n) },
        ],
      ],
    ]),
  );
}

function changesOf(facts: DatabaseFacts): readonly Entry[] {
  const changes: Entry[] = [];
  const created = new Map<string, { readonly revision: bigint; version: bigint }>();
  const put = (name: string): void => {
    const revision = firstRevision + BigInt(changes.length);
    const known = created.get(name) ?? { revision, version: 0n };
    known.version += 1n;
    created.set(name, known);
    const record = encodeKeyValue({
      key: Buffer.from(name),
      value: objectOf(facts.clusterId, name),
      createRevision: known.revision,
      modRevision: revision,
      version: known.version,
    });
    changes.push({ key: formatRevisionKey(revision), value: record });
  };
  for (const name of firstObjects) put(name);
  for (const node of facts.nodes) put(`/registry/minions/${node}`);
  const reports = Math.min(reportsKept, Math.floor(facts.age / reportInterval));
  for (let round = 0; round <= reports; round++) {
    for (const node of facts.nodes) put(`/registry/leases/kube-node-lease/${node}`);
  }
  return changes;
}

const registry = (path: string, names: string): readonly string[] =>
  names.split(' ').map((name) => `/registry/${path}/${name}`);

/** Objects that every cluster of Kubernetes has from the start. */
const firstObjects: readonly string[] = [
  ...registry('namespaces', 'default kube-node-lease kube-public kube-system'),
  ...registry('priorityclasses', 'system-cluster-critical system-node-critical'),
  ...registry('services/specs/default', 'kubernetes'),
  ...registry('services/specs/kube-system', 'kube-dns'),
  ...registry('ranges', 'serviceips servicenodeports'),
  ...registry(
    'clusterroles',
    'admin cluster-admin edit flannel system:aggregate-to-admin system:aggregate-to-edit system:aggregate-to-view ' +
      'system:auth-delegator system:basic-user system:coredns system:discovery system:heapster ' +
      'system:kube-aggregator system:kube-controller-manager system:kube-dns system:kube-scheduler ' +
      'system:kubelet-api-admin system:monitoring system:node system:node-bootstrapper system:node-problem-detector ' +
      'system:node-proxier system:persistent-volume-provisioner system:public-info-viewer ' +
      'system:service-account-issuer-discovery system:volume-scheduler view',
  ),
  ...registry(
    'clusterrolebindings',
    'cluster-admin flannel kube-proxy system-bootstrap-approve-node-client-csr system-bootstrap-node-bootstrapper ' +
      'system-bootstrap-node-renewal system:basic-user system:coredns system:discovery system:kube-controller-manager ' +
      'system:kube-dns system:kube-scheduler system:monitoring system:node system:node-proxier ' +
      'system:public-info-viewer system:service-account-issuer-discovery system:volume-scheduler',
  ),
  ...registry(
    'serviceaccounts/kube-system',
    'attachdetach-controller bootstrap-signer certificate-controller coredns cronjob-controller daemon-set-controller ' +
      'default deployment-controller endpoint-controller flannel job-controller kube-proxy namespace-controller ' +
      'node-controller pod-garbage-collector replicaset-controller service-account-controller statefulset-controller ' +
      'token-cleaner ttl-controller',
  ),
  ...registry('configmaps/kube-system', 'coredns extension-apiserver-authentication kube-flannel-cfg kube-root-ca.crt'),
  ...registry('daemonsets/kube-system', 'kube-flannel kube-proxy'),
  ...registry('deployments/kube-system', 'coredns'),
  ...registry(
    'flowschemas',
    'catch-all endpoint-controller exempt global-default kube-controller-manager kube-scheduler kube-system-service-accounts ' +
      'probes service-accounts system-leader-election system-node-high system-nodes workload-leader-election',
  ),
  ...registry(
    'apiregistration.k8s.io/apiservices',
    'v1. v1.admissionregistration.k8s.io v1.apps v1.authentication.k8s.io v1.authorization.k8s.io v1.autoscaling ' +
      'v1.batch v1.certificates.k8s.io v1.coordination.k8s.io v1.discovery.k8s.io v1.events.k8s.io ' +
      'v1.networking.k8s.io v1.node.k8s.io v1.policy v1.rbac.authorization.k8s.io v1.scheduling.k8s.io v1.storage.k8s.io',
  ),
];

/** An object as Kubernetes stores it: the mark of its encoding, and bytes that stay the same for a cluster. */
function objectOf(clusterId: string, name: string): Buffer {
  const seed = createHash('sha512').update(`${clusterId} ${name}`).digest();
  const pieces = 4 + ((seed[0] ?? 0) % 16);
  return Buffer.concat([Buffer.from('k8s\0'), ...Array.from({ length: pieces }, () => seed)]);
}

function memberEntry({ id, hostname, address }: EtcdPeer): Entry {
  const member = {
    id: Number(id),
    peerURLs: [`https://${address}:2380`],
    name: hostname,
    clientURLs: [`https://${address}:2379`],
  };
  return entry(id.toString(16), JSON.stringify(member));
}

function entry(key: string, value: string): Entry {
  return { key: Buffer.from(key), value: Buffer.from(value) };
}

function bigEndian(value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(value);
  return bytes;
}
