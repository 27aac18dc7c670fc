import type { CertificateAndKey } from '../issue.js';

/** All that is secret about a cluster, and enough to generate its configurations again. */
export interface SecretsBundle {
  readonly cluster: {
    /** URL-safe base64 of 32 bytes. */
    readonly id: string;
    /** Base64 of 32 bytes. */
    readonly secret: string;
  };
  readonly secrets: {
    /** Kubernetes bootstrap token, `abcdef.0123456789abcdef`. */
    readonly bootstrapToken: string;
    /** Base64 keys for Kubernetes secrets in etcd: AES-CBC before Talos v1.3, secretbox since. */
    readonly aescbcEncryptionSecret?: string | undefined;
    readonly secretboxEncryptionSecret?: string | undefined;
  };
  readonly trustdInfo: {
    /** The token by which workers ask for certificates. */
    readonly token: string;
  };
  readonly certs: {
    readonly etcd: CertificateAndKey;
    readonly k8s: CertificateAndKey;
    readonly k8sAggregator: CertificateAndKey;
    readonly k8sServiceAccount: { readonly key: string };
    readonly os: CertificateAndKey;
  };
}
