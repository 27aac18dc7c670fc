import assert from 'node:assert/strict';
import { createPublicKey, X509Certificate } from 'node:crypto';
import { describe, it } from 'node:test';
import { parseCertificate } from '../../src/pki/certificate.js';
import { createAuthority, createCertificate, signRequest } from '../../src/pki/issue.js';
import { type KeyAlgorithm, parsePrivateKey, relabelForTls } from '../../src/pki/keys.js';
import { createCertificateRequest, parseCertificateRequest } from '../../src/pki/request.js';
import { hour, validFor } from '../../src/pki/validity.js';
import { openssl } from './openssl.js';

const now = new Date('2026-03-04T05:06:07.890Z');
const algorithms: readonly KeyAlgorithm[] = ['ed25519', 'ecdsa', 'rsa'];

for (const algorithm of algorithms) {
  describe(`certificates with ${algorithm} keys`, async () => {
    const started = new Date();
    const authority = await createAuthority({
      algorithm,
      organizations: ['acme'],
      ...validFor(started, 87_600 * hour),
    });

    it('makes an authority that signs itself', () => {
      const certificate = new X509Certificate(authority.crt);
      assert.equal(certificate.verify(certificate.publicKey), true);
      assert.equal(certificate.ca, true);
      assert.equal(certificate.subject, 'O=acme');
      assert.equal(certificate.issuer, 'O=acme');
      assert.equal(Date.parse(certificate.validFrom), Math.floor(started.getTime() / 1000) * 1000);
      assert.equal(Date.parse(certificate.validTo) - Date.parse(certificate.validFrom), 87_600 * hour);
      assert.equal(certificate.checkPrivateKey(parsePrivateKey(authority.key)), true);
    });

    it('issues a client certificate with roles', async () => {
      const client = await createCertificate(authority, {
        organizations: ['os:reader', 'os:admin'],
        usages: ['client'],
        ...validFor(now, hour),
      });
      const certificate = new X509Certificate(client.crt);
      assert.equal(certificate.verify(new X509Certificate(authority.crt).publicKey), true);
      assert.equal(certificate.checkIssued(new X509Certificate(authority.crt)), true);
      assert.equal(certificate.ca, false);
      assert.equal(certificate.checkPrivateKey(parsePrivateKey(client.key)), true);
      const parsed = parseCertificate(client.crt);
      assert.deepEqual(parsed.subject, { organizations: ['os:admin', 'os:reader'], commonName: '' });
      assert.deepEqual(parsed.issuer, { organizations: ['acme'], commonName: '' });
      assert.deepEqual(parsed.extendedUsages, ['client']);
      assert.equal(parsed.isCa, false);
      assert.deepEqual(parsed.notBefore, new Date('2026-03-04T05:06:07Z'));
      assert.deepEqual(parsed.notAfter, new Date('2026-03-04T06:06:07Z'));
      assert.deepEqual(parsed.authorityKeyId, parseCertificate(authority.crt).subjectKeyId);
      assert.equal(BigInt(`0x${parsed.serialNumber}`), BigInt(`0x${certificate.serialNumber}`));
    });

    it('issues a server certificate for names and addresses', async () => {
      const server = await createCertificate(authority, {
        commonName: 'node-1',
        dnsNames: ['node-1.example.org'],
        ipAddresses: ['192.0.2.1', '2001:db8::1', '::ffff:192.0.2.2'],
        usages: ['server', 'client'],
        ...validFor(now, hour),
      });
      const certificate = new X509Certificate(server.crt);
      assert.equal(certificate.checkHost('node-1.example.org'), 'node-1.example.org');
      for (const address of ['192.0.2.1', '2001:db8::1', '192.0.2.2']) {
        assert.equal(certificate.checkIP(address), address);
      }
      const { dnsNames, ipAddresses, extendedUsages, subject } = parseCertificate(server.crt);
      assert.deepEqual(dnsNames, ['node-1.example.org']);
      assert.deepEqual(ipAddresses, ['192.0.2.1', '2001:db8::1', '192.0.2.2']);
      assert.deepEqual(extendedUsages, ['server', 'client']);
      assert.equal(subject.commonName, 'node-1');
    });

    it('signs requests as they are', async () => {
      const stranger = await createAuthority({ ...validFor(now, hour) });
      const request = createCertificateRequest(parsePrivateKey(stranger.key), {
        organizations: ['os:reader'],
        ipAddresses: ['192.0.2.9'],
      });
      const crt = signRequest(authority, request, { usages: ['client'], ...validFor(now, hour) });
      assert.equal(new X509Certificate(crt).verify(new X509Certificate(authority.crt).publicKey), true);
      assert.equal(new X509Certificate(crt).verify(new X509Certificate(stranger.crt).publicKey), false);
      const parsed = parseCertificate(crt);
      assert.deepEqual(parsed.subject.organizations, ['os:reader']);
      assert.deepEqual(parsed.ipAddresses, ['192.0.2.9']);
      assert.deepEqual(parsed.publicKeyInfo, parseCertificate(stranger.crt).publicKeyInfo);
    });

    it('is what openssl takes', { skip: openssl === undefined && 'openssl is not installed' }, async () => {
      const key = parsePrivateKey(authority.key);
      const request = createCertificateRequest(key, { organizations: ['os:admin'], ipAddresses: ['192.0.2.1'] });
      assert.match(openssl?.verifyRequest(request) ?? '', /verify OK/);
      const issued = signRequest(authority, request, { usages: ['client'], ...validFor(new Date(), hour) });
      assert.match(openssl?.verify(authority.crt, issued) ?? '', /: OK$/m);
      assert.match(openssl?.text(issued) ?? '', /X509v3 Extended Key Usage: \s+TLS Web Client Authentication\n/);
      const text = openssl?.text(authority.crt) ?? '';
      assert.match(text, /X509v3 Key Usage: critical\s+Digital Signature, Certificate Sign\n/);
      assert.match(text, /X509v3 Basic Constraints: critical\s+CA:TRUE\n/);
      assert.match(openssl?.publicKey(relabelForTls(authority.key)) ?? '', /BEGIN PUBLIC KEY/);
    });
  });
}

describe('certificates', async () => {
  const authority = await createAuthority({ organizations: ['talos'], ...validFor(now, 40 * 365 * 24 * hour) });

  it('writes the extensions of an authority in a fixed order', () => {
    const hex = parseCertificate(authority.crt).der.toString('hex');
    const order = ['0603551d0f', '0603551d25', '0603551d13', '0603551d0e'].map((oid) => hex.indexOf(oid));
    assert.deepEqual(
      order,
      [...order].sort((a, b) => a - b),
    );
    assert.ok(order.every((index) => index > 0));
  });

  it('writes years from 2050 on in their own form', () => {
    assert.equal(new X509Certificate(authority.crt).validTo, 'Feb 22 05:06:07 2066 GMT');
    assert.deepEqual(parseCertificate(authority.crt).notAfter, new Date('2066-02-22T05:06:07Z'));
  });

  it('gives every certificate a serial number of its own', async () => {
    const serials = new Set<string>();
    for (let i = 0; i < 50; i++) {
      const { crt } = await createCertificate(authority, { usages: ['client'], ...validFor(now, hour) });
      const { serialNumber } = parseCertificate(crt);
      assert.ok(serialNumber.length <= 32, serialNumber);
      serials.add(serialNumber);
    }
    assert.equal(serials.size, 50);
  });

  it('names a subject without a name by its addresses alone', async () => {
    const options = { usages: ['server'] as const, ipAddresses: ['192.0.2.1'], ...validFor(now, hour) };
    const { crt } = await createCertificate(authority, options);
    assert.ok(parseCertificate(crt).der.toString('hex').includes('0603551d110101ff'), 'subjectAltName is critical');
  });

  it('keeps texts beyond ASCII', async () => {
    const { crt } = await createCertificate(authority, {
      organizations: ['Bäckerei', 'a*b'],
      usages: ['client'],
      ...validFor(now, hour),
    });
    assert.deepEqual(new Set(parseCertificate(crt).subject.organizations), new Set(['Bäckerei', 'a*b']));
    assert.match(new X509Certificate(crt).subject, /Bäckerei|B\\C3\\A4ckerei/);
  });

  it("refuses a key that is not the authority's", async () => {
    const other = await createAuthority({ ...validFor(now, hour) });
    const options = { usages: ['client'] as const, ...validFor(now, hour) };
    await assert.rejects(createCertificate({ crt: authority.crt, key: other.key }, options), /does not belong/);
  });

  it('refuses a request that was tampered with', () => {
    const request = createCertificateRequest(parsePrivateKey(authority.key), { organizations: ['os:reader'] });
    const der = Buffer.from(request.replace(/-----.*-----|\n/g, ''), 'base64');
    const at = der.indexOf('os:reader');
    der.write('os:admins', at);
    const tampered = `-----BEGIN CERTIFICATE REQUEST-----\n${der.toString('base64')}\n-----END CERTIFICATE REQUEST-----\n`;
    assert.throws(() => parseCertificateRequest(tampered, 'node.csr'), /node\.csr is not signed by its own key/);
  });

  it('says what is wrong with a text that is no certificate', () => {
    assert.throws(() => parseCertificate('hello', 'ca.crt'), /ca\.crt holds no PEM block/);
    assert.throws(
      () => parseCertificate(authority.key, 'ca.crt'),
      /ca\.crt is a PEM block labelled ED25519 PRIVATE KEY/,
    );
    const empty = '-----BEGIN CERTIFICATE-----\nMAA=\n-----END CERTIFICATE-----\n';
    assert.throws(() => parseCertificate(empty, 'ca.crt'), /ca\.crt/);
    const truncated = `-----BEGIN CERTIFICATE-----\n${parseCertificate(authority.crt).der.subarray(0, 90).toString('base64')}\n-----END CERTIFICATE-----\n`;
    assert.throws(() => parseCertificate(truncated, 'ca.crt'), /ca\.crt is not well-formed DER/);
  });

  it('reads what node:crypto reads', () => {
    const { publicKeyInfo } = parseCertificate(authority.crt);
    const key = createPublicKey({ key: publicKeyInfo, format: 'der', type: 'spki' });
    assert.equal(key.equals(new X509Certificate(authority.crt).publicKey), true);
  });
});
