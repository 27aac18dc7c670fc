import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { runCli } from '../../helpers/cli.js';

const inject = (stdin: string, ...words: readonly string[]) =>
  runCli(['inject', 'serviceaccount', '-f', '-', ...words], { stdin });

const deployment = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: shop
spec:
  replicas: 2
  template:
    spec:
      initContainers:
      - {name: init, image: busybox}
      containers:
      - name: web
        image: "nginx:1.20"
        sidecar: kept
        volumeMounts:
        - {name: data, mountPath: /data}
      volumes:
      - {name: data, emptyDir: {}}
`;

const injected = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: shop
spec:
  replicas: 2
  selector: null
  strategy: {}
  template:
    metadata: {}
    spec:
      containers:
      - image: nginx:1.20
        name: web
        resources: {}
        sidecar: kept
        volumeMounts:
        - mountPath: /data
          name: data
        - mountPath: /var/run/secrets/talos.dev
          name: talos-secrets
      initContainers:
      - image: busybox
        name: init
        resources: {}
        volumeMounts:
        - mountPath: /var/run/secrets/talos.dev
          name: talos-secrets
      volumes:
      - emptyDir: {}
        name: data
      - name: talos-secrets
        secret:
          secretName: web-talos-secrets
status: {}
---
apiVersion: talos.dev/v1alpha1
kind: ServiceAccount
metadata:
    name: web-talos-secrets
    namespace: shop
spec:
    roles:
        - os:reader
---

`;

test('a workload gets a service account, and its secret in every container', async () => {
  const { code, stdout, stderr } = await inject(deployment);
  assert.deepEqual([code, stdout, stderr], [0, injected, '']);
});

test('doing it again changes the roles alone', async () => {
  const again = await inject(injected, '--roles', 'os:admin,os:etcd:backup');
  assert.equal(again.code, 0);
  assert.equal(
    again.stdout,
    injected.replace('        - os:reader\n', '        - os:admin\n        - os:etcd:backup\n'),
  );
  assert.equal((await inject(injected)).stdout, injected);
});

test('every kind of workload; other objects stay as they are', async () => {
  const kinds: readonly [version: string, kind: string, spec: (pod: string) => string, place: RegExp][] = [
    ['v1', 'Pod', (pod) => pod, /^spec:\n {2}containers:/m],
    ['apps/v1', 'StatefulSet', (pod) => `{template: {spec: ${pod}}}`, /^ {4}spec:\n {6}containers:/m],
    ['apps/v1', 'DaemonSet', (pod) => `{template: {spec: ${pod}}}`, /^ {4}spec:\n {6}containers:/m],
    ['batch/v1', 'Job', (pod) => `{template: {spec: ${pod}}}`, /^ {4}spec:\n {6}containers:/m],
    [
      'batch/v1',
      'CronJob',
      (pod) => `{jobTemplate: {spec: {template: {spec: ${pod}}}}}`,
      /^ {8}spec:\n {10}containers:/m,
    ],
  ];
  for (const [version, kind, spec, place] of kinds) {
    const pod = '{containers: [{name: c, image: i}]}';
    const { stdout } = await inject(`apiVersion: ${version}\nkind: ${kind}\nmetadata: {name: x}\nspec: ${spec(pod)}\n`);
    assert.match(stdout, place, kind);
    assert.match(stdout, /mountPath: \/var\/run\/secrets\/talos\.dev/, kind);
    assert.match(stdout, /^kind: ServiceAccount\nmetadata:\n {4}name: x-talos-secrets\nspec:/m, kind);
  }
  const other =
    'apiVersion: v1\ndata:\n    a: |\n        two\n        lines\n    "on": "off"\nkind: ConfigMap\nmetadata:\n    name: x\n';
  const { code, stdout, stderr } = await inject(`# said\n${other}`);
  assert.deepEqual([code, stdout], [0, `${other}---\n\n`]);
  assert.equal(stderr, 'warning: standard input has no workload to give a service account to\n');
});

test('a workload without a name is passed on, with a warning', async () => {
  const { code, stdout, stderr } = await inject('apiVersion: v1\nkind: Pod\nmetadata: {generateName: p-}\n');
  assert.equal(code, 0);
  assert.doesNotMatch(stdout, /talos-secrets/);
  assert.match(stderr, /^warning: a Pod in standard input has no name and stays as it is\n/);
});

test('what cannot be read is said with file and line', async (t: TestContext) => {
  const home = await mkdtemp(join(tmpdir(), 'talosctl-inject-'));
  t.after(() => rm(home, { recursive: true, force: true }));
  await writeFile(join(home, 'bad.yaml'), 'kind: Pod\n  a: [\n');
  await writeFile(join(home, 'list.yaml'), 'kind: Pod\n---\n- a\n');
  const run = (...words: readonly string[]) => runCli(['inject', 'tsa', ...words], { cwd: home });
  for (const [words, said] of [
    [['-f', 'bad.yaml'], /bad\.yaml.*2/],
    [['-f', 'list.yaml'], /list\.yaml.*3.*: a Kubernetes object is needed here/],
    [['-f', 'nosuch'], /cannot read the manifests nosuch/],
    [['-f', 'list.yaml', '-r', 'os:king'], /unknown role os:king/],
    [[], /no manifests are named/],
  ] as const) {
    const { code, stdout, stderr } = await run(...words);
    assert.deepEqual([code, stdout], [1, ''], words.join(' '));
    assert.match(stderr, said);
  }
});
