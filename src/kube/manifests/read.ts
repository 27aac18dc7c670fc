import { TalosctlError } from '../../errors/errors.js';
import { formatPosition } from '../../errors/position.js';
import { PlainScalar } from '../../yaml/emit.js';
import { type YamlNode, YamlSource } from '../../yaml/node.js';
import { parseYaml } from '../../yaml/parse.js';
import { resolvePlain } from '../../yaml/scalar.js';

/** A value of a manifest. Maps keep the order that they were written in. */
export type ManifestValue =
  | null
  | boolean
  | bigint
  | number
  | string
  | PlainScalar
  | readonly ManifestValue[]
  | ManifestMap;
export type ManifestMap = ReadonlyMap<string, ManifestValue>;

/** How many values a text may hold, aliases followed, before it is refused. */
const limit = 1_000_000;

/**
 * The objects of a text, one a document; empty documents are left out.
 * @throws YamlError, and TalosctlError for a document that is no object, both with the place
 */
export function readManifests(text: string, file: string): readonly ManifestMap[] {
  const source = new YamlSource(text, file);
  let count = 0;
  const convert = (node: YamlNode): ManifestValue => {
    count += 1;
    if (count > limit) throw new TalosctlError(`${file} is too large, or its aliases multiply it`);
    switch (node.kind) {
      case 'alias':
        return convert(node.target);
      case 'sequence':
        return node.items.map(convert);
      case 'mapping':
        return new Map(node.entries.map(({ key, value }) => [keyText(key), convert(value)]));
      case 'scalar':
        return node.plain && node.tag !== '!!str' ? plainValue(node.text) : node.text;
    }
  };
  const keyText = (node: YamlNode): string => {
    const key = node.kind === 'alias' ? node.target : node;
    if (key.kind === 'scalar') return key.text;
    throw new TalosctlError(`${formatPosition(source.position(key.start))}: a key is no text`);
  };
  return parseYaml(source).map(({ root }) => {
    const value = convert(root);
    if (value instanceof Map) return value;
    throw new TalosctlError(`${formatPosition(source.position(root.start))}: a Kubernetes object is needed here`);
  });
}

function plainValue(text: string): ManifestValue {
  const resolved = resolvePlain(text);
  if (resolved.tag === 'timestamp') return new PlainScalar(resolved.value);
  return resolved.value;
}

export function isMap(value: ManifestValue | undefined): value is ManifestMap {
  return value instanceof Map;
}

export function isList(value: ManifestValue | undefined): value is readonly ManifestValue[] {
  return Array.isArray(value);
}

/** A text at a path; empty where there is none. */
export function textAt(value: ManifestValue | undefined, ...path: readonly string[]): string {
  let found = value;
  for (const key of path) found = isMap(found) ? found.get(key) : undefined;
  return typeof found === 'string' ? found : '';
}
