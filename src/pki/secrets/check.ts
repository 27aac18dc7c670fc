import type { KeyObject } from 'node:crypto';
import { TalosctlError } from '../../errors/errors.js';
import { parseCertificate } from '../certificate.js';
import type { CertificateAndKey } from '../issue.js';
import { isPrivateKeyOf, parsePrivateKey, parsePublicKey } from '../keys.js';
import type { SecretsBundle } from './bundle.js';

/** What keeps a bundle from being used, in the words of its file; empty when nothing does. */
export function secretsProblems(bundle: SecretsBundle): readonly string[] {
  return [...plainProblems(bundle), ...certificateProblems(bundle.certs)];
}

function plainProblems({ cluster, secrets, trustdInfo }: SecretsBundle): readonly string[] {
  const required: readonly (readonly [string, string])[] = [
    ['cluster.id', cluster.id],
    ['cluster.secret', cluster.secret],
    ['secrets.bootstraptoken', secrets.bootstrapToken],
    ['trustdinfo.token', trustdInfo.token],
  ];
  const problems = required.filter(([, value]) => value === '').map(([key]) => `${key} is missing`);
  const aescbc = secrets.aescbcEncryptionSecret !== undefined;
  const secretbox = secrets.secretboxEncryptionSecret !== undefined;
  const keys = 'secrets.secretboxencryptionsecret and secrets.aescbcencryptionsecret';
  if (!aescbc && !secretbox) problems.push(`one of ${keys} is needed`);
  if (aescbc && secretbox) problems.push(`only one of ${keys} can be used`);
  return problems;
}

function certificateProblems(certs: SecretsBundle['certs']): readonly string[] {
  const pairs: readonly (readonly [string, CertificateAndKey])[] = [
    ['certs.etcd', certs.etcd],
    ['certs.k8s', certs.k8s],
    ['certs.k8saggregator', certs.k8sAggregator],
    ['certs.os', certs.os],
  ];
  return [
    ...pairs.flatMap(([key, pair]) => pairProblems(key, pair)),
    ...problemOf('certs.k8sserviceaccount.key', certs.k8sServiceAccount.key, parsePrivateKey),
  ];
}

function pairProblems(key: string, { crt, key: privateKey }: CertificateAndKey): readonly string[] {
  const problems = [
    ...problemOf(`${key}.crt`, crt, publicKeyOf),
    ...problemOf(`${key}.key`, privateKey, parsePrivateKey),
  ];
  if (problems.length > 0) return problems;
  const belong = isPrivateKeyOf(parsePrivateKey(privateKey), publicKeyOf(crt, key));
  return belong ? [] : [`${key}.key does not belong to ${key}.crt`];
}

const publicKeyOf = (crt: string, what: string): KeyObject =>
  parsePublicKey(parseCertificate(crt, what).publicKeyInfo, what);

function problemOf(key: string, text: string, parse: (text: string, what: string) => unknown): readonly string[] {
  if (text === '') return [`${key} is missing`];
  try {
    parse(text, key);
    return [];
  } catch (error) {
    if (error instanceof TalosctlError) return [error.message];
    throw error;
  }
}
