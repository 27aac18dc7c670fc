import { createPrivateKey, createPublicKey, generateKeyPair, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { TalosctlError } from '../errors/errors.js';
import { decodePem, encodePem, pemLabel } from './pem.js';

/** Ed25519 for Talos, ECDSA (P-256) for Kubernetes and etcd, RSA (4096 bits) for service accounts and old clients. */
export type KeyAlgorithm = 'ed25519' | 'ecdsa' | 'rsa';

/** Makes a private key. An RSA key takes about a second, off the main thread. */
export async function generatePrivateKey(algorithm: KeyAlgorithm): Promise<KeyObject> {
  if (algorithm !== 'rsa') return generateSmallKey(algorithm);
  const pair = await promisify(generateKeyPair)('rsa', { modulusLength: 4096 });
  return pair.privateKey;
}

function generateSmallKey(algorithm: 'ed25519' | 'ecdsa'): KeyObject {
  return algorithm === 'ed25519'
    ? generateKeyPairSync('ed25519').privateKey
    : generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey;
}

/** The algorithm of a private or public key. Fails for kinds that Talos has no use for. */
export function keyAlgorithm(key: KeyObject): KeyAlgorithm {
  switch (key.asymmetricKeyType) {
    case 'ed25519':
      return 'ed25519';
    case 'ec':
      return 'ecdsa';
    case 'rsa':
      return 'rsa';
    default:
      throw new TalosctlError(`keys of type ${key.asymmetricKeyType ?? 'unknown'} are not supported`, {
        hint: 'use an Ed25519, ECDSA or RSA key',
      });
  }
}

/** The private key as Talos writes it: PKCS#8 labelled ED25519 PRIVATE KEY, SEC 1 for ECDSA, PKCS#1 for RSA. */
export function encodePrivateKey(key: KeyObject): string {
  switch (keyAlgorithm(key)) {
    case 'ed25519':
      return encodePem(pemLabel.ed25519PrivateKey, key.export({ type: 'pkcs8', format: 'der' }));
    case 'ecdsa':
      return encodePem(pemLabel.ecPrivateKey, key.export({ type: 'sec1', format: 'der' }));
    case 'rsa':
      return encodePem(pemLabel.rsaPrivateKey, key.export({ type: 'pkcs1', format: 'der' }));
  }
}

/** Reads a private key of any of the labels that Talos writes. `what` names the text in errors. */
export function parsePrivateKey(pem: string, what = 'the private key'): KeyObject {
  const block = decodePem(pem, what);
  const type = derType(block.label);
  if (type === undefined) throw new TalosctlError(`${what} is a PEM block labelled ${block.label}, not a private key`);
  try {
    return createPrivateKey({ key: block.der, format: 'der', type });
  } catch (cause) {
    throw new TalosctlError(`${what} cannot be read: the block labelled ${block.label} holds no such key`, { cause });
  }
}

function derType(label: string): 'pkcs8' | 'sec1' | 'pkcs1' | undefined {
  switch (label) {
    case pemLabel.ed25519PrivateKey:
    case pemLabel.privateKey:
      return 'pkcs8';
    case pemLabel.ecPrivateKey:
      return 'sec1';
    case pemLabel.rsaPrivateKey:
      return 'pkcs1';
    default:
      return undefined;
  }
}

/**
 * The same key under a label that TLS libraries know: Talos labels PKCS#8 keys `ED25519 PRIVATE KEY`, which only Go
 * accepts. Other texts come back as they are.
 */
export function relabelForTls(pem: string): string {
  return pem.replaceAll(/(-----(?:BEGIN|END) )ED25519 PRIVATE KEY-----/g, '$1PRIVATE KEY-----');
}

/** The public half as SubjectPublicKeyInfo. */
export function publicKeyInfo(privateKey: KeyObject): Buffer {
  return createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
}

/**
 * The public key of a SubjectPublicKeyInfo. `what` names its owner in the error.
 *
 * @throws TalosctlError for one that cannot be read
 */
export function parsePublicKey(publicKeyInfo: Buffer, what: string): KeyObject {
  try {
    return createPublicKey({ key: publicKeyInfo, format: 'der', type: 'spki' });
  } catch (cause) {
    throw new TalosctlError(`the public key of ${what} cannot be read`, { cause });
  }
}

/** Whether the private key belongs to the public one. */
export function isPrivateKeyOf(privateKey: KeyObject, publicKey: KeyObject): boolean {
  return createPublicKey(privateKey).equals(publicKey);
}
