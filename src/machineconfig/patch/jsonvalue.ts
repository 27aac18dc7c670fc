import type { ContentNode, YamlNode } from '../../yaml/node.js';
import { yaml11Boolean } from '../../yaml/scalar.js';
import type { DecodeContext } from '../decode/context.js';
import type { Value, ValueMap } from '../document.js';
import { typeOfItem, typeOfKey, withoutOptional } from '../model/navigate.js';
import { bool, type FieldType } from '../model/types.js';
import { compact } from '../scalars/basic.js';
import { setKey } from '../value.js';

type ContentScalar = Extract<ContentNode, { kind: 'scalar' }>;

/**
 * A node as JSON has it: keys are strings, scalars that JSON does not know are their text. The type only tells booleans
 * written in YAML 1.1 (`yes`) from text.
 */
export function jsonValue(context: DecodeContext, node: YamlNode, type: FieldType): Value {
  return context.content(node, (content): Value => {
    switch (content.kind) {
      case 'scalar':
        return jsonScalar(context, content, type);
      case 'sequence':
        return content.items.map((item) => jsonValue(context, item, typeOfItem(type)));
      case 'mapping': {
        const map: ValueMap = {};
        for (const { key, value } of context.entries(content, '', 'any')) {
          setKey(map, key, jsonValue(context, value, typeOfKey(type, key)));
        }
        return map;
      }
    }
  });
}

function jsonScalar(context: DecodeContext, node: ContentScalar, type: FieldType): Value {
  const resolved = context.scalar(node, '')?.resolved;
  if (resolved === undefined) return null;
  switch (resolved.tag) {
    case 'int':
      return compact(resolved.value);
    case 'str':
      return (withoutOptional(type) === bool && node.plain ? yaml11Boolean(node.text) : undefined) ?? resolved.value;
    case 'timestamp':
    case 'merge':
      return node.text;
    default:
      return resolved.value;
  }
}
