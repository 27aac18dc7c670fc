import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { type CliOptions, type CliResult, runCli } from '../../helpers/cli.js';
import { FakeClock } from '../../helpers/clock.js';
import { textInput } from '../../helpers/streams.js';
import { TestCluster } from '../../helpers/tls.js';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'config-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const lab = `    lab:
        endpoints:
            - 192.0.2.1
        nodes:
            - 192.0.2.11
        ca: bGFi
        crt: bGFi
        key: bGFi
`;
const other = `    other:
        endpoints:
            - 203.0.113.9
        nodes:
            - a
            - b
            - c
            - d
`;
const before = `context: lab\ncontexts:\n${lab}${other}`;

const at = (name: string) => join(folder, name);
const put = (name: string, text: string) => writeFile(at(name), text);
const get = (name: string) => readFile(at(name), 'utf8');

/** Runs a config command on the file t.yaml, which holds the contexts lab (the current one) and other. */
async function config(words: string, options: CliOptions = {}): Promise<CliResult> {
  if ((await stat(at('t.yaml')).catch(() => undefined)) === undefined) await put('t.yaml', before);
  return runCli(['--talosconfig', 't.yaml', 'config', ...words.split(' ')], { cwd: folder, ...options });
}

test('contexts are listed with the current one marked and three nodes at most', async () => {
  const { code, stdout } = await config('contexts');
  assert.equal(code, 0);
  assert.equal(
    stdout,
    `CURRENT   NAME    ENDPOINTS     NODES
*         lab     192.0.2.1     192.0.2.11
          other   203.0.113.9   a,b,c...
`,
  );
});

const changes: readonly (readonly [words: string, after: string])[] = [
  ['context other', before.replace('context: lab', 'context: other')],
  ['use-context other', before.replace('context: lab', 'context: other')],
  [
    'endpoint 192.0.2.2,192.0.2.3 cp.example:50001',
    before.replace('- 192.0.2.1\n', '- 192.0.2.2\n            - 192.0.2.3\n            - cp.example:50001\n'),
  ],
  ['node 192.0.2.12', before.replace('192.0.2.11', '192.0.2.12')],
  ['node', before.replace('        nodes:\n            - 192.0.2.11\n', '')],
  ['node x --context other', before.replace(/- a\n.*- b\n.*- c\n.*- d\n/s, '- x\n')],
  ['remove other -y', `context: lab\ncontexts:\n${lab}`],
  ['remove o* --noconfirm', `context: lab\ncontexts:\n${lab}`],
  ['remove other --dry-run -y', before],
  ['add a', before.replace('contexts:\n', 'contexts:\n    a:\n        endpoints: []\n')],
];
for (const [words, after] of changes) {
  test(`config ${words} changes the file`, async () => {
    const { code, stdout, stderr } = await config(words);
    assert.equal(code, 0, stderr);
    assert.equal(stdout, '');
    assert.equal(await get('t.yaml'), after);
  });
}

const refusals: readonly (readonly [words: string, message: RegExp])[] = [
  ['context gone', /"gone" is not defined in .*t\.yaml\ncontexts in .*: lab, other\n/],
  ['endpoint https://192.0.2.9:6443', /https:\/\/192\.0\.2\.9:6443 is a URL.*port 50000/],
  ['endpoint ,', /at least one endpoint/],
  ['node https://192.0.2.9:6443', /is a URL/],
  ['add lab', /context "lab" exists already/],
  ['add a --crt x', /--crt and --key belong together/],
  ['add a --ca nosuch.pem', /cannot read .*nosuch\.pem \(--ca\): no such file/],
  ['remove lab -y', /"lab" is the current context/],
  ['remove zzz -y', /no context matches "zzz"/],
  ['merge nosuch.yaml', /nosuch\.yaml: no such file/],
  ['info -o xml', /unknown output format "xml"/],
  ['info', /client certificate of context "lab"/],
];
for (const [words, message] of refusals) {
  test(`config ${words} is refused and the file stays`, async () => {
    const { code, stderr } = await config(words);
    assert.equal(code, 1);
    assert.match(stderr, message);
    assert.equal(await get('t.yaml'), before);
    await assert.rejects(stat(at('nosuch.yaml')));
  });
}

test('a URL is a fine endpoint where another maker signs in', async () => {
  await put(
    't.yaml',
    'context: omni\ncontexts:\n    omni:\n        endpoints: []\n        auth:\n            siderov1:\n                identity: me@example.org\n',
  );
  assert.equal((await config('endpoint https://acme.omni.example')).code, 0);
  assert.match(await get('t.yaml'), /- https:\/\/acme\.omni\.example\n {8}auth:\n {12}siderov1:/);
});

test('credentials of an added context are base64 of the files', async () => {
  await put('ca.pem', 'the ca');
  await put('crt.pem', 'the crt');
  await put('key.pem', 'the key');
  assert.equal((await config('add a --ca ca.pem --crt crt.pem --key key.pem')).code, 0);
  assert.match(await get('t.yaml'), /ca: dGhlIGNh\n {8}crt: dGhlIGNydA==\n {8}key: dGhlIGtleQ==\n/);
});

test('merging takes several files and standard input, and says what it renames', async () => {
  await put('same.yaml', `context: lab\ncontexts:\n${lab}`);
  await put('clash.yaml', 'context: other\ncontexts:\n    other:\n        endpoints:\n            - x\n');
  const stdin = 'context: gone\ncontexts:\n    more:\n        endpoints:\n            - w\n';
  const { code, stdout, stderr } = await config('merge same.yaml clash.yaml -', { stdin });
  assert.equal(code, 0);
  assert.equal(stdout, '');
  assert.equal(stderr, 'renamed talosconfig context "other" -> "other-1"\n');
  const more = '    more:\n        endpoints:\n            - w\n';
  const clash = '    other-1:\n        endpoints:\n            - x\n';
  assert.equal(await get('t.yaml'), `context: other-1\ncontexts:\n${lab}${more}${other}${clash}`);
});

test('merging says what it refreshes and overwrites', async () => {
  await put('new.yaml', `context: lab\ncontexts:\n${lab.replace('crt: bGFi', 'crt: bmV3')}`);
  const refreshed = await config('merge new.yaml');
  assert.deepEqual([refreshed.code, refreshed.stderr], [0, 'refreshed talosconfig context "lab"\n']);
  assert.match(await get('t.yaml'), /nodes:\n {12}- 192\.0\.2\.11\n {8}ca: bGFi\n {8}crt: bmV3\n/);
  await put('clash.yaml', 'context: other\ncontexts:\n    other:\n        endpoints:\n            - x\n');
  const replaced = await config('merge --overwrite clash.yaml');
  assert.deepEqual([replaced.code, replaced.stderr], [0, 'replaced talosconfig context "other"\n']);
  assert.match(await get('t.yaml'), / {4}other:\n {8}endpoints:\n {12}- x\n$/);
});

test('removing asks, also through a pipe, and does nothing without an answer', async () => {
  const unanswered = await config('remove other');
  assert.equal(unanswered.code, 1);
  assert.match(unanswered.stderr, /-y/);
  assert.equal((await config('remove other', { stdin: 'n\n' })).code, 0);
  assert.equal(await get('t.yaml'), before);
  assert.equal((await config('remove other', { stdin: textInput('yes\n', { isTerminal: true }) })).code, 0);
  assert.equal(await get('t.yaml'), `context: lab\ncontexts:\n${lab}`);
});

test('info shows roles and the end of the certificate, and says when it has expired', async () => {
  const cluster = await TestCluster.create();
  const from = new Date('2026-01-01T00:00:00Z');
  const options = { roles: ['os:reader', 'os:etcd:backup'], from, lifetime: 100 * 86_400_000 };
  const { context } = await cluster.context(['192.0.2.1', '192.0.2.2'], [], options);
  const { ca, crt, key } = context;
  await put(
    't.yaml',
    JSON.stringify({ context: 'lab', contexts: { lab: { endpoints: context.endpoints, ca, crt, key } } }),
  );
  const valid = await config('info', { clock: new FakeClock('2026-03-31T00:00:00Z') });
  assert.equal(
    valid.stdout,
    `Current context:     lab
Nodes:               not defined
Endpoints:           192.0.2.1, 192.0.2.2
Roles:               os:etcd:backup, os:reader
Certificate expires: 1 week from now (2026-04-11)
`,
  );
  assert.equal(valid.stderr, '');
  const late = { clock: new FakeClock('2026-08-31T00:00:00Z') };
  const expired = await config('info', late);
  assert.equal(expired.code, 0);
  assert.match(expired.stdout, /^Certificate expires: 4 months ago \(2026-04-11\), EXPIRED$/m);
  assert.match(expired.stderr, /expired; make a new one/);
  assert.deepEqual(JSON.parse((await config('info -o json', late)).stdout), {
    context: 'lab',
    nodes: [],
    endpoints: ['192.0.2.1', '192.0.2.2'],
    roles: ['os:etcd:backup', 'os:reader'],
    certTTL: '4 months ago',
    certNotAfter: '2026-04-11',
  });
  assert.match((await config('info -o yaml', late)).stdout, /^nodes: \[\]\nendpoints:\n {4}- 192\.0\.2\.1\n/m);
});
