import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TalosctlError } from '../../src/errors/errors.js';
import { parseCertificate } from '../../src/pki/certificate.js';
import { createAuthority, createCertificate } from '../../src/pki/issue.js';
import { parsePrivateKey } from '../../src/pki/keys.js';
import { encodePem } from '../../src/pki/pem.js';
import { createCertificateRequest, parseCertificateRequest } from '../../src/pki/request.js';
import { hour, validFor } from '../../src/pki/validity.js';

/** A generator of numbers below a limit that gives the same ones each time. */
function randomNumbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % limit;
  };
}

/** A copy with a few bytes changed, taken out or doubled. */
function mutate(der: Buffer, random: (limit: number) => number): Buffer {
  let bytes = Buffer.from(der);
  for (let changes = random(3); changes >= 0; changes--) {
    const at = random(bytes.length);
    const kind = random(3);
    if (kind === 0) bytes[at] = random(256);
    else if (kind === 1) bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)]);
    else bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at, at + 9), bytes.subarray(at)]);
  }
  return bytes;
}

/** Calls the reader; anything it throws has to be in this program's own words. */
function readsOrSays(read: () => unknown): void {
  try {
    read();
  } catch (error) {
    assert.ok(error instanceof TalosctlError, `unworded: ${error instanceof Error ? error.stack : error}`);
  }
}

describe('malformed input', async () => {
  const authority = await createAuthority({ organizations: ['acme'], ...validFor(new Date(), hour) });
  const { crt, key } = await createCertificate(authority, {
    organizations: ['os:admin'],
    dnsNames: ['example.org'],
    ipAddresses: ['192.0.2.1', '2001:db8::1'],
    usages: ['server'],
    ...validFor(new Date(), hour),
  });

  it('in certificates is either read or refused with a reason', () => {
    const { der } = parseCertificate(crt);
    const random = randomNumbers(1);
    for (let round = 0; round < 3000; round++) readsOrSays(() => parseCertificate(mutate(der, random)));
  });

  it('in requests is either read or refused with a reason', () => {
    const pem = createCertificateRequest(parsePrivateKey(key), { organizations: ['a'], ipAddresses: ['192.0.2.1'] });
    const der = Buffer.from(pem.replace(/-----.*-----|\n/g, ''), 'base64');
    const random = randomNumbers(2);
    for (let round = 0; round < 1500; round++) {
      readsOrSays(() => parseCertificateRequest(encodePem('CERTIFICATE REQUEST', mutate(der, random))));
    }
  });

  it('in keys is either read or refused with a reason', () => {
    const der = Buffer.from(key.replace(/-----.*-----|\n/g, ''), 'base64');
    const random = randomNumbers(3);
    for (let round = 0; round < 1000; round++) {
      readsOrSays(() => parsePrivateKey(encodePem('ED25519 PRIVATE KEY', mutate(der, random))));
    }
  });

  it('nested a thousand times over does not exhaust the stack', () => {
    let der = Buffer.from([0x30, 0x00]);
    for (let depth = 0; depth < 5_000; depth++) {
      const header =
        der.length < 128
          ? [0x30, der.length]
          : [0x30, 0x83, der.length >> 16, (der.length >> 8) & 0xff, der.length & 0xff];
      der = Buffer.concat([Buffer.from(header), der]);
    }
    readsOrSays(() => parseCertificate(der));
  });
});
