import parse from 'semver/functions/parse.js';
import { contractHas, formatContract } from '../../../machineconfig/generate/contract.js';
import { imageTag } from '../../../machineconfig/generate/images.js';
import { kubernetesSupportProblem } from '../../../machineconfig/generate/kubernetes-version.js';
import type { SecretsBundle } from '../../../pki/secrets/bundle.js';
import type { GenConfigOptions } from './options.js';

/** What will probably not work, though it can be generated. */
export function doubts(options: GenConfigOptions, secrets: SecretsBundle): readonly string[] {
  return [
    options.contract.major === 0 ? `Talos ${formatContract(options.contract)} is taken for v1.0` : undefined,
    installImageDoubt(options),
    options.kubernetesVersion === ''
      ? undefined
      : kubernetesSupportProblem(options.kubernetesVersion, options.contract),
    encryptionDoubt(options, secrets),
    ...mirrorDoubts(options),
  ].filter((doubt) => doubt !== undefined);
}

function installImageDoubt({ installImage, contract }: GenConfigOptions): string | undefined {
  const version = parse(imageTag(installImage));
  if (version === null || (version.major === contract.major && version.minor === contract.minor)) return undefined;
  return `the install image ${installImage} is of Talos v${version.major}.${version.minor}, the configuration of ${formatContract(contract)}; --install-image sets the image`;
}

function encryptionDoubt({ contract }: GenConfigOptions, { secrets }: SecretsBundle): string | undefined {
  const [key, value] = contractHas(contract, 'secretboxEncryption')
    ? ['secretboxencryptionsecret', secrets.secretboxEncryptionSecret]
    : ['aescbcencryptionsecret', secrets.aescbcEncryptionSecret];
  if (value !== undefined) return undefined;
  return `the secrets bundle has no ${key}, which Talos ${formatContract(contract)} encrypts Kubernetes secrets with: they will be stored as they are; \`gen secrets --talos-version ${formatContract(contract)}\` makes one`;
}

function mirrorDoubts({ registryMirrors }: GenConfigOptions): readonly string[] {
  return registryMirrors.flatMap(({ host, endpoints }) =>
    endpoints
      .filter((url) => !/^https?:\/\/[^/]/i.test(url))
      .map((url) => `the mirror "${url}" of registry ${host} is not an http:// or https:// URL, which nodes want`),
  );
}
