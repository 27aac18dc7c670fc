import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { type Sim, startSim, until } from '../helpers/sim.js';

/*
 * kubectl with the kubeconfig that `talosctl kubeconfig` writes. Where kubectl is not installed, the requests that it
 * makes are made all the same.
 */

const run = promisify(execFile);
const kubectl = async (sim: Sim, ...words: readonly string[]): Promise<string> => {
  const env = { PATH: process.env['PATH'], HOME: sim.home, KUBECONFIG: join(sim.home, '.kube', 'config') };
  const { stdout } = await run('kubectl', [...words, '--request-timeout=20s'], { env, cwd: sim.home });
  return stdout;
};
const installed = await run('kubectl', ['version', '--client']).then(
  () => true,
  () => false,
);

/** The form in which kubectl asks for what it prints. */
const asTable = 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json';
const openApi = 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf';

interface Sent {
  readonly accept?: string;
  readonly contentType?: string;
  readonly body?: unknown;
}

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: Buffer;
}

interface Kubeconfig {
  readonly clusters: readonly [
    { readonly cluster: { readonly server: string; readonly 'certificate-authority-data': string } },
  ];
  readonly users: readonly [
    { readonly user: { readonly 'client-certificate-data': string; readonly 'client-key-data': string } },
  ];
}

type Send = (method: string, path: string, sent?: Sent) => Promise<Answer>;

/** Sends requests with the credentials of a kubeconfig, read as any program would. */
async function sender(path: string): Promise<Send> {
  const { clusters, users } = parse(await readFile(path, 'utf8')) as Kubeconfig;
  const { cluster } = clusters[0];
  const { user } = users[0];
  const bytes = (base64: string): Buffer => Buffer.from(base64, 'base64');
  const tls = {
    ca: bytes(cluster['certificate-authority-data']),
    cert: bytes(user['client-certificate-data']),
    key: bytes(user['client-key-data']),
    agent: false as const,
  };
  return async (method, at, { accept = 'application/json', contentType = 'application/json', body } = {}) => {
    const headers = { accept, ...(body === undefined ? {} : { 'content-type': contentType }) };
    const asked = request(`${cluster.server}${at}`, { ...tls, method, headers });
    asked.end(body === undefined ? undefined : JSON.stringify(body));
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    const type = response.headers['content-type'] ?? '';
    return { status: response.statusCode ?? 0, type, body: Buffer.concat(chunks) };
  };
}

const json = ({ body }: Answer): unknown => JSON.parse(body.toString());

/** Rows of cells under their headings. */
function cells(answer: Answer): readonly Readonly<Record<string, unknown>>[] {
  const { columnDefinitions, rows } = json(answer) as {
    readonly columnDefinitions: readonly { readonly name: string }[];
    readonly rows: readonly { readonly cells: readonly unknown[] }[];
  };
  return rows.map((row) => Object.fromEntries(columnDefinitions.map(({ name }, index) => [name, row.cells[index]])));
}

const deployment = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', namespace: 'shop' },
  spec: {
    replicas: 2,
    selector: { matchLabels: { app: 'web' } },
    template: {
      metadata: { labels: { app: 'web' } },
      spec: { containers: [{ name: 'web', image: 'docker.io/library/nginx:1.27' }] },
    },
  },
};
const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } };

test('the kubeconfig opens the cluster to kubectl', async (t) => {
  const sim = await startSim(t, { controlPlanes: 1, workers: 1 });
  await sim.configure();
  await sim.ok(['kubeconfig']);
  const send = await sender(join(sim.home, '.kube', 'config'));
  const worker = sim.machine(1).runtime?.hostname ?? '';
  const pods = async (selector: string): Promise<readonly Readonly<Record<string, unknown>>[]> =>
    cells(await send('GET', `/api/v1/pods?labelSelector=${selector}`, { accept: asTable }));

  await t.test('discovery: groups, types, short names and what `all` is', async () => {
    const core = json(await send('GET', '/api/v1')) as { readonly resources: readonly Record<string, unknown>[] };
    const found = core.resources.find(({ name }) => name === 'pods');
    assert.deepEqual([found?.['shortNames'], found?.['categories']], [['po'], ['all']]);
    assert.ok(core.resources.some(({ name }) => name === 'pods/log'));
    assert.match((await send('GET', '/apis')).body.toString(), /"groupVersion":"apps\/v1"/);
  });

  await t.test('the OpenAPI document says that the server checks and plays through', async () => {
    const plain = json(await send('GET', '/openapi/v2')) as { readonly paths: Record<string, unknown> };
    assert.match(
      JSON.stringify(plain.paths['/apis/apps/v1/namespaces/{namespace}/deployments/{name}']),
      /"dryRun".*"fieldValidation".*"kind":"Deployment"/,
    );
    const { status, type, body } = await send('GET', '/openapi/v2', { accept: openApi });
    assert.deepEqual([status, type], [200, 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf']);
    assert.ok(body.includes('{"group":"apps","version":"v1","kind":"Deployment"}'));
  });

  await t.test('nodes as a table, with their lease and what happened to them', async () => {
    const nodes = cells(await send('GET', '/api/v1/nodes', { accept: asTable }));
    assert.deepEqual(
      nodes.map(({ Name, Status }) => [Name, Status]),
      [sim.machine(0).runtime?.hostname ?? '', worker].map((name) => [name, 'Ready']),
    );
    const lease = await send('GET', `/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/${worker}`);
    assert.match(lease.body.toString(), /"renewTime":"20\d\d-/);
    const events = cells(await send('GET', '/api/v1/events', { accept: asTable }));
    assert.ok(events.some(({ Object: about, Reason }) => about === `node/${worker}` && Reason === 'NodeReady'));
  });

  await t.test('objects are made, scaled, and read back', async () => {
    const strict = 'fieldManager=kubectl-client-side-apply&fieldValidation=Strict';
    const deployments = '/apis/apps/v1/namespaces/shop/deployments';
    assert.equal((await send('POST', `/api/v1/namespaces?${strict}`, { body: namespace })).status, 201);
    await until('the namespace to be active', async () => {
      const [found] = cells(await send('GET', '/api/v1/namespaces/shop', { accept: asTable }));
      return found?.['Status'] === 'Active';
    });
    assert.equal((await send('POST', `${deployments}?${strict}`, { body: deployment })).status, 201);
    const scaled = await send('PATCH', `${deployments}/web/scale`, {
      contentType: 'application/merge-patch+json',
      body: { spec: { replicas: 3 } },
    });
    assert.match(scaled.body.toString(), /"kind":"Scale".*"spec":\{"replicas":3\}/);
    const bad = await send('PATCH', `${deployments}/web/scale`, {
      contentType: 'application/merge-patch+json',
      body: { spec: { replicas: -1 } },
    });
    assert.equal(bad.status, 422);
    assert.equal((await send('GET', '/api/v1/namespaces/shop/pods/web/scale')).status, 404);
    await until('three pods that run', async () => {
      const found = await pods('app%3Dweb');
      return found.length === 3 && found.every(({ Ready }) => Ready === '1/1');
    });
  });

  await t.test('logs of a container', async () => {
    const [pod] = await pods('k8s-app%3Dkube-scheduler');
    const path = `/api/v1/namespaces/kube-system/pods/${String(pod?.['Name'])}/log`;
    const log = await send('GET', path);
    assert.equal(log.type, 'text/plain');
    assert.match(log.body.toString(), /^I\d{4} \S+ +1 serving\.go/);
    const last = await send('GET', `${path}?tailLines=1&timestamps=true&container=kube-scheduler`);
    assert.match(last.body.toString(), /^20\d\d-\d\d-\d\dT\S+Z I\d{4} [^\n]*\n$/);
    assert.equal((await send('GET', `${path}?container=other`)).status, 400);
    assert.equal((await send('GET', `${path}?previous=true`)).status, 400);
    assert.equal((await send('GET', `${path}?sinceSeconds=x`)).status, 400);
  });

  await t.test('cordon, evict, uncordon', async () => {
    const cordon = (unschedulable: boolean) =>
      send('PATCH', `/api/v1/nodes/${worker}`, {
        contentType: 'application/strategic-merge-patch+json',
        body: { spec: { unschedulable } },
      });
    assert.equal((await cordon(true)).status, 200);
    const [status] = cells(await send('GET', `/api/v1/nodes/${worker}`, { accept: asTable }));
    assert.equal(status?.['Status'], 'Ready,SchedulingDisabled');
    const path = `/api/v1/namespaces/shop/pods?fieldSelector=spec.nodeName%3D${worker}`;
    const here = json(await send('GET', path)) as {
      readonly items: readonly { readonly metadata: { readonly name: string } }[];
    };
    assert.ok(here.items.length > 0);
    for (const { metadata } of here.items) {
      const body = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: metadata.name, namespace: 'shop' } };
      const answer = await send('POST', `/api/v1/namespaces/shop/pods/${metadata.name}/eviction`, { body });
      assert.equal(answer.status, 201);
    }
    await until('the pods to have gone', async () => cells(await send('GET', path, { accept: asTable })).length === 0);
    assert.equal((await cordon(false)).status, 200);
  });

  await t.test('a namespace goes with all that is in it', async () => {
    assert.equal((await send('DELETE', '/api/v1/namespaces/shop')).status, 200);
    assert.equal((await send('GET', '/apis/apps/v1/namespaces/shop/deployments/web')).status, 404);
    await until('its pods to have gone', async () => (await pods('app%3Dweb')).length === 0);
  });

  await t.test('kubectl itself', { skip: installed ? false : 'kubectl is not installed' }, async () => {
    const kube = (...words: readonly string[]): Promise<string> => kubectl(sim, ...words);
    assert.match(await kube('config', 'view'), /^current-context: admin@demo$/m);
    assert.match(await kube('get', 'nodes'), new RegExp(`^${worker} +Ready +<none> `, 'm'));
    assert.match(await kube('get', 'nodes', '-o', 'wide'), /Talos \(v1\.13\.9\)/);
    assert.match(await kube('get', 'nodes', '-o', 'yaml'), /kubeletVersion: v1\./);
    assert.match(await kube('get', 'pods', '-A'), /^kube-system +kube-scheduler-/m);
    assert.match(await kube('get', 'all', '-A'), /^kube-system +deployment\.apps\/coredns /m);
    assert.match(await kube('api-resources'), /^poddisruptionbudgets +pdb /m);
    const described = await kube('describe', 'node', worker);
    assert.match(described, /^Lease:\n +HolderIdentity: /m);
    assert.match(described, /^Events:\n[\s\S]*NodeReady/m);
    await writeFile(
      join(sim.home, 'app.json'),
      JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [namespace, deployment] }),
    );
    assert.match(await kube('apply', '-f', 'app.json'), /^deployment\.apps\/web created$/m);
    assert.match(await kube('apply', '-f', 'app.json'), /^deployment\.apps\/web unchanged$/m);
    assert.match(await kube('rollout', 'status', '-n', 'shop', 'deployment/web', '--timeout=20s'), /successfully/);
    assert.match(await kube('cordon', worker), /cordoned/);
    await kube('drain', worker, '--ignore-daemonsets', '--timeout=20s');
    assert.doesNotMatch(await kube('get', 'pods', '-n', 'shop', '-o', 'wide'), new RegExp(worker));
    assert.match(await kube('uncordon', worker), /uncordoned/);
    assert.match(await kube('logs', '-n', 'kube-system', '-l', 'k8s-app=kube-scheduler'), /serving\.go/);
    assert.match(await kube('delete', 'namespace', 'shop', '--timeout=20s'), /deleted/);
  });
});
