import type { YamlNode } from '../../yaml/node.js';
import type { DecodeContext } from '../decode/context.js';
import type { Value, ValueMap } from '../document.js';
import { compact } from '../scalars/basic.js';
import { setKey } from '../value.js';

/** A node as JSON has it: keys are strings, scalars that JSON does not know are their text. */
export function jsonValue(context: DecodeContext, node: YamlNode): Value {
  return context.content(node, (content): Value => {
    switch (content.kind) {
      case 'scalar': {
        const resolved = context.scalar(content, '')?.resolved;
        if (resolved === undefined) return null;
        if (resolved.tag === 'int') return compact(resolved.value);
        return resolved.tag === 'timestamp' || resolved.tag === 'merge' ? content.text : resolved.value;
      }
      case 'sequence':
        return content.items.map((item) => jsonValue(context, item));
      case 'mapping': {
        const map: ValueMap = {};
        for (const { key, value } of context.entries(content, '', true)) setKey(map, key, jsonValue(context, value));
        return map;
      }
    }
  });
}
