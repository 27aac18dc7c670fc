import { PlainScalar } from '../../yaml/emit.js';
import type { YamlNode } from '../../yaml/node.js';
import { formatFloat, type Resolved } from '../../yaml/scalar.js';
import { plainKeys, type Value, type ValueMap } from '../document.js';
import { itemPath, keyPath } from '../path.js';
import { compact } from '../scalars/basic.js';
import { setKey } from '../value.js';
import type { DecodeContext } from './context.js';

/** Decodes a value that has no description: what it looks like is what it is. */
export function decodeFree(context: DecodeContext, node: YamlNode, path: string): Value {
  return context.content(node, (content): Value => {
    switch (content.kind) {
      case 'scalar': {
        const input = context.scalar(content, path);
        return input === undefined ? null : freeScalar(input.resolved);
      }
      case 'sequence':
        return content.items.map((item, index) => decodeFree(context, item, itemPath(path, index)));
      case 'mapping':
        return decodeFreeMap(context, content, path, true);
    }
  });
}

/**
 * Decodes a map without a description. `typedKeys`: keys that are numbers or booleans stay what they are (below the top
 * of a free-form map), else they are strings.
 */
export function decodeFreeMap(context: DecodeContext, node: YamlNode, path: string, typedKeys: boolean): ValueMap {
  const result: ValueMap = {};
  const plain = new Set<string>();
  context.content(node, (content) => {
    if (content.kind !== 'mapping') return;
    for (const { key, keyNode, value } of context.entries(content, path, 'any')) {
      const resolved = context.scalar(keyNode, path)?.resolved;
      let name = key;
      if (typedKeys && resolved !== undefined && resolved.tag !== 'str' && resolved.tag !== 'merge') {
        const scalar = freeScalar(resolved);
        name = scalar instanceof PlainScalar ? scalar.text : String(scalar);
        plain.add(name);
      }
      setKey(result, name, decodeFree(context, value, keyPath(path, key)));
    }
  });
  if (plain.size > 0) result[plainKeys] = plain;
  return result;
}

function freeScalar(resolved: Resolved): Value {
  switch (resolved.tag) {
    case 'int':
      return compact(resolved.value);
    case 'float': {
      const text = formatFloat(resolved.value);
      return text === String(resolved.value) && !Number.isInteger(resolved.value)
        ? resolved.value
        : new PlainScalar(text);
    }
    case 'timestamp':
      return new PlainScalar(resolved.value);
    default:
      return resolved.value;
  }
}
