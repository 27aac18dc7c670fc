import { generateKeyPairSync } from 'node:crypto';
import { TalosctlError } from '../../errors/errors.js';
import { parseCertificate } from '../../pki/certificate.js';
import { type CertificateAndKey, type IssueOptions, signRequest } from '../../pki/issue.js';
import { encodePrivateKey, keyAlgorithm, parsePrivateKey, publicKeyInfo } from '../../pki/keys.js';
import { createCertificateRequest, type RequestOptions } from '../../pki/request.js';

/** What a certificate is to say. */
export interface Wanted extends RequestOptions, IssueOptions {}

/**
 * Certificates that a node issues to itself, each made once: a node keeps them until they are about to expire or what they
 * say changes.
 */
export class CertificateCache {
  readonly #issued = new Map<string, CertificateAndKey>();

  /** `name` tells certificates of equal content apart. */
  get(name: string, authority: CertificateAndKey, wanted: Wanted): CertificateAndKey {
    const key = JSON.stringify([name, authority.crt, wanted]);
    let pair = this.#issued.get(key);
    if (pair === undefined) {
      pair = issue(authority, wanted);
      this.#issued.set(key, pair);
    }
    return pair;
  }
}

function issue(authority: CertificateAndKey, wanted: Wanted): CertificateAndKey {
  const key =
    keyAlgorithm(parsePrivateKey(authority.key)) === 'ed25519'
      ? generateKeyPairSync('ed25519').privateKey
      : generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey;
  return { crt: signRequest(authority, createCertificateRequest(key, wanted), wanted), key: encodePrivateKey(key) };
}

/** Whether certificate and key can be read and belong together, so that they can sign. */
export function isAuthority({ crt, key }: CertificateAndKey): boolean {
  try {
    return parseCertificate(crt).publicKeyInfo.equals(publicKeyInfo(parsePrivateKey(key)));
  } catch (error) {
    if (error instanceof TalosctlError) return false;
    throw error;
  }
}
