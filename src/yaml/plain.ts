import { PlainScalar } from './emit.js';
import { type ContentNode, resolveAlias, type YamlNode } from './node.js';
import { resolvePlain } from './scalar.js';

/** The node behind aliases; undefined for null and for nothing. */
export function presentNode(node: YamlNode | undefined): ContentNode | undefined {
  const value = node && resolveAlias(node);
  return value?.kind === 'scalar' && value.plain && resolvePlain(value.text).tag === 'null' ? undefined : value;
}

/**
 * What a node says, ready to be written by emitYaml without a change: mappings are Maps, scalars strings, and those that
 * are no strings (numbers, booleans, null, times) PlainScalars with their text.
 */
export function plainValue(node: YamlNode): unknown {
  const value = resolveAlias(node);
  switch (value.kind) {
    case 'scalar':
      return value.plain && resolvePlain(value.text).tag !== 'str' ? new PlainScalar(value.text) : value.text;
    case 'sequence':
      return value.items.map(plainValue);
    case 'mapping':
      return new Map(
        value.entries.map(({ key, value: item }) => {
          const word = resolveAlias(key);
          return [word.kind === 'scalar' ? word.text : plainValue(word), plainValue(item)];
        }),
      );
  }
}
