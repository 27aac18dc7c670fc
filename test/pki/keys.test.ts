import assert from 'node:assert/strict';
import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { describe, it } from 'node:test';
import {
  encodePrivateKey,
  generatePrivateKey,
  type KeyAlgorithm,
  keyAlgorithm,
  parsePrivateKey,
  relabelForTls,
} from '../../src/pki/keys.js';
import { decodePem, pemBlocks } from '../../src/pki/pem.js';

const labels: Record<KeyAlgorithm, string> = {
  ed25519: 'ED25519 PRIVATE KEY',
  ecdsa: 'EC PRIVATE KEY',
  rsa: 'RSA PRIVATE KEY',
};

const details: Record<KeyAlgorithm, object> = {
  ed25519: {},
  ecdsa: { namedCurve: 'prime256v1' },
  rsa: { modulusLength: 4096, publicExponent: 65537n },
};

describe('private keys', () => {
  for (const algorithm of ['ed25519', 'ecdsa', 'rsa'] as const) {
    it(`writes and reads ${algorithm} keys`, async () => {
      const key = await generatePrivateKey(algorithm);
      const pem = encodePrivateKey(key);
      assert.equal(decodePem(pem, 'key').label, labels[algorithm]);
      assert.equal(keyAlgorithm(key), algorithm);
      assert.deepEqual(key.asymmetricKeyDetails, details[algorithm]);
      assert.equal(parsePrivateKey(pem).equals(key), true);
      assert.equal(createPrivateKey(relabelForTls(pem)).equals(key), true);
    });
  }

  it('wraps an Ed25519 key as PKCS#8 of 48 bytes', async () => {
    const { der } = decodePem(encodePrivateKey(await generatePrivateKey('ed25519')), 'key');
    assert.equal(der.length, 48);
    assert.equal(der.subarray(0, 16).toString('hex'), '302e020100300506032b657004220420');
  });

  it('reads PKCS#8 under its own label', () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    assert.equal(parsePrivateKey(pem).equals(privateKey), true);
  });

  it('relabels only what TLS libraries do not know', () => {
    const other = '-----BEGIN EC PRIVATE KEY-----\nAA==\n-----END EC PRIVATE KEY-----\n';
    assert.equal(relabelForTls(other), other);
    assert.equal(
      relabelForTls('-----BEGIN ED25519 PRIVATE KEY-----\nAA==\n-----END ED25519 PRIVATE KEY-----\n'),
      '-----BEGIN PRIVATE KEY-----\nAA==\n-----END PRIVATE KEY-----\n',
    );
  });

  it('names what it cannot read', () => {
    assert.throws(() => parsePrivateKey('nothing', 'a.key'), /a\.key holds no PEM block/);
    const certificate = '-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----\n';
    assert.throws(() => parsePrivateKey(certificate, 'a.key'), /a\.key is a PEM block labelled CERTIFICATE/);
    const broken = '-----BEGIN ED25519 PRIVATE KEY-----\nAAAA\n-----END ED25519 PRIVATE KEY-----\n';
    assert.throws(() => parsePrivateKey(broken, 'a.key'), /a\.key cannot be read/);
  });
});

describe('PEM', () => {
  it('finds every block, around other text and with headers', () => {
    const text =
      'Bag attributes\n-----BEGIN A-----\r\nQUFB\r\n-----END A-----\r\nnoise\n' +
      '-----BEGIN B KEY-----\nProc-Type: 4,CLEAR\n\nQkJC\n-----END B KEY-----';
    const found = [...pemBlocks(text)].map(({ label, der }) => [label, der.toString()]);
    assert.deepEqual(found, [
      ['A', 'AAA'],
      ['B KEY', 'BBB'],
    ]);
  });
});
