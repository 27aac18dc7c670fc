import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KubeApi, KubeRequest } from '../../src/kube/api/api.js';
import { KubeError } from '../../src/kube/api/failure.js';
import { hasDrifted } from '../../src/kube/manifests/diff.js';
import type { KubeJson, KubeManifest } from '../../src/kube/manifests/manifest.js';
import { KubeResources } from '../../src/kube/manifests/resources.js';
import { ApplyingWriter, type ManifestWriter, ReplacingWriter } from '../../src/kube/manifests/writers.js';
import { answer } from '../../src/sim/kube/api.js';
import { KubeCluster } from '../../src/sim/kube/cluster.js';
import { KubeFailure } from '../../src/sim/kube/failure.js';
import { Pace } from '../../src/sim/machine/pace.js';

/** The API of a simulated cluster without machines, asked without a network. */
function bareApi(t: { readonly signal: AbortSignal }): KubeApi {
  const cluster = new KubeCluster({
    pace: new Pace(0.01),
    now: () => new Date(),
    machines: () => [],
    manifests: () => [{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } }],
    signal: t.signal,
  });
  return {
    server: 'https://api',
    close: () => undefined,
    async send<T>({
      method = 'GET',
      path,
      query = {},
      body,
      contentType = 'application/json',
    }: KubeRequest): Promise<T> {
      const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
      try {
        const found = answer(
          cluster,
          { version: '1.36.3', address: 'api:6443' },
          {
            method,
            path,
            query: new URLSearchParams(given),
            accept: 'application/json',
            contentType,
            body: Buffer.from(body === undefined ? '' : JSON.stringify(body)),
            signal: t.signal,
          },
        );
        return ('body' in found ? found.body : undefined) as T;
      } catch (error) {
        if (error instanceof KubeFailure)
          throw new KubeError(error.message, { code: error.code, reason: error.reason });
        throw error;
      }
    },
  };
}

const deployment = (args: KubeJson, annotations?: Readonly<Record<string, string>>): KubeManifest => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', namespace: 'shop', ...(annotations === undefined ? {} : { annotations }) },
  spec: { replicas: 0, template: { spec: { containers: [{ name: 'web', image: 'a/b:1', ...(args as object) }] } } },
});

async function written(api: KubeApi, writer: ManifestWriter, before: KubeManifest, after: KubeManifest) {
  const resources = new KubeResources(api, {});
  await writer.write(before, undefined, false);
  const made = await resources.read(before);
  const planned = await writer.write(after, made, true);
  assert.deepEqual(await resources.read(after), made, 'a dry run changes nothing');
  const changed = await writer.write(after, made, false);
  assert.ok(!hasDrifted(planned, changed), 'a dry run says what comes');
  return changed;
}

const containers = (object: KubeManifest): unknown =>
  (object['spec'] as { readonly template: { readonly spec: { readonly containers: unknown } } }).template.spec
    .containers;

test('nodes before Talos 1.13: an object is replaced, and loses what its manifest has no more', async (t) => {
  const api = bareApi(t);
  const revision = { 'deployment.kubernetes.io/revision': '3', own: 'x' };
  const writer = new ReplacingWriter(new KubeResources(api, {}));
  const changed = await written(api, writer, deployment({ args: ['--old'] }, revision), deployment({}));
  assert.deepEqual(containers(changed), [{ name: 'web', image: 'a/b:1' }]);
  assert.deepEqual(changed.metadata['annotations'], { 'deployment.kubernetes.io/revision': '3' });
});

test('nodes before Talos 1.13: who was overtaken is told', async (t) => {
  const api = bareApi(t);
  const resources = new KubeResources(api, {});
  const writer = new ReplacingWriter(resources);
  await writer.write(deployment({}), undefined, false);
  const made = await resources.read(deployment({}));
  await writer.write(deployment({ args: ['--other'] }), made, false);
  await assert.rejects(writer.write(deployment({ args: ['--mine'] }), made, false), { reason: 'Conflict' });
});

test('nodes of Talos 1.13: an object is applied, and what others have set stays', async (t) => {
  const api = bareApi(t);
  const resources = new KubeResources(api, {});
  const writer = new ApplyingWriter(resources);
  await writer.write(deployment({}), undefined, false);
  await resources.apply({ ...deployment({}), spec: { paused: true } }, 'somebody', false);
  const changed = await written(api, writer, deployment({}), deployment({ args: ['--new'] }));
  assert.deepEqual(containers(changed), [{ name: 'web', image: 'a/b:1', args: ['--new'] }]);
  assert.equal((changed['spec'] as { readonly paused?: boolean }).paused, true);
});
