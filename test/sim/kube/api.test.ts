import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { test } from 'node:test';
import { connectKube, type KubeApi } from '../../../src/kube/api/api.js';
import { isNotFound, KubeError, KubeUnreachableError } from '../../../src/kube/api/failure.js';
import { listNodes, nameOf } from '../../../src/kube/api/objects.js';
import { createAuthority, createCertificate } from '../../../src/pki/issue.js';
import { hour, validFor } from '../../../src/pki/validity.js';
import { startSim, until } from '../../helpers/sim.js';

const configMaps = '/api/v1/namespaces/default/configmaps';

interface Answer {
  readonly status: number;
  readonly body: string;
}

async function get(url: string, options: object = {}): Promise<Answer> {
  const sent = request(url, { rejectUnauthorized: false, agent: false, ...options });
  sent.end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  let body = '';
  for await (const chunk of response) body += String(chunk);
  return { status: response.statusCode ?? 0, body };
}

test('the Kubernetes API of a simulated cluster', async (t) => {
  const sim = await startSim(t);
  await sim.configure();
  const kube: KubeApi = await connectKube(await sim.ok(['kubeconfig', '-']), {});
  t.after(() => kube.close());
  const send = <T = Record<string, never>>(...args: Parameters<KubeApi['send']>): Promise<T> => kube.send<T>(...args);

  await t.test('only the admin is let in', async () => {
    const nodes = `${kube.server}/api/v1/nodes`;
    assert.equal((await get(`${kube.server}/version`)).status, 200);
    assert.equal((await get(nodes)).status, 401);
    assert.equal((await get(nodes, { headers: { authorization: 'Bearer abc' } })).status, 401);
    const authority = sim.machine(0).runtime?.configuration.active?.view.authority('cluster.ca');
    const leaf = async (issuer: { crt: string; key: string }, organizations: readonly string[]) => {
      const { crt, key } = await createCertificate(issuer, {
        ...validFor(new Date(Date.now() - hour), 2 * hour),
        usages: ['client'],
        commonName: 'someone',
        organizations,
      });
      return { cert: crt, key };
    };
    assert.ok(authority);
    assert.equal((await get(nodes, await leaf(authority, ['readers']))).status, 403);
    assert.equal((await get(nodes, await leaf(authority, ['system:masters']))).status, 200);
    const other = await createAuthority({
      ...validFor(new Date(), hour),
      algorithm: 'ecdsa',
      organizations: ['kubernetes'],
    });
    assert.equal((await get(nodes, await leaf(other, ['system:masters']))).status, 401);
  });

  await t.test('nodes are what the machines are', async () => {
    const nodes = await listNodes(kube);
    assert.deepEqual(nodes.map(nameOf), ['demo-controlplane-1', 'demo-worker-1']);
    assert.equal(nodes[0]?.status?.nodeInfo?.osImage, 'Talos (v1.13.9)');
    await sim.ok(['-n', sim.nodes[1] ?? '', 'patch', 'mc', '-p', '{"machine":{"nodeLabels":{"rack":"r1"}}}']);
    await until('the label', async () => (await listNodes(kube))[1]?.metadata?.labels?.['rack'] === 'r1');
  });

  await t.test('objects are made, changed, watched and deleted', async () => {
    await send({ method: 'POST', path: configMaps, body: { metadata: { name: 'c' }, data: { a: '1' } } });
    await assert.rejects(
      () => send({ method: 'POST', path: configMaps, body: { metadata: { name: 'c' } } }),
      (error) => error instanceof KubeError && error.code === 409 && error.reason === 'AlreadyExists',
    );
    const before = await send<{ metadata: { resourceVersion: string }; data: object }>({ path: `${configMaps}/c` });
    const apply = { method: 'PATCH', path: `${configMaps}/c`, contentType: 'application/apply-patch+yaml' } as const;
    const query = { fieldManager: 'test', force: 'true' };
    const dry = await send<{ data: object }>({
      ...apply,
      query: { ...query, dryRun: 'All' },
      body: { data: { a: '2' } },
    });
    assert.deepEqual(dry.data, { a: '2' });
    assert.deepEqual(await send({ path: `${configMaps}/c` }), before);
    await send({ ...apply, query, body: { data: { a: '2' } } });
    await assert.rejects(
      () => send({ method: 'PUT', path: `${configMaps}/c`, body: before }),
      (error) => error instanceof KubeError && error.reason === 'Conflict',
    );
    await send({ method: 'DELETE', path: `${configMaps}/c` });
    await assert.rejects(() => send({ path: `${configMaps}/c` }), isNotFound);
  });

  await t.test('what is not served, and who does not answer', async () => {
    await assert.rejects(() => send({ path: '/api/v1/nosuch' }), isNotFound);
    await assert.rejects(() => send({ path: '/openapi/v3' }), isNotFound);
    const away = await connectKube(await sim.ok(['kubeconfig', '-']), {}, '127.0.0.1:1');
    t.after(() => away.close());
    await assert.rejects(
      () => away.send({ path: '/version' }),
      (error) =>
        error instanceof KubeUnreachableError &&
        /https:\/\/127\.0\.0\.1:1 cannot be reached: .*ECONNREFUSED/.test(error.message),
    );
  });
});
