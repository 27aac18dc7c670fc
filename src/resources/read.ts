import { TalosctlError } from '../errors/errors.js';
import { type PlainValue, Timestamp } from '../render/value.js';
import { type YamlNode, YamlSource } from '../yaml/node.js';
import { parseYaml } from '../yaml/parse.js';
import { resolvePlain } from '../yaml/scalar.js';

/** How many values a text may hold, aliases followed, before it is refused. */
const limit = 1_000_000;

function keyText(node: YamlNode): string {
  const key = node.kind === 'alias' ? node.target : node;
  if (key.kind !== 'scalar') {
    throw new TalosctlError('a key in the YAML is no scalar');
  }
  return key.text;
}

/** The value that an unquoted scalar stands for. */
export function plainScalarValue(text: string): PlainValue {
  const resolved = resolvePlain(text);
  return resolved.tag === 'timestamp' ? new Timestamp(resolved.value) : resolved.value;
}

/**
 * Reads the first document of a YAML text whose shape only the node knows. An empty text is null. Throws YamlError with
 * line and column.
 */
export function readPlainYaml(text: string): PlainValue {
  let count = 0;
  const value = (node: YamlNode): PlainValue => {
    count += 1;
    if (count > limit) {
      throw new TalosctlError('the YAML is too large, or its aliases multiply it');
    }
    switch (node.kind) {
      case 'alias':
        return value(node.target);
      case 'mapping':
        return new Map(node.entries.map((entry) => [keyText(entry.key), value(entry.value)]));
      case 'sequence':
        return node.items.map(value);
      case 'scalar':
        return node.plain && node.tag !== '!!str' ? plainScalarValue(node.text) : node.text;
    }
  };
  const [document] = parseYaml(new YamlSource(text));
  return document === undefined ? null : value(document.root);
}
