import assert from 'node:assert/strict';
import { createHash, X509Certificate } from 'node:crypto';
import { describe, it } from 'node:test';
import { parseCertificate } from '../../src/pki/certificate.js';
import { parseFingerprint, publicKeyFingerprint, publicKeyPin } from '../../src/pki/fingerprint.js';
import { createAuthority } from '../../src/pki/issue.js';
import { hour, validFor } from '../../src/pki/validity.js';

describe('fingerprints', async () => {
  const { crt } = await createAuthority({ ...validFor(new Date(), hour) });
  const spki = new X509Certificate(crt).publicKey.export({ type: 'spki', format: 'der' });
  const hash = createHash('sha256').update(spki).digest();

  it('hashes the public key, of PEM and DER alike', () => {
    assert.equal(publicKeyFingerprint(crt), hash.toString('base64'));
    assert.equal(publicKeyFingerprint(parseCertificate(crt).der), hash.toString('base64'));
    assert.equal(publicKeyPin(crt), `sha256:${hash.toString('hex')}`);
  });

  it('takes only what is one', () => {
    assert.equal(parseFingerprint(hash.toString('base64')), hash.toString('base64'));
    for (const text of ['', 'abc', hash.toString('hex'), hash.toString('base64').slice(1)]) {
      assert.throws(() => parseFingerprint(text), /is not a certificate fingerprint/);
    }
  });
});
