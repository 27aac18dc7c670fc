import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, before, beforeEach, describe, it } from 'node:test';
import { promisify } from 'node:util';
import type { SecretsBundle } from '../../../src/pki/secrets/bundle.js';
import { decodeSecrets } from '../../../src/pki/secrets/decode.js';
import { encodeSecrets } from '../../../src/pki/secrets/encode.js';
import { generateSecrets } from '../../../src/pki/secrets/generate.js';
import { type CliResult, runCli } from '../../helpers/cli.js';

let cwd: string;
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'gen-secrets-'));
});
afterEach(() => rm(cwd, { recursive: true }));

const run = (...args: string[]): Promise<CliResult> => runCli(['gen', ...args], { cwd });
const read = (name: string): Promise<string> => readFile(join(cwd, name), 'utf8');

/** Runs a command line to its success; gives stdout. */
async function succeed(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await run(...args);
  assert.equal(code, 0, stderr);
  return stdout;
}

describe('gen secrets', () => {
  it('writes a complete bundle for its owner alone', async () => {
    const { code, stdout, stderr } = await run('secrets');
    assert.equal(code, 0, stderr);
    assert.equal(stdout + stderr, '');
    const bundle = decodeSecrets(await read('secrets.yaml'), 'secrets.yaml');
    assert.match(bundle.certs.k8sServiceAccount.key, /^-----BEGIN RSA PRIVATE KEY-----/);
    assert.notEqual(bundle.secrets.secretboxEncryptionSecret, undefined);
    assert.equal((await stat(join(cwd, 'secrets.yaml'))).mode & 0o777, 0o600);
  });

  it('keeps a bundle that is there, unless forced', async () => {
    await writeFile(join(cwd, 'mine.yaml'), 'mine');
    const { code, stderr } = await run('secrets', '-o', 'mine.yaml', '--talos-version', 'v1.2');
    assert.equal(code, 1);
    assert.match(stderr, /mine\.yaml exists already/);
    assert.equal(await read('mine.yaml'), 'mine');
    await succeed('secrets', '-o', 'mine.yaml', '--talos-version', 'v1.2', '-f');
    assert.match(await read('mine.yaml'), /^cluster:\n/);
  });

  it('writes into a pipe or a device that is there, without being forced', async () => {
    await promisify(execFile)('mkfifo', [join(cwd, 'pipe')]);
    const [text] = await Promise.all([read('pipe'), succeed('secrets', '-o', 'pipe')]);
    assert.match(text, /^cluster:\n/);
    assert.ok((await stat(join(cwd, 'pipe'))).isFIFO());
  });

  it('makes what a version of Talos uses', async () => {
    const old = decodeSecrets(await succeed('secrets', '-o', '-', '--talos-version', 'v1.2'), '-');
    assert.notEqual(old.secrets.aescbcEncryptionSecret, undefined);
    assert.equal(old.secrets.secretboxEncryptionSecret, undefined);
    assert.match(old.certs.k8sServiceAccount.key, /^-----BEGIN EC PRIVATE KEY-----/);
    const { code, stderr } = await run('secrets', '-o', '-', '--talos-version', 'v1.14');
    assert.equal(code, 1);
    assert.match(stderr, /v1\.14 are not supported/);
  });

  it('takes a bootstrap token', async () => {
    const words = ['secrets', '-o', '-', '--talos-version', 'v1.6', '-t'];
    const bundle = decodeSecrets(await succeed(...words, 'abcdef.0123456789abcdef'), '-');
    assert.equal(bundle.secrets.bootstrapToken, 'abcdef.0123456789abcdef');
    const odd = await run(...words, 'abc');
    assert.equal(odd.code, 0);
    assert.match(odd.stderr, /^warning: the bootstrap token/);
  });

  describe('from what is there', () => {
    let bundle: SecretsBundle;
    before(async () => {
      bundle = await generateSecrets({ now: new Date(), serviceAccountKey: 'ecdsa', encryption: 'secretbox' });
    });

    it('takes a Kubernetes PKI folder', async () => {
      const { k8s, etcd, k8sAggregator, k8sServiceAccount } = bundle.certs;
      await mkdir(join(cwd, 'pki/etcd'), { recursive: true });
      for (const [name, content] of [
        ['ca.crt', k8s.crt],
        ['ca.key', k8s.key],
        ['etcd/ca.crt', etcd.crt],
        ['etcd/ca.key', etcd.key],
        ['front-proxy-ca.crt', k8sAggregator.crt],
        ['front-proxy-ca.key', k8sAggregator.key],
        ['sa.key', k8sServiceAccount.key],
      ] as const) {
        await writeFile(join(cwd, 'pki', name), content);
      }
      const made = decodeSecrets(await succeed('secrets', '-o', '-', '-p', 'pki'), '-');
      assert.deepEqual({ ...made.certs, os: undefined }, { ...bundle.certs, os: undefined });
      await rm(join(cwd, 'pki/sa.key'));
      const { code, stderr } = await run('secrets', '-p', 'pki');
      assert.equal(code, 1);
      assert.match(stderr, /sa\.key: no such file/);
    });

    it('takes a control plane configuration, and gives the very bundle it was made from', async () => {
      await writeFile(join(cwd, 's.yaml'), encodeSecrets(bundle));
      const config = ['config', 'demo', 'https://192.0.2.5:6443', '--with-secrets', 's.yaml'];
      await succeed(...config, '-t', 'controlplane', '-o', 'cp.yaml');
      await succeed('secrets', '--from-controlplane-config', 'cp.yaml', '-o', 'back.yaml');
      assert.equal(await read('back.yaml'), await read('s.yaml'));

      await succeed(...config, '-t', 'worker', '-o', 'w.yaml');
      const { code, stderr } = await run('secrets', '--from-controlplane-config', 'w.yaml', '-o', 'none.yaml');
      assert.equal(code, 1);
      assert.match(stderr, /w\.yaml is the configuration of a worker/);
      await assert.rejects(stat(join(cwd, 'none.yaml')));
    });

    it('takes one source at a time', async () => {
      const { code, stderr } = await run('secrets', '-p', 'pki', '--from-controlplane-config', 'cp.yaml');
      assert.equal(code, 1);
      assert.match(stderr, /exclude each other/);
    });
  });
});
