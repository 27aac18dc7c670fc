import type { ScalarNode } from '../../yaml/node.js';
import { type Resolved, resolvePlain } from '../../yaml/scalar.js';
import { FormError, type ScalarInput } from '../scalars/form.js';

/** What a scalar means where it stands, its explicit tag and its quotes considered. Throws FormError. */
export function readScalar(node: ScalarNode): ScalarInput {
  const { text, tag, plain } = node;
  switch (tag) {
    case undefined:
      return { text, resolved: plain ? resolvePlain(text) : { tag: 'str', value: text } };
    case '!!null':
    case '!!bool':
    case '!!int':
    case '!!float':
    case '!!timestamp':
      return { text, resolved: readTagged(text, tag.slice(2)) };
    case '!!binary':
      return readBinary(text);
    default:
      return { text, resolved: { tag: 'str', value: text } };
  }
}

function readTagged(text: string, wanted: string): Resolved {
  const resolved = resolvePlain(text);
  if (resolved.tag === wanted) return resolved;
  if (wanted === 'float' && resolved.tag === 'int') return { tag: 'float', value: Number(resolved.value) };
  throw new FormError(`${JSON.stringify(text)} is no !!${wanted}`);
}

function readBinary(text: string): ScalarInput {
  const compact = text.replace(/\s/g, '');
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(compact)) {
    throw new FormError('!!binary is followed by something that is no base64');
  }
  const decoded = Buffer.from(compact, 'base64').toString('utf8');
  return { text: decoded, resolved: { tag: 'str', value: decoded } };
}
