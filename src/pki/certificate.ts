import { TalosctlError } from '../errors/errors.js';
import { content, contextTag, type Der, decodeDer, encodeDer, items, readTime } from './der.js';
import { decodeExtensions, type Extensions } from './extensions.js';
import { decodeName, type Name } from './name.js';
import { decodePem, pemLabel } from './pem.js';
import type { Validity } from './validity.js';

/** What a certificate says. */
export interface Certificate extends Validity, Extensions {
  readonly der: Buffer;
  /** Hexadecimal, lower case. */
  readonly serialNumber: string;
  readonly subject: Name;
  readonly issuer: Name;
  readonly subjectDer: Der;
  /** SubjectPublicKeyInfo. */
  readonly publicKeyInfo: Buffer;
}

/** Reads the first certificate of a PEM text, or one in DER. `what` names it in errors. */
export function parseCertificate(certificate: string | Buffer, what = 'the certificate'): Certificate {
  const der = typeof certificate === 'string' ? certificateDer(certificate, what) : certificate;
  const body = [...items(items(decodeDer(der, what), what)[0], what)];
  if (contextTag(body[0]) === 0) body.shift();
  const [serial, , issuer, validity, subject, publicKey] = body;
  const [notBefore, notAfter] = items(validity, what);
  const extensions = body.slice(6).find((part) => contextTag(part) === 3);
  if (subject === undefined || publicKey === undefined) throw new TalosctlError(`${what} is not an X.509 certificate`);
  return {
    der,
    serialNumber: content(serial, what)
      .toString('hex')
      .replace(/^(00)+(?=.)/, ''),
    subject: decodeName(subject, what),
    issuer: decodeName(issuer, what),
    notBefore: readTime(notBefore, what),
    notAfter: readTime(notAfter, what),
    subjectDer: subject,
    publicKeyInfo: encodeDer(publicKey),
    ...decodeExtensions(extensions === undefined ? undefined : items(extensions, what)[0], what),
  };
}

function certificateDer(pem: string, what: string): Buffer {
  const block = decodePem(pem, what);
  if (block.label === pemLabel.certificate) return block.der;
  throw new TalosctlError(`${what} is a PEM block labelled ${block.label}, not a certificate`);
}
