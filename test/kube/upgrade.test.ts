import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endpointUrl } from '../../src/kube/api/api.js';
import { hasDrifted, manifestDiff } from '../../src/kube/manifests/diff.js';
import type { KubeManifest } from '../../src/kube/manifests/manifest.js';
import { requireOwnership } from '../../src/kube/manifests/policy.js';
import { unreadyReason } from '../../src/kube/manifests/ready.js';
import { parsePath, requireSupportedPath } from '../../src/kube/upgrade/path.js';

test('paths between versions', () => {
  const problem = (from: string, to: string): string => {
    try {
      requireSupportedPath(parsePath(from, to), ['kube-proxy-a']);
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  };
  assert.equal(problem('1.35.2', '1.36.3'), '');
  assert.equal(problem('v1.36.3', 'v1.36.0'), '');
  assert.equal(problem('1.36.0-rc.1', '1.36.3'), '');
  assert.match(
    problem('1.36.3', '1.33.0'),
    /^unsupported upgrade path 1\.36->1\.33 \(from "1\.36\.3" to "1\.33\.0"\), .*kube-proxy-a/,
  );
  assert.match(problem('1.33.0', '1.36.3'), /one minor version at a time/);
  assert.match(problem('1.36.3', '1.37.0'), /up to 1\.36/);
  assert.match(problem('1.36.3', '2.0.0'), /only versions 1\.x/);
  assert.match(problem('1.36.3', '1.36'), /--to: "1\.36" is no version/);
});

test('endpoints of the Kubernetes API', () => {
  assert.equal(endpointUrl('10.5.0.2'), 'https://10.5.0.2:6443');
  assert.equal(endpointUrl('https://kube.example:443/'), 'https://kube.example:443');
  assert.equal(endpointUrl('fd00::2'), 'https://[fd00::2]:6443');
  assert.equal(endpointUrl('[fd00::2]:7443'), 'https://[fd00::2]:7443');
  assert.throws(() => endpointUrl('a b'), /no endpoint/);
});

const secret = (data: Record<string, string>, version = '1'): KubeManifest => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name: 's', namespace: 'default', resourceVersion: version, managedFields: ['x'] },
  data,
});

test('diffs show what changes, and no secrets', () => {
  const diff = manifestDiff(secret({ a: 'b2xk', same: 'c2FtZQ==' }), secret({ a: 'bmV3', same: 'c2FtZQ==' }, '2'));
  assert.match(diff, /^--- a\/v1\.Secret\/default\/s\n\+\+\+ b\/v1\.Secret\/default\/s\n/);
  assert.match(diff, /- {2}a: '\*\*\* \(before\)'\n\+ {2}a: '\*\*\* \(after\)'\n/);
  assert.doesNotMatch(diff, /b2xk|bmV3|c2FtZQ|managedFields/);
  assert.doesNotMatch(manifestDiff(undefined, secret({ a: 'b2xk' })), /b2xk/);
});

test('an object has drifted by its content, labels and annotations, not by its status', () => {
  const object: KubeManifest = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'c', resourceVersion: '7' },
    data: {},
  };
  assert.equal(hasDrifted(object, { ...object, status: { x: 1 } }), false);
  assert.equal(hasDrifted(object, { ...object, metadata: { ...object.metadata, generation: 2 } }), false);
  assert.equal(hasDrifted(object, { ...object, data: { a: '1' } }), true);
  assert.equal(hasDrifted(object, { ...object, metadata: { ...object.metadata, labels: { a: 'b' } } }), true);
  assert.equal(hasDrifted(undefined, object), true);
});

test('inventory policies', () => {
  const owned = (owner?: string): KubeManifest => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'c', annotations: owner === undefined ? {} : { 'config.k8s.io/owning-inventory': owner } },
  });
  const ours = 'talos-bootstrap-manifests-inventory';
  for (const policy of ['MustMatch', 'AdoptIfNoInventory', 'AdoptAll'] as const) requireOwnership(owned(ours), policy);
  assert.throws(() => requireOwnership(owned(), 'MustMatch'), /ConfigMap\/c belongs to no inventory/);
  requireOwnership(owned(), 'AdoptIfNoInventory');
  assert.throws(() => requireOwnership(owned('flux'), 'AdoptIfNoInventory'), /belongs to the inventory flux/);
  requireOwnership(owned('flux'), 'AdoptAll');
});

test('what is not ready yet says why', () => {
  const object = (kind: string, status: KubeManifest['metadata'], spec = {}): KubeManifest => ({
    apiVersion: 'apps/v1',
    kind,
    metadata: { generation: 2 },
    spec,
    status,
  });
  assert.match(unreadyReason(object('Deployment', { observedGeneration: 1 })) ?? '', /has not seen it/);
  assert.equal(
    unreadyReason(object('Deployment', { observedGeneration: 2, updatedReplicas: 1 }, { replicas: 2 })),
    '1 of 2 pods are updated',
  );
  const done = { observedGeneration: 2, desiredNumberScheduled: 1, updatedNumberScheduled: 1, numberAvailable: 1 };
  assert.equal(unreadyReason(object('DaemonSet', done)), undefined);
  assert.equal(unreadyReason(object('DaemonSet', { ...done, numberAvailable: 0 })), '0 of 1 pods are available');
});
