import { type KeyObject, verify } from 'node:crypto';
import { TalosctlError } from '../errors/errors.js';
import {
  bitStringContent,
  contextTag,
  type Der,
  decodeDer,
  encodeDer,
  explicit,
  integer,
  items,
  readObjectId,
  sequence,
} from './der.js';
import { type AlternativeNames, decodeRequestAttributes, encodeRequestAttributes } from './extensions.js';
import { parsePublicKey, publicKeyInfo } from './keys.js';
import { encodeName, type Name } from './name.js';
import { decodePem, encodePem, pemLabel } from './pem.js';
import { signed } from './signature.js';

export interface RequestOptions extends Partial<Name>, Partial<AlternativeNames> {}

/** A certificate request (PKCS#10) for the key, as PEM. */
export function createCertificateRequest(key: KeyObject, options: RequestOptions): string {
  const subject = encodeName({ organizations: options.organizations ?? [], commonName: options.commonName ?? '' });
  const names = { dnsNames: options.dnsNames ?? [], ipAddresses: options.ipAddresses ?? [] };
  const body = sequence(
    integer(Buffer.from([0])),
    subject,
    decodeDer(publicKeyInfo(key), 'the public key'),
    explicit(0, ...encodeRequestAttributes(names)),
  );
  return encodePem(pemLabel.certificateRequest, signed(body, key));
}

/** What a certificate request asks for. */
export interface CertificateRequest extends AlternativeNames {
  readonly subject: Der;
  /** SubjectPublicKeyInfo. */
  readonly publicKey: Buffer;
}

/** Reads a certificate request and checks that it is signed by its own key. */
export function parseCertificateRequest(pem: string, what = 'the certificate request'): CertificateRequest {
  const block = decodePem(pem, what);
  if (!/^(NEW )?CERTIFICATE REQUEST$/.test(block.label)) {
    throw new TalosctlError(`${what} is a PEM block labelled ${block.label}, not a certificate request`);
  }
  const [body, identifier, signature] = items(decodeDer(block.der, what), what);
  const parts = items(body, what);
  const [, subject, publicKey] = parts;
  if (body === undefined || subject === undefined || publicKey === undefined) {
    throw new TalosctlError(`${what} is not a PKCS#10 certificate request`);
  }
  const attributes = parts.find((part) => contextTag(part) === 0);
  const request = {
    subject,
    publicKey: encodeDer(publicKey),
    ...decodeRequestAttributes(attributes === undefined ? [] : items(attributes, what), what),
  };
  const hash = hashOf(readObjectId(items(identifier, what)[0], what), what);
  const key = parsePublicKey(request.publicKey, what);
  if (!verify(hash, encodeDer(body), key, bitStringContent(signature, what))) {
    throw new TalosctlError(`${what} is not signed by its own key`);
  }
  return request;
}

function hashOf(signatureOid: string, what: string): 'sha256' | 'sha384' | 'sha512' | null {
  switch (signatureOid) {
    case '1.3.101.112':
      return null;
    case '1.2.840.113549.1.1.11':
    case '1.2.840.10045.4.3.2':
      return 'sha256';
    case '1.2.840.113549.1.1.12':
    case '1.2.840.10045.4.3.3':
      return 'sha384';
    case '1.2.840.113549.1.1.13':
    case '1.2.840.10045.4.3.4':
      return 'sha512';
    default:
      throw new TalosctlError(`${what} is signed with an algorithm that is not supported (${signatureOid})`);
  }
}
