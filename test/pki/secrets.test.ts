import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { encodeBase64Text } from '../../src/pki/base64.js';
import { decodeSecrets } from '../../src/pki/secrets/decode.js';
import { encodeSecrets } from '../../src/pki/secrets/encode.js';
import { generateSecrets } from '../../src/pki/secrets/generate.js';
import { readKubernetesPki } from '../../src/pki/secrets/kubernetes-pki.js';

const now = new Date('2026-03-04T05:06:07Z');
const small = { now, serviceAccountKey: 'ecdsa', encryption: 'secretbox' } as const;

describe('a secrets bundle', async () => {
  const bundle = await generateSecrets(small);

  it('has authorities valid for ten years, with their names', () => {
    const subjects = Object.entries(bundle.certs).flatMap(([name, pair]) => {
      if (!('crt' in pair)) return [];
      const certificate = new X509Certificate(pair.crt);
      assert.equal(certificate.validFrom, 'Mar  4 05:06:07 2026 GMT');
      assert.equal(certificate.validTo, 'Mar  1 05:06:07 2036 GMT');
      return [[name, certificate.subject ?? '', certificate.publicKey.asymmetricKeyType]];
    });
    assert.deepEqual(Object.fromEntries(subjects.map(([name, ...rest]) => [name, rest])), {
      etcd: ['O=etcd', 'ec'],
      k8s: ['O=kubernetes', 'ec'],
      k8sAggregator: ['', 'ec'],
      os: ['O=talos', 'ed25519'],
    });
  });

  it('has tokens and keys of the known forms', () => {
    const token = /^[0-9a-z]{6}\.[0-9a-z]{16}$/;
    assert.match(bundle.secrets.bootstrapToken, token);
    assert.match(bundle.trustdInfo.token, token);
    assert.match(bundle.cluster.id, /^[A-Za-z0-9_-]{43}=$/);
    for (const key of [bundle.cluster.secret, bundle.secrets.secretboxEncryptionSecret]) {
      assert.equal(Buffer.from(key ?? '', 'base64').length, 32);
    }
  });

  it('makes the kinds of keys that a version of Talos wants', async () => {
    const rsa = await generateSecrets({ now, serviceAccountKey: 'rsa', encryption: 'aescbc', bootstrapToken: 'a.b' });
    assert.match(rsa.certs.k8sServiceAccount.key, /^-----BEGIN RSA PRIVATE KEY-----/);
    assert.match(bundle.certs.k8sServiceAccount.key, /^-----BEGIN EC PRIVATE KEY-----/);
    assert.equal(rsa.secrets.secretboxEncryptionSecret, undefined);
    assert.notEqual(rsa.secrets.aescbcEncryptionSecret, undefined);
    assert.equal(rsa.secrets.bootstrapToken, 'a.b');
  });

  it('is written key by key in a fixed order', () => {
    const text = encodeSecrets(bundle);
    const keys = text.split('\n').map((line) => line.replace(/:.*/, ':'));
    assert.deepEqual(keys, [
      'cluster:',
      '    id:',
      '    secret:',
      'secrets:',
      '    bootstraptoken:',
      '    secretboxencryptionsecret:',
      'trustdinfo:',
      '    token:',
      'certs:',
      ...['etcd', 'k8s', 'k8saggregator'].flatMap((name) => [`    ${name}:`, '        crt:', '        key:']),
      '    k8sserviceaccount:',
      '        key:',
      '    os:',
      '        crt:',
      '        key:',
      '',
    ]);
  });

  it('comes back from its file as it was', () => {
    assert.deepEqual(decodeSecrets(encodeSecrets(bundle), 'secrets.yaml'), bundle);
  });

  it('keeps a token that looks like a number', () => {
    const odd = { ...bundle, secrets: { ...bundle.secrets, bootstrapToken: '123456.0123456789012340' } };
    const text = encodeSecrets(odd);
    assert.match(text, /bootstraptoken: "123456.0123456789012340"/);
    assert.deepEqual(decodeSecrets(text, 'secrets.yaml'), odd);
    assert.deepEqual(decodeSecrets(text.replaceAll('"', ''), 'secrets.yaml'), odd);
  });

  it('names everything that is missing', () => {
    const text = encodeSecrets(bundle)
      .replace(/^ {4}secret:.*\n/m, '')
      .replace(/trustdinfo:\n.*\n/, '')
      .replace(/^ {4}os:\n.*\n.*\n/m, '')
      .replace(/secretbox/, 'other');
    assert.throws(
      () => decodeSecrets(text, 's.yaml'),
      (error: Error) => {
        for (const what of [
          's.yaml',
          'cluster.secret is missing',
          'trustdinfo.token is missing',
          'certs.os.crt is missing',
        ]) {
          assert.ok(error.message.includes(what), `${what} in: ${error.message}`);
        }
        assert.match(error.message, /one of .* is needed/);
        return true;
      },
    );
  });

  it('names what is malformed', () => {
    const text = encodeSecrets(bundle);
    const throws = (changed: string, pattern: RegExp): void =>
      assert.throws(() => decodeSecrets(changed, 's.yaml'), pattern);
    throws(text.replace(/crt: LS0/, 'crt: ?!'), /certs\.etcd\.crt is not base64/);
    throws(text.replace(/^( {4}os:\n {8}crt: ).*/m, '$1aGVsbG8='), /certs\.os\.crt holds no PEM block/);
    throws(text.replace(/^( {4}os:\n.*\n {8}key: ).*/m, '$1"******"'), /certs\.os\.key holds no PEM block/);
    throws(text.replace(/^( {4}id: ).*/m, '$1[a]'), /cluster\.id \(line 2, column \d+\) has to be a text/);
    throws(`${text}trustdinfo: {}\n`, /s\.yaml, line 24, column 1: the key trustdinfo stands here a second time/);
    throws(
      text.replace(/^( {4}k8s:\n.*\n {8}key: ).*/m, `$1${encodeBase64Text(bundle.certs.os.key)}`),
      /certs\.k8s\.key does not belong to certs\.k8s\.crt/,
    );
    throws('- a\n', /s\.yaml is not a secrets bundle/);
    throws('a: [', /s\.yaml/);
  });

  it('shows no secret in an error', () => {
    const key = encodeSecrets(bundle).match(/key: (\S+)/)?.[1] ?? '';
    const broken = encodeSecrets(bundle).replace(key, key.slice(4));
    assert.throws(
      () => decodeSecrets(broken, 's.yaml'),
      (error: Error) => !error.message.includes(key.slice(8, 24)),
    );
  });
});

describe('a Kubernetes PKI folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kubernetes-pki-'));
  after(() => rm(folder, { recursive: true }));
  const { certs } = await generateSecrets(small);
  await mkdir(join(folder, 'etcd'));
  const files = {
    'ca.crt': certs.k8s.crt,
    'ca.key': certs.k8s.key,
    'etcd/ca.crt': certs.etcd.crt,
    'etcd/ca.key': certs.etcd.key,
    'front-proxy-ca.crt': certs.k8sAggregator.crt,
    'front-proxy-ca.key': certs.k8sAggregator.key,
    'sa.key': certs.k8sServiceAccount.key,
  };
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);

  it('is taken over into a bundle', async () => {
    const kubernetes = await readKubernetesPki(folder);
    const bundle = await generateSecrets({ ...small, kubernetes });
    const { os, ...rest } = bundle.certs;
    assert.deepEqual(rest, {
      etcd: certs.etcd,
      k8s: certs.k8s,
      k8sAggregator: certs.k8sAggregator,
      k8sServiceAccount: certs.k8sServiceAccount,
    });
    assert.equal(new X509Certificate(os.crt).subject, 'O=talos');
  });

  it('is refused with the name of the file that is wrong', async () => {
    await assert.rejects(readKubernetesPki(join(folder, 'none')), /none: no such file or folder/);
    await assert.rejects(readKubernetesPki(join(folder, 'sa.key')), /sa\.key is not a folder/);
    await writeFile(join(folder, 'etcd/ca.key'), 'x');
    await assert.rejects(readKubernetesPki(folder), /etcd\/ca\.key holds no PEM block/);
    await rm(join(folder, 'etcd/ca.key'));
    await assert.rejects(readKubernetesPki(folder), /etcd\/ca\.key: no such file/);
  });
});
