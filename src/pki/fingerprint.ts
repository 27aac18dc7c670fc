import { createHash } from 'node:crypto';
import { TalosctlError } from '../errors/errors.js';
import { parseCertificate } from './certificate.js';

const publicKeyHash = (certificate: string | Buffer): Buffer =>
  createHash('sha256').update(parseCertificate(certificate).publicKeyInfo).digest();

/** SHA-256 of a certificate's public key, base64: the form that `--cert-fingerprint` takes and nodes print. */
export function publicKeyFingerprint(certificate: string | Buffer): string {
  return publicKeyHash(certificate).toString('base64');
}

/** The same hash in the form that kubeadm and `gen ca` write: `sha256:` and hexadecimal digits. */
export function publicKeyPin(certificate: string | Buffer): string {
  return `sha256:${publicKeyHash(certificate).toString('hex')}`;
}

/** Checks that a text is a fingerprint and gives it in canonical form. */
export function parseFingerprint(text: string): string {
  const canonical = Buffer.from(text, 'base64');
  if (canonical.length !== 32 || canonical.toString('base64') !== text.trim()) {
    throw new TalosctlError(`"${text}" is not a certificate fingerprint`, {
      hint: 'a fingerprint is the base64 of 32 bytes, as the console of the node shows it',
    });
  }
  return canonical.toString('base64');
}
