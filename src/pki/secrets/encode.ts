import { emitYaml } from '../../yaml/emit.js';
import { encodeBase64Text } from '../base64.js';
import type { CertificateAndKey } from '../issue.js';
import type { SecretsBundle } from './bundle.js';
import { redacted } from './redacted.js';

/** The bundle as `gen secrets` writes it. */
export function encodeSecrets(bundle: SecretsBundle): string {
  const { cluster, secrets, trustdInfo, certs } = bundle;
  return emitYaml({
    cluster: { id: cluster.id, secret: cluster.secret },
    secrets: {
      bootstraptoken: secrets.bootstrapToken,
      aescbcencryptionsecret: secrets.aescbcEncryptionSecret,
      secretboxencryptionsecret: secrets.secretboxEncryptionSecret,
    },
    trustdinfo: { token: trustdInfo.token },
    certs: {
      etcd: encodePair(certs.etcd),
      k8s: encodePair(certs.k8s),
      k8saggregator: encodePair(certs.k8sAggregator),
      k8sserviceaccount: { key: encodeKey(certs.k8sServiceAccount.key) },
      os: encodePair(certs.os),
    },
  });
}

const encodeKey = (key: string): string => (key === redacted ? redacted : encodeBase64Text(key));
const encodePair = (pair: CertificateAndKey): object => ({
  crt: encodeBase64Text(pair.crt),
  key: encodeKey(pair.key),
});
