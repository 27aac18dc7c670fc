import { TalosctlError } from '../../errors/errors.js';
import { YamlError } from '../../yaml/errors.js';
import { type MappingNode, resolveAlias, type YamlNode, YamlSource } from '../../yaml/node.js';
import { parseYaml } from '../../yaml/parse.js';
import { decodeBase64Text } from '../base64.js';
import type { CertificateAndKey } from '../issue.js';
import type { SecretsBundle } from './bundle.js';
import { secretsProblems } from './check.js';
import { redacted } from './redacted.js';

const howToMake = '`talosctl gen secrets` writes a complete one';

/**
 * Reads a bundle as `gen secrets` writes it, and checks that it is complete. Unknown keys are skipped.
 *
 * @param file names the text in errors
 * @throws TalosctlError with everything that is missing or malformed
 */
export function decodeSecrets(text: string, file: string): SecretsBundle {
  const source = new YamlSource(text, file);
  const root = parseYaml(source)[0]?.root;
  if (root?.kind !== 'mapping') throw new TalosctlError(`${file} is not a secrets bundle`, { hint: howToMake });
  refuseDoubledKeys(source, root);
  const reader = new BundleReader(source, root);
  const bundle = reader.bundle();
  const problems = reader.problems.length > 0 ? reader.problems : secretsProblems(bundle);
  if (problems.length > 0) {
    const list = problems.map((problem) => `\n  ${problem}`).join('');
    throw new TalosctlError(`the secrets bundle ${file} cannot be used:${list}`, { hint: howToMake });
  }
  return bundle;
}

/** Walks the tree of a bundle file; what is absent reads as an empty text. */
class BundleReader {
  readonly problems: string[] = [];
  readonly #source: YamlSource;
  readonly #root: MappingNode;

  constructor(source: YamlSource, root: MappingNode) {
    this.#source = source;
    this.#root = root;
  }

  bundle(): SecretsBundle {
    return {
      cluster: { id: this.#text('cluster', 'id'), secret: this.#text('cluster', 'secret') },
      secrets: {
        bootstrapToken: this.#text('secrets', 'bootstraptoken'),
        aescbcEncryptionSecret: this.#text('secrets', 'aescbcencryptionsecret') || undefined,
        secretboxEncryptionSecret: this.#text('secrets', 'secretboxencryptionsecret') || undefined,
      },
      trustdInfo: { token: this.#text('trustdinfo', 'token') },
      certs: {
        etcd: this.#pair('etcd'),
        k8s: this.#pair('k8s'),
        k8sAggregator: this.#pair('k8saggregator'),
        k8sServiceAccount: { key: this.#pem('certs', 'k8sserviceaccount', 'key') },
        os: this.#pair('os'),
      },
    };
  }

  #pair(name: string): CertificateAndKey {
    return { crt: this.#pem('certs', name, 'crt'), key: this.#pem('certs', name, 'key') };
  }

  #pem(...path: string[]): string {
    const encoded = this.#text(...path);
    if (encoded === redacted) return redacted;
    const decoded = decodeBase64Text(encoded);
    if (decoded === undefined) this.problems.push(`${path.join('.')} is not base64`);
    return decoded ?? '';
  }

  /** Every scalar is text: the token 123456.0123456789012345 is no number. */
  #text(...path: string[]): string {
    let node: YamlNode | undefined = this.#root;
    for (const key of path) node = childOf(node, key);
    if (node === undefined || isNull(node)) return '';
    if (node.kind === 'scalar') return node.text;
    const { line, column } = this.#source.position(node.start);
    this.problems.push(`${path.join('.')} (line ${line}, column ${column}) has to be a text`);
    return '';
  }
}

function refuseDoubledKeys(source: YamlSource, mapping: MappingNode): void {
  const seen = new Set<string>();
  for (const { key, value } of mapping.entries) {
    const name = key.kind === 'scalar' ? key.text : '';
    if (seen.has(name)) throw new YamlError(`the key ${name} stands here a second time`, source.position(key.start));
    seen.add(name);
    if (value.kind === 'mapping') refuseDoubledKeys(source, value);
  }
}

function childOf(node: YamlNode | undefined, key: string): YamlNode | undefined {
  if (node?.kind !== 'mapping') return undefined;
  const found = node.entries.find((entry) => entry.key.kind === 'scalar' && entry.key.text === key)?.value;
  return found && resolveAlias(found);
}

const isNull = (node: YamlNode): boolean => node.kind === 'scalar' && node.plain && /^(?:~|null|)$/i.test(node.text);
