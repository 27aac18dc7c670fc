import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import { createServer as createTcpServer, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { connectKube } from '../../src/kube/api/api.js';
import { KubeUnreachableError } from '../../src/kube/api/failure.js';
import { startHttpProxy, startSocksProxy } from '../helpers/proxies.js';
import { until } from '../helpers/sim.js';
import { TestCluster } from '../helpers/tls.js';

interface TestApi {
  readonly port: number;
  /** What was asked, with the authorization that was shown. */
  readonly asked: string[];
  /** A kubeconfig for it, with further fields of its cluster and its user. */
  kubeconfig(fields?: { readonly cluster?: object; readonly user?: object; readonly server?: string }): string;
}

/** An API server on loopback whose certificate has these names. */
async function startApi(t: TestContext, ...names: readonly string[]): Promise<TestApi> {
  const cluster = await TestCluster.create();
  const asked: string[] = [];
  const server = createServer(await cluster.server(...names), (request: IncomingMessage, response) => {
    asked.push(`${request.headers.authorization ?? ''}${request.url ?? ''}`);
    response.end('{"major":"1"}');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const authority = Buffer.from(cluster.authority.crt).toString('base64');
  return {
    port,
    asked,
    kubeconfig(fields) {
      const url = fields?.server ?? `https://127.0.0.1:${port}`;
      const known = { server: url, 'certificate-authority-data': authority, ...fields?.cluster };
      return JSON.stringify({
        clusters: [{ name: 'c', cluster: known }],
        users: [{ name: 'u', user: { ...fields?.user } }],
        contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
        'current-context': 'x',
      });
    },
  };
}

type Environment = Readonly<Record<string, string>>;

async function ask(t: TestContext, kubeconfig: string, env: Environment = {}, endpoint = ''): Promise<unknown> {
  const kube = await connectKube(kubeconfig, env, endpoint);
  t.after(() => kube.close());
  return kube.send({ path: '/version' });
}

const answer = { major: '1' };

test('HTTPS_PROXY is on the way to the Kubernetes API, and gets its name; NO_PROXY takes it away', async (t) => {
  const api = await startApi(t, 'kube.invalid', '127.0.0.1');
  const proxy = await startHttpProxy(t, api.port);
  const env = { HTTPS_PROXY: `http://me:secret@127.0.0.1:${proxy.port}` };
  const there = api.kubeconfig({ server: 'https://kube.invalid' });
  assert.deepEqual(await ask(t, there, env), answer);
  assert.deepEqual(await ask(t, api.kubeconfig(), env, 'kube.invalid'), answer);
  assert.deepEqual(proxy.requests, ['kube.invalid:443', 'kube.invalid:6443']);
  assert.deepEqual(proxy.credentials, ['me:secret', 'me:secret']);

  await assert.rejects(ask(t, there, { ...env, NO_PROXY: '.invalid' }), KubeUnreachableError);
  assert.deepEqual(await ask(t, api.kubeconfig(), env), answer, 'this machine is reached without');
  assert.equal(proxy.requests.length, 2);
});

test('the proxy of the kubeconfig goes before those of the environment', async (t) => {
  const api = await startApi(t, '127.0.0.1');
  const [proxy, other] = [await startSocksProxy(t, api.port), await startHttpProxy(t, api.port)];
  const kubeconfig = api.kubeconfig({ cluster: { 'proxy-url': `socks5://127.0.0.1:${proxy.port}` } });
  const env = { HTTPS_PROXY: `http://127.0.0.1:${other.port}`, NO_PROXY: '*' };
  assert.deepEqual(await ask(t, kubeconfig, env), answer);
  assert.deepEqual([proxy.requests, other.requests], [[`127.0.0.1:${api.port}`], []]);

  const wrong = api.kubeconfig({ cluster: { 'proxy-url': 'ftp://proxy' } });
  await assert.rejects(ask(t, wrong), /proxy-url of the kubeconfig has the scheme ftp/);
});

test('a proxy that does not pass the connection on is said to be the reason', async (t) => {
  const api = await startApi(t, 'kube.invalid');
  const proxy = await startHttpProxy(t, api.port, 403);
  await assert.rejects(
    ask(t, api.kubeconfig({ server: 'https://kube.invalid:6443' }), { https_proxy: `127.0.0.1:${proxy.port}` }),
    /kube\.invalid:6443 cannot be reached: the proxy does not pass the connection on: 127\.0\.0\.1:\d+: 403/,
  );
});

test('tls-server-name is the name that the certificate has to have', async (t) => {
  const api = await startApi(t, 'kubernetes.default');
  await assert.rejects(ask(t, api.kubeconfig()), /cannot be reached: .*ALTNAME/);
  const named = (name: string): string => api.kubeconfig({ cluster: { 'tls-server-name': name } });
  assert.deepEqual(await ask(t, named('kubernetes.default')), answer);
  await assert.rejects(ask(t, named('another.name')), /cannot be reached: .*ALTNAME/);
});

test('certificates are checked unless the kubeconfig says otherwise', async (t) => {
  const api = await startApi(t, '127.0.0.1');
  const other = Buffer.from((await TestCluster.create()).authority.crt).toString('base64');
  const of = (more: object): string => api.kubeconfig({ cluster: { 'certificate-authority-data': other, ...more } });
  await assert.rejects(ask(t, of({})), KubeUnreachableError);
  assert.equal(api.asked.length, 0);
  assert.deepEqual(await ask(t, of({ 'insecure-skip-tls-verify': true })), answer);
});

test('a token is shown; a kubeconfig that leads nowhere is refused', async (t) => {
  const api = await startApi(t, '127.0.0.1');
  assert.deepEqual(await ask(t, api.kubeconfig({ user: { token: 'abc' } })), answer);
  assert.deepEqual(api.asked, ['Bearer abc/version']);
  await assert.rejects(ask(t, '{}'), /names no server/);
  await assert.rejects(ask(t, '['), /the kubeconfig that the node sent, line 1/);
});

test('an API that accepts connections and says nothing is given up, and nothing is left', async (t) => {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => sockets.add(socket));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const api = await startApi(t, '127.0.0.1');
  const kube = await connectKube(api.kubeconfig({ server: `https://127.0.0.1:${port}` }), {});
  await assert.rejects(kube.send({ path: '/version' }, { timeout: 200 }), /no answer within 0\.2 s/);
  const [socket] = sockets;
  assert.ok(socket);
  socket.resume();
  kube.close();
  await until('the connection to end', () => socket.closed);
});
