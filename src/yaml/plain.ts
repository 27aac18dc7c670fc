import { PlainScalar } from './emit.js';
import type { YamlNode } from './node.js';
import { resolvePlain } from './scalar.js';

/** A node without aliases: itself, or what its alias stands for. */
export type Resolved = Exclude<YamlNode, { readonly kind: 'alias' }>;

/** The node itself, or what an alias stands for. */
export function resolveAlias(node: YamlNode): Resolved {
  return node.kind === 'alias' ? resolveAlias(node.target) : node;
}

/** The node behind aliases; undefined for null and for nothing. */
export function presentNode(node: YamlNode | undefined): Resolved | undefined {
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
