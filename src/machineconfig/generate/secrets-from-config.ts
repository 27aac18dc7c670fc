import { TalosctlError } from '../../errors/errors.js';
import { decodeBase64Text } from '../../pki/base64.js';
import type { SecretsBundle } from '../../pki/secrets/bundle.js';
import { secretsProblems } from '../../pki/secrets/check.js';
import type { MachineConfig, Value } from '../document.js';
import { getKey, isValueMap } from '../value.js';

/**
 * The secrets bundle that a control plane configuration was generated from.
 *
 * @throws TalosctlError for the configuration of a worker, and where something is missing or malformed
 */
export function secretsFromConfig(config: MachineConfig): SecretsBundle {
  const file = config.file ?? 'the configuration';
  const main = config.documents.find((document) => document.kind === 'v1alpha1');
  if (main === undefined) throw new TalosctlError(`${file} has no v1alpha1 document, which holds the secrets`);
  const type = textAt(main.value, 'machine.type');
  if (type === 'worker') {
    throw new TalosctlError(`${file} is the configuration of a worker, which has no private keys of the cluster`, {
      hint: 'name the configuration of a control plane machine',
    });
  }
  const reader = new SecretsReader(main.value);
  const bundle = reader.bundle();
  const problems = reader.problems.length > 0 ? reader.problems : secretsProblems(bundle);
  if (problems.length > 0) {
    const list = problems.map((problem) => `\n  ${problem}`).join('');
    throw new TalosctlError(`${file} does not hold all secrets of the cluster:${list}`, {
      hint: 'name the configuration of a control plane machine, as it was generated or as the machine has it',
    });
  }
  return bundle;
}

class SecretsReader {
  readonly problems: string[] = [];
  readonly #config: Value;

  constructor(config: Value) {
    this.#config = config;
  }

  bundle(): SecretsBundle {
    return {
      cluster: { id: this.#text('cluster.id'), secret: this.#text('cluster.secret') },
      secrets: {
        bootstrapToken: this.#text('cluster.token'),
        aescbcEncryptionSecret: textAt(this.#config, 'cluster.aescbcEncryptionSecret') || undefined,
        secretboxEncryptionSecret: textAt(this.#config, 'cluster.secretboxEncryptionSecret') || undefined,
      },
      trustdInfo: { token: this.#text('machine.token') },
      certs: {
        etcd: this.#pair('cluster.etcd.ca'),
        k8s: this.#pair('cluster.ca'),
        k8sAggregator: this.#pair('cluster.aggregatorCA'),
        k8sServiceAccount: { key: this.#pem('cluster.serviceAccount.key') },
        os: this.#pair('machine.ca'),
      },
    };
  }

  #pair(path: string): { readonly crt: string; readonly key: string } {
    return { crt: this.#pem(`${path}.crt`), key: this.#pem(`${path}.key`) };
  }

  #pem(path: string): string {
    const decoded = decodeBase64Text(this.#text(path));
    if (decoded === undefined) this.problems.push(`${path} is not base64`);
    return decoded ?? '';
  }

  #text(path: string): string {
    const text = textAt(this.#config, path);
    if (text === '') this.problems.push(`${path} is missing`);
    return text;
  }
}

function textAt(value: Value, path: string): string {
  let current: Value | undefined = value;
  for (const key of path.split('.')) current = isValueMap(current) ? getKey(current, key) : undefined;
  return typeof current === 'string' ? current : '';
}
