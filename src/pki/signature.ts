import { type KeyObject, sign } from 'node:crypto';
import { bitString, type Der, encodeDer, nullValue, objectId, sequence } from './der.js';
import { keyAlgorithm } from './keys.js';

interface SignatureScheme {
  readonly identifier: Der;
  /** Hash for node:crypto, null where the algorithm has its own. */
  readonly hash: 'sha256' | 'sha384' | 'sha512' | null;
}

/** How a key signs: PureEd25519, ECDSA with the hash of its curve, RSA with SHA-512. */
function scheme(key: KeyObject): SignatureScheme {
  switch (keyAlgorithm(key)) {
    case 'ed25519':
      return { identifier: sequence(objectId('1.3.101.112')), hash: null };
    case 'rsa':
      return { identifier: sequence(objectId('1.2.840.113549.1.1.13'), nullValue()), hash: 'sha512' };
    case 'ecdsa':
      return ecdsaScheme(key.asymmetricKeyDetails?.namedCurve);
  }
}

function ecdsaScheme(curve: string | undefined): SignatureScheme {
  switch (curve) {
    case 'secp384r1':
      return { identifier: sequence(objectId('1.2.840.10045.4.3.3')), hash: 'sha384' };
    case 'secp521r1':
      return { identifier: sequence(objectId('1.2.840.10045.4.3.4')), hash: 'sha512' };
    default:
      return { identifier: sequence(objectId('1.2.840.10045.4.3.2')), hash: 'sha256' };
  }
}

/** The identifier that certificates signed with the key name. */
export const signatureIdentifier = (key: KeyObject): Der => scheme(key).identifier;

/** Wraps what is to be signed with its signature: the outer form of certificates and certificate requests. */
export function signed(body: Der, key: KeyObject): Buffer {
  const { identifier, hash } = scheme(key);
  return encodeDer(sequence(body, identifier, bitString(sign(hash, encodeDer(body), key))));
}
