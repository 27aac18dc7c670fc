import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { ApplyConfigurationResponse, MachineServiceService, VersionResponse } from '../../src/gen/machine/machine.js';
import { publicKeyFingerprint } from '../../src/pki/fingerprint.js';
import { createCertificate } from '../../src/pki/issue.js';
import { relabelForTls } from '../../src/pki/keys.js';
import { hour, validFor } from '../../src/pki/validity.js';
import { saveTalosconfig } from '../../src/talosconfig/save.js';
import type { SelectedContext } from '../../src/talosconfig/select.js';
import { type ProgramResult, runProgram } from '../helpers/program.js';
import { TestServer } from '../helpers/servers.js';
import { TestCluster } from '../helpers/tls.js';

/** Each of the runtimes that the program is built for checks certificates with code of its own. */
interface Node {
  readonly cluster: TestCluster;
  readonly certificate: { readonly cert: string; readonly key: string };
  readonly maintenance?: boolean;
}

async function startNode(t: TestContext, { cluster, certificate, maintenance }: Node): Promise<string> {
  const { authority } = cluster;
  const server = await TestServer.start(t, { certificate, ...(maintenance ? {} : { clientCa: authority.crt }) });
  server.unary(MachineServiceService.version, () =>
    VersionResponse.fromPartial({ messages: [{ version: { tag: 'v1.13.9' } }] }),
  );
  server.unary(MachineServiceService.applyConfiguration, () =>
    ApplyConfigurationResponse.fromPartial({ messages: [{}] }),
  );
  return server.address;
}

async function temporaryFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'talosctl-test-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function askVersion(t: TestContext, { name, context }: SelectedContext): Promise<ProgramResult> {
  const home = await temporaryFolder(t);
  await saveTalosconfig({ path: join(home, '.talos', 'config'), context: name, contexts: new Map([[name, context]]) });
  return runProgram(['version'], { env: { HOME: home } });
}

test('an address is dialled with the identity of the context', async (t) => {
  const cluster = await TestCluster.create();
  const address = await startNode(t, { cluster, certificate: await cluster.server('127.0.0.1') });
  const { code, stdout, stderr } = await askVersion(t, await cluster.context([address], ['127.0.0.1']));
  assert.equal(stderr, '');
  assert.match(stdout, /NODE: +127\.0\.0\.1\n.*v1\.13\.9/s);
  assert.equal(code, 0);
});

test('a certificate of another cluster is refused', async (t) => {
  const cluster = await TestCluster.create();
  const other = await TestCluster.create();
  const address = await startNode(t, { cluster, certificate: await cluster.server('127.0.0.1') });
  const { code, stderr } = await askVersion(t, await other.context([address], ['127.0.0.1']));
  assert.match(stderr, /not signed by the CA of this talosconfig/);
  assert.equal(code, 1);
});

test('a certificate for another address is refused', async (t) => {
  const cluster = await TestCluster.create();
  const address = await startNode(t, { cluster, certificate: await cluster.server('127.0.0.2', 'node.example') });
  const { code, stderr } = await askVersion(t, await cluster.context([address], ['127.0.0.1']));
  assert.match(stderr, /not made for this address/);
  assert.equal(code, 1);
});

test('a certificate that has ended is refused', async (t) => {
  const cluster = await TestCluster.create();
  const { crt, key } = await createCertificate(cluster.authority, {
    ...validFor(new Date(Date.now() - 2 * hour), hour),
    usages: ['server'],
    organizations: [],
    commonName: 'test node',
    ipAddresses: ['127.0.0.1'],
    dnsNames: [],
  });
  const address = await startNode(t, { cluster, certificate: { cert: crt, key: relabelForTls(key) } });
  const { code, stderr } = await askVersion(t, await cluster.context([address], ['127.0.0.1']));
  assert.match(stderr, /expired/);
  assert.equal(code, 1);
});

test('a node that does not trust the client is told apart', async (t) => {
  const cluster = await TestCluster.create();
  const other = await TestCluster.create();
  const address = await startNode(t, { cluster, certificate: await cluster.server('127.0.0.1') });
  const trusting = await cluster.context([address], ['127.0.0.1']);
  const { crt, key } = (await other.context([], [])).context;
  const { code, stderr } = await askVersion(t, { ...trusting, context: { ...trusting.context, crt, key } });
  assert.match(stderr, /closed the connection when it had seen this talosconfig's certificate/);
  assert.equal(code, 1);
});

test('a node that asks for a certificate is not in maintenance mode', async (t) => {
  const cluster = await TestCluster.create();
  const address = await startNode(t, { cluster, certificate: await cluster.server('127.0.0.1') });
  const { code, stderr } = await runProgram(['version', '--insecure', '-n', address]);
  assert.match(stderr, /not in maintenance mode/);
  assert.equal(code, 1);
});

test('in maintenance mode the fingerprint decides', async (t) => {
  const cluster = await TestCluster.create();
  const certificate = await cluster.server('127.0.0.1');
  const address = await startNode(t, { cluster, certificate, maintenance: true });
  assert.match((await runProgram(['version', '--insecure', '-n', address])).stdout, /v1\.13\.9/);
  const file = join(await temporaryFolder(t), 'worker.yaml');
  await writeFile(file, 'version: v1alpha1\n');
  const apply = (fingerprint: string): Promise<ProgramResult> =>
    runProgram(['apply-config', '--insecure', '-n', address, '-f', file, '--cert-fingerprint', fingerprint]);
  const known = await apply(publicKeyFingerprint(certificate.cert));
  assert.equal(known.code, 0, known.stderr);
  const strange = await apply(publicKeyFingerprint((await cluster.server('127.0.0.1')).cert));
  assert.match(strange.stderr, /fingerprint/);
  assert.equal(strange.code, 1);
});
