import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type CliResult, runCli } from '../../helpers/cli.js';

const config = `# a worker
version: v1alpha1
machine:
  type: worker
cluster:
  controlPlane:
    endpoint: https://192.0.2.5:6443
`;
const labelled = `version: v1alpha1
machine:
    type: worker
    token: ""
    certSANs: []
    nodeLabels:
        a: b
cluster:
    controlPlane:
        endpoint: https://192.0.2.5:6443
`;

let cwd: string;
before(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'mc-patch-'));
  await writeFile(join(cwd, 'w.yaml'), config);
  await writeFile(join(cwd, 'latin1.yaml'), Buffer.from('machine:\n  token: \u00e9t\u00e9\n', 'latin1'));
  await writeFile(join(cwd, 'label.yaml'), 'machine: {nodeLabels: {a: b}}\n');
});
after(() => rm(cwd, { recursive: true }));

const run = (words: readonly string[], stdin = ''): Promise<CliResult> =>
  runCli(['machineconfig', 'patch', ...words], { cwd, stdin });

test('the result goes to standard output, an empty line after it', async () => {
  for (const words of [
    ['w.yaml', '-p', '@label.yaml'],
    ['w.yaml', '--patch', 'label.yaml', '-o', '-'],
  ]) {
    const { code, stdout, stderr } = await run(words);
    assert.deepEqual({ code, stdout, stderr }, { code: 0, stdout: `${labelled}\n`, stderr: '' });
  }
});

test('or to a file of its own, folders made', async () => {
  const { code, stdout } = await run(['w.yaml', '-p', '@label.yaml', '-o', 'out/w.yaml']);
  assert.deepEqual({ code, stdout }, { code: 0, stdout: '' });
  assert.equal(await readFile(join(cwd, 'out/w.yaml'), 'utf8'), labelled);
  assert.equal((await stat(join(cwd, 'out/w.yaml'))).mode & 0o777, 0o600);
});

test('standard input, as the configuration or the patch', async () => {
  assert.equal((await run(['-', '-p', '@label.yaml'], config)).stdout, `${labelled}\n`);
  assert.equal((await run(['w.yaml', '-p', '@-'], 'machine: {nodeLabels: {a: b}}\n')).stdout, `${labelled}\n`);
  const { code, stderr } = await run(['-', '-p', '@-'], config);
  assert.equal(code, 1);
  assert.match(stderr, /standard input cannot be the configuration and a patch at once/);
});

test('without patches the text comes back as it is', async () => {
  assert.equal((await run(['w.yaml'])).stdout, `${config}\n`);
});

test('--keep-comments', async () => {
  const { stdout } = await run(['w.yaml', '-p', '@label.yaml', '--keep-comments']);
  assert.equal(stdout, `${config.replace('  type: worker\n', '  type: worker\n  nodeLabels:\n    a: b\n')}\n`);
});

test('doubts go to standard error', async () => {
  const { code, stderr } = await run(['w.yaml', '-p', 'machine: {token: {$patch: delete}}']);
  assert.equal(code, 0);
  assert.match(stderr, /warning: .*machine\.token: nothing to delete/i);
});

test('what a node will refuse is said, but not what it refused before', async () => {
  const hostname = 'machine: {network: {hostname: box}}';
  await writeFile(join(cwd, 'auto.yaml'), `${config}---\napiVersion: v1alpha1\nkind: HostnameConfig\nauto: stable\n`);
  const clash = await run(['auto.yaml', '-p', hostname]);
  assert.equal(clash.code, 0);
  assert.match(clash.stderr, /^warning: HostnameConfig: .*machine\.network\.hostname already.*auto: "off"\n$/);
  assert.equal((await run(['w.yaml', '-p', hostname])).stderr, '');

  const wrong = config.replace('type: worker', 'type: worker\n  network: {interfaces: [{interface: a, mtu: 1}, {}]}');
  const before = await run(['-', '-p', '@label.yaml'], wrong);
  assert.deepEqual([before.code, before.stderr], [0, '']);
  const moved = await run(['-', '-p', 'machine: {network: {interfaces: [{interface: a, $patch: delete}]}}'], wrong);
  assert.deepEqual([moved.code, moved.stderr], [0, '']);
});

test('a configuration that only the patch makes one is looked at as a whole', async () => {
  const fix = '[{"op":"remove","path":"/machine/oops"},{"op":"add","path":"/machine/sysctls","value":{"a":"b"}}]';
  const { code, stderr } = await run(['-', '-p', fix], config.replace('type: worker', 'type: worker\n  oops: 1'));
  assert.equal(code, 0, stderr);
  assert.match(stderr, /^warning: v1alpha1 machine\.ca: /m);
});

test('encrypted files are told as such, and how to get them in', async () => {
  const sops = 'machine:\n  token: ENC[AES256_GCM,data:x,iv:y,tag:z,type:str]\nsops:\n  version: 3.8.1\n';
  await writeFile(join(cwd, 'sops.yaml'), sops);
  await writeFile(join(cwd, 'age.yaml'), '-----BEGIN AGE ENCRYPTED FILE-----\nYWdl\n');
  const asPatch = await run(['w.yaml', '-p', '@sops.yaml']);
  assert.equal(asPatch.code, 1);
  assert.match(asPatch.stderr, /^the patch sops\.yaml is encrypted with SOPS\n.*`sops -d sops\.yaml \|/);
  assert.match(
    (await run(['age.yaml'])).stderr,
    /^the configuration age\.yaml is encrypted with age\n.*`age -d age\.yaml/,
  );
  assert.match(
    (await run(['-'], JSON.stringify({ sops: {}, a: 'ENC[AES256_GCM,' }))).stderr,
    /standard input is encrypted/,
  );
  assert.equal((await run(['w.yaml', '-p', 'machine: {token: "sops: ENC[AES"}'])).code, 0);
});

test('what cannot be done', async () => {
  const cases: readonly (readonly [readonly string[], RegExp])[] = [
    [['gone.yaml', '-p', '@label.yaml'], /gone\.yaml/],
    [['w.yaml', '-p', '@gone.yaml'], /gone\.yaml/],
    [['w.yaml', '-p', 'machine: {labels: {}}'], /^--patch, line 1, column 11: v1alpha1 machine: unknown key "labels"/],
    [['w.yaml', '-p', '[{"op":"remove","path":"/machine/x"}]'], /^--patch, line 1, .*remove \/machine\/x failed/],
    [['w.yaml', '-p', '{}', '-p', 'machine: {labels: {}}'], /^--patch \(2nd\), line 1, column 11: /],
    [
      ['latin1.yaml', '-p', '@label.yaml'],
      /^latin1\.yaml, line 2, column 10: the configuration is no text: the byte 0xE9/,
    ],
    [['w.yaml', '-p', '@latin1.yaml'], /^latin1\.yaml, line 2, column 10: the patch is no text/],
    [[], /argument/],
  ];
  for (const [words, reason] of cases) {
    const { code, stdout, stderr } = await run(words);
    assert.equal(code, 1);
    assert.equal(stdout, '');
    assert.match(stderr, reason);
  }
});
