import { randomBytes, randomInt } from 'node:crypto';
import { type CertificateAndKey, createAuthority } from '../issue.js';
import { encodePrivateKey, generatePrivateKey } from '../keys.js';
import { hour, validFor } from '../validity.js';
import type { SecretsBundle } from './bundle.js';

const authorityLifetime = 87_600 * hour;

export interface GenerateSecretsOptions {
  readonly now: Date;
  /** RSA since Talos v1.7, ECDSA before. */
  readonly serviceAccountKey: 'rsa' | 'ecdsa';
  /** Secretbox since Talos v1.3, AES-CBC before. */
  readonly encryption: 'secretbox' | 'aescbc';
  /** Made when absent. */
  readonly bootstrapToken?: string | undefined;
  /** Taken from an existing Kubernetes cluster; what is absent is made. */
  readonly kubernetes?: KubernetesCerts | undefined;
}

/** What a bundle takes over from a Kubernetes cluster. */
export type KubernetesCerts = Pick<SecretsBundle['certs'], 'etcd' | 'k8s' | 'k8sAggregator' | 'k8sServiceAccount'>;

/** Makes a new bundle, every secret at random. An RSA service account key takes most of the time. */
export async function generateSecrets(options: GenerateSecretsOptions): Promise<SecretsBundle> {
  const validity = validFor(options.now, authorityLifetime);
  const authority = (algorithm: 'ecdsa' | 'ed25519', ...organizations: string[]): Promise<CertificateAndKey> =>
    createAuthority({ ...validity, algorithm, organizations });
  const kubernetes = async (): Promise<KubernetesCerts> => {
    const [serviceAccount, etcd, k8s, k8sAggregator] = await Promise.all([
      generatePrivateKey(options.serviceAccountKey),
      authority('ecdsa', 'etcd'),
      authority('ecdsa', 'kubernetes'),
      authority('ecdsa'),
    ]);
    return { etcd, k8s, k8sAggregator, k8sServiceAccount: { key: encodePrivateKey(serviceAccount) } };
  };
  const [certs, os] = await Promise.all([options.kubernetes ?? kubernetes(), authority('ed25519', 'talos')]);
  const encryptionKey = randomBytes(32).toString('base64');
  return {
    cluster: {
      // URL-safe, and padded all the same.
      id: randomBytes(32).toString('base64').replaceAll('+', '-').replaceAll('/', '_'),
      secret: randomBytes(32).toString('base64'),
    },
    secrets: {
      bootstrapToken: options.bootstrapToken ?? randomToken(),
      aescbcEncryptionSecret: options.encryption === 'aescbc' ? encryptionKey : undefined,
      secretboxEncryptionSecret: options.encryption === 'secretbox' ? encryptionKey : undefined,
    },
    trustdInfo: { token: randomToken() },
    certs: { ...certs, os },
  };
}

const tokenAlphabet = '0123456789abcdefghijklmnopqrstuvwxyz';

const randomText = (length: number): string =>
  Array.from({ length }, () => tokenAlphabet[randomInt(tokenAlphabet.length)]).join('');

/** A token in kubeadm's form: six characters, a dot, sixteen characters. */
const randomToken = (): string => `${randomText(6)}.${randomText(16)}`;
