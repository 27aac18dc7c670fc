import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, lstat, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { parse } from 'yaml';
import { MachineServiceService } from '../../src/gen/machine/machine.js';
import { saveTalosconfig } from '../../src/talosconfig/save.js';
import { type CliOptions, runCli } from '../helpers/cli.js';
import { StatusError, TestServer } from '../helpers/servers.js';
import { textInput } from '../helpers/streams.js';
import { TestCluster } from '../helpers/tls.js';

const served = `apiVersion: v1
clusters:
- cluster:
    certificate-authority-data: Q0E=
    server: https://192.0.2.5:6443
  name: demo
contexts:
- context:
    cluster: demo
    namespace: default
    user: admin@demo
  name: admin@demo
current-context: admin@demo
kind: Config
users:
- name: admin@demo
  user:
    client-certificate-data: TkVX
    client-key-data: TkVX
`;
const mine = served.replaceAll('TkVX', 'T0xE').replace('namespace: default', 'namespace: team-a');

/** What a node sends: a tar without its final blocks, gzipped. */
function archive(text: string): Buffer {
  const header = Buffer.alloc(512);
  header.write('kubeconfig', 0);
  header.write('0000600\0', 100);
  header.write(`${Buffer.byteLength(text).toString(8).padStart(11, '0')}\0`, 124);
  header.write('0', 156);
  header.write('ustar\u000000', 257);
  header.write('        ', 148);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return gzipSync(Buffer.concat([header, Buffer.from(text)]));
}

async function start(t: TestContext, nodes: readonly string[] = ['192.0.2.5']) {
  const home = await mkdtemp(join(tmpdir(), 'kubeconfig-'));
  t.after(() => rm(home, { recursive: true, force: true }));
  const cluster = await TestCluster.create();
  const server = await TestServer.start(t, {
    certificate: await cluster.server('127.0.0.1'),
    clientCa: cluster.authority.crt,
  });
  const { context } = await cluster.context([server.address], nodes);
  await saveTalosconfig({ path: join(home, 'talosconfig'), context: 'demo', contexts: new Map([['demo', context]]) });
  const run = (words: readonly string[], options: CliOptions = {}) =>
    runCli(['--talosconfig', 'talosconfig', 'kubeconfig', ...words], { cwd: home, env: { HOME: home }, ...options });
  const get = (name: string) => readFile(join(home, name), 'utf8');
  const put = async (name: string, text: string) => {
    await mkdir(join(home, name, '..'), { recursive: true });
    await writeFile(join(home, name), text);
  };
  const serve = (text: string) =>
    server.stream(MachineServiceService.kubeconfig, async function* () {
      const bytes = archive(text);
      yield { metadata: undefined, bytes: bytes.subarray(0, 100) };
      yield { metadata: undefined, bytes: bytes.subarray(100) };
    });
  return { home, run, get, put, server, serve };
}

test('without a path it becomes the configuration of kubectl, for its owner only', async (t) => {
  const { home, run, get, serve } = await start(t);
  serve(served);
  const { code, stdout, stderr } = await run([]);
  assert.deepEqual([code, stdout, stderr], [0, '', '']);
  assert.equal(await get('.kube/config'), served);
  assert.equal((await stat(join(home, '.kube/config'))).mode & 0o777, 0o600);
});

test('- is stdout, a folder gets a file of its own, and --merge=false a new file in the working folder', async (t) => {
  const { home, run, get, serve } = await start(t);
  serve(served);
  assert.equal((await run(['-'])).stdout, served);
  await mkdir(join(home, 'folder'));
  assert.equal((await run(['folder'])).code, 0);
  assert.equal(await get('folder/kubeconfig'), served);
  assert.equal((await run(['--merge=false'])).code, 0);
  assert.equal(await get('kubeconfig'), served);
  const again = await run(['--merge=false']);
  assert.equal(again.code, 1);
  assert.match(again.stderr, /kubeconfig exists already\nadd --force/);
  assert.equal((await run(['--merge=false', '-f'])).code, 0);
});

test('a pipe is written to, whatever else is said: there is nothing in it to merge with', async (t) => {
  const { home, run, get, serve } = await start(t);
  serve(served);
  await promisify(execFile)('mkfifo', [join(home, 'pipe')]);
  for (const flags of [[], ['--merge=false']]) {
    const [text, { code }] = await Promise.all([get('pipe'), run(['pipe', ...flags])]);
    assert.deepEqual([code, text], [0, served]);
  }
  const [text] = await Promise.all([get('pipe'), run(['pipe', '--force-context-name', 'mine'])]);
  assert.match(text, /current-context: mine/);
});

test('the same cluster is refreshed in place, quietly', async (t) => {
  const { run, get, put, serve } = await start(t);
  serve(served);
  await put('k', mine);
  const { code, stdout, stderr } = await run(['k']);
  assert.deepEqual([code, stdout, stderr], [0, '', '']);
  assert.equal(await get('k'), served.replace('namespace: default', 'namespace: team-a'));
});

test('a clash is renamed where nobody can be asked, and the new names are said', async (t) => {
  const { run, get, put, serve } = await start(t);
  serve(served.replace('Q0E=', 'T1RIRVI='));
  await put('k', mine);
  const { code, stderr } = await run(['k']);
  assert.equal(code, 0);
  assert.equal(
    stderr,
    'renamed cluster "demo" -> "demo-1"\nrenamed user "admin@demo" -> "admin@demo-1"\nrenamed context "admin@demo" -> "admin@demo-1"\n',
  );
  assert.match(await get('k'), /current-context: admin@demo-1\n/);
});

test('a clash is asked about on a terminal: overwrite, or abort with nothing written', async (t) => {
  const { run, get, put, serve } = await start(t);
  serve(served.replace('Q0E=', 'T1RIRVI='));
  await put('k', mine);
  const aborted = await run(['k'], { stdin: textInput('what\na\n', { isTerminal: true }) });
  assert.equal(aborted.code, 1);
  assert.match(aborted.stderr, /cluster "demo" exists already .*\n?.*aborted/);
  assert.equal(await get('k'), mine);
  const overwritten = await run(['k'], { stdin: textInput('o\noverwrite\n', { isTerminal: true }) });
  assert.equal(overwritten.code, 0, overwritten.stderr);
  assert.equal(await get('k'), served.replace('Q0E=', 'T1RIRVI=').replace('namespace: default', 'namespace: team-a'));
});

test('with several files in $KUBECONFIG the first takes what is new', async (t) => {
  const { home, run, get, put, serve } = await start(t);
  serve(served);
  const edge = mine.replaceAll('demo', 'edge');
  await put('other', edge);
  const KUBECONFIG = [join(home, 'first'), join(home, 'other')].join(delimiter);
  assert.equal((await run([], { env: { HOME: home, KUBECONFIG } })).code, 0);
  assert.equal(await get('first'), served);
  assert.equal(await get('other'), edge);
});

test('the context gets the name asked for, also in a new file', async (t) => {
  const { run, get, serve } = await start(t);
  serve(served);
  assert.equal((await run(['k', '--force-context-name', 'prod'])).code, 0);
  assert.equal(
    await get('k'),
    served.replace('name: admin@demo\ncurrent-context: admin@demo', 'name: prod\ncurrent-context: prod'),
  );
});

test('the name for the context counts for stdout and with --merge=false too', async (t) => {
  const { run, get, serve } = await start(t);
  serve(served);
  const named = served.replace('name: admin@demo\ncurrent-context: admin@demo', 'name: prod\ncurrent-context: prod');
  assert.equal((await run(['-', '--force-context-name', 'prod'])).stdout, named);
  assert.equal((await run(['k', '--merge=false', '--force-context-name', 'prod'])).code, 0);
  assert.equal(await get('k'), named);
});

test('a cluster of a further file is refreshed there, and the first one is not made for it', async (t) => {
  const { home, run, get, put, serve } = await start(t);
  serve(served);
  await put('other', mine);
  const KUBECONFIG = [join(home, 'first'), '', join(home, 'other')].join(delimiter);
  assert.equal((await run([], { env: { HOME: home, KUBECONFIG } })).code, 0);
  assert.equal(await get('other'), served.replace('namespace: default', 'namespace: team-a'));
  await assert.rejects(get('first'), /ENOENT/);
});

test('files that others may read become private, links stay links, odd content stays', async (t) => {
  const { home, run, get, put, serve } = await start(t);
  serve(served);
  const user = {
    exec: { apiVersion: 'client.authentication.k8s.io/v1', command: 'login', args: ['yes', '0x1', '1e3'] },
  };
  const eks = {
    clusters: [{ name: 'eks', cluster: { server: 'https://eks', extensions: [{ name: 'm', extension: { n: 1.5 } }] } }],
    users: [{ name: 'eks', user }],
    contexts: [{ name: 'eks', context: { cluster: 'eks', user: 'eks' } }],
    'current-context': 'eks',
    preferences: { colors: true },
  };
  await put('real', JSON.stringify(eks, undefined, '\t').replaceAll('\n', '\r\n'));
  await chmod(join(home, 'real'), 0o644);
  await symlink('real', join(home, 'link'));
  assert.equal((await run(['link'])).code, 0);
  assert.ok((await lstat(join(home, 'link'))).isSymbolicLink());
  assert.equal((await stat(join(home, 'real'))).mode & 0o777, 0o600);
  const merged = parse(await get('real')) as Record<string, readonly object[]>;
  assert.deepEqual(merged['clusters']?.[1], eks.clusters[0]);
  assert.deepEqual(merged['users']?.[1], eks.users[0]);
  assert.deepEqual(merged['preferences'], eks.preferences);
  assert.equal(merged['current-context'], 'admin@demo');
});

test('a worker has none, several nodes are too many, an archive may be broken: nothing is written', async (t) => {
  const { home, run, server } = await start(t);
  server.stream(MachineServiceService.kubeconfig, () => {
    throw new StatusError(12, 'kubeconfig is only available on control plane nodes');
  });
  const worker = await run(['k']);
  assert.match(worker.stderr, /only available on control plane nodes/);
  const several = await run(['k', '-n', 'a,b']);
  assert.match(several.stderr, /works on one node at a time/);
  server.stream(MachineServiceService.kubeconfig, async function* () {
    yield { metadata: undefined, bytes: Buffer.from('no archive') };
  });
  const broken = await run(['k']);
  assert.match(broken.stderr, /no \.tar\.gz archive/);
  assert.deepEqual([worker.code, several.code, broken.code], [1, 1, 1]);
  await assert.rejects(stat(join(home, 'k')));
});
