import type { GenerateSecretsOptions } from '../../pki/secrets/generate.js';
import { contractHas, type VersionContract } from './contract.js';

/** The kinds of secrets that a version of Talos uses. */
export function secretKinds(
  contract: VersionContract,
): Pick<GenerateSecretsOptions, 'serviceAccountKey' | 'encryption'> {
  return {
    serviceAccountKey: contractHas(contract, 'rsaServiceAccountKey') ? 'rsa' : 'ecdsa',
    encryption: contractHas(contract, 'secretboxEncryption') ? 'secretbox' : 'aescbc',
  };
}
