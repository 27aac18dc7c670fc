import type { ContentNode, MappingNode, YamlNode } from '../../yaml/node.js';
import type { Value, ValueMap } from '../document.js';
import type { Field, FieldType, ListType, MapType, ScalarType, StructType } from '../model/types.js';
import { itemPath, keyPath } from '../path.js';
import { FormError } from '../scalars/form.js';
import { getKey, setKey } from '../value.js';
import type { DecodeContext } from './context.js';
import { decodeFree, decodeFreeMap } from './freeform.js';
import { homesOf, nearest } from './suggest.js';

const nodeNames = { scalar: 'a single value', mapping: 'a map', sequence: 'a list' } as const;

/**
 * Decodes a node by its description. Undefined where nothing was written (or null), and where a problem was reported.
 */
export function decodeTyped(context: DecodeContext, type: FieldType, node: YamlNode, path: string): Value | undefined {
  return context.content(node, (content): Value | undefined => {
    if (isNull(content)) return undefined;
    switch (type.kind) {
      case 'optional':
        return decodeTyped(context, type.of, content, path);
      case 'scalar':
        return decodeScalar(context, type, content, path);
      case 'argument':
        return decodeArgument(context, content, path);
      case 'list':
        return decodeList(context, type, content, path);
      case 'map':
        return decodeMap(context, type, content, path);
      case 'struct':
        if (content.kind !== 'mapping') return mismatch(context, content, path, 'a map');
        return decodeStruct(context, type, content, path);
      case 'free':
        if (content.kind !== 'mapping') return mismatch(context, content, path, 'a map');
        return decodeFreeMap(context, content, path, false);
    }
  });
}

function isNull(node: ContentNode): boolean {
  return (
    node.kind === 'scalar' &&
    ((node.plain && node.tag === undefined && /^(?:|~|null|Null|NULL)$/.test(node.text)) || node.tag === '!!null')
  );
}

function mismatch(context: DecodeContext, node: ContentNode, path: string, expected: string): undefined {
  const found = node.kind === 'scalar' ? JSON.stringify(shorten(node.text)) : nodeNames[node.kind];
  return context.error(node, path, `expected ${expected}, found ${found}`);
}

function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 37)}...` : text;
}

function decodeScalar(context: DecodeContext, type: ScalarType, node: ContentNode, path: string): Value | undefined {
  if (node.kind !== 'scalar') return mismatch(context, node, path, type.form.name);
  const input = context.scalar(node, path);
  if (input === undefined) return undefined;
  try {
    return type.form.decode(input);
  } catch (error) {
    if (!(error instanceof FormError)) throw error;
    return context.error(node, path, `${error.message}, found ${JSON.stringify(shorten(node.text))}`);
  }
}

function decodeArgument(context: DecodeContext, node: ContentNode, path: string): Value | undefined {
  const expected = 'a string or a list of strings';
  if (node.kind === 'scalar') return context.scalar(node, path)?.text;
  if (node.kind === 'mapping') return mismatch(context, node, path, expected);
  const items: Value[] = [];
  node.items.forEach((item, index) => {
    context.content(item, (content) => {
      if (content.kind !== 'scalar') mismatch(context, content, itemPath(path, index), 'a string');
      else if (!isNull(content)) items.push(context.scalar(content, itemPath(path, index))?.text ?? '');
    });
  });
  return items;
}

function decodeList(context: DecodeContext, type: ListType, node: ContentNode, path: string): Value[] | undefined {
  if (node.kind !== 'sequence') return mismatch(context, node, path, 'a list');
  const items: Value[] = [];
  node.items.forEach((item, index) => {
    const value = decodeTyped(context, type.of, item, itemPath(path, index));
    // An empty item is kept only where the list can hold one.
    if (value !== undefined) items.push(value);
    else if (type.of.kind === 'optional') items.push(null);
  });
  return items;
}

function decodeMap(context: DecodeContext, type: MapType, node: ContentNode, path: string): ValueMap | undefined {
  if (node.kind !== 'mapping') return mismatch(context, node, path, 'a map');
  const result: ValueMap = {};
  for (const entry of context.entries(node, path, 'aliases')) {
    const value = decodeTyped(context, type.of, entry.value, keyPath(path, entry.key));
    setKey(result, entry.key, value ?? (type.of.kind === 'scalar' ? type.of.form.unset : null));
  }
  return result;
}

/** Decodes a map with known keys; all unknown ones are reported, or kept where the context says so. */
export function decodeStruct(context: DecodeContext, type: StructType, node: MappingNode, path: string): ValueMap {
  const result: ValueMap = {};
  for (const { key, keyNode, value } of context.entries(node, path, 'refused')) {
    const field = type.fields.find((one) => one.name === key);
    if (field === undefined) {
      if (context.unknownKeys === 'kept') setKey(result, key, decodeFree(context, value, keyPath(path, key)));
      else context.error(keyNode, path, unknownKey(key, type.fields));
      continue;
    }
    const decoded = decodeTyped(context, field.type, value, keyPath(path, key));
    if (decoded !== undefined) setKey(result, key, decoded);
  }
  if (type.whole === true) {
    for (const field of type.fields) {
      if (getKey(result, field.name) === undefined && field.type.kind === 'scalar') {
        setKey(result, field.name, field.type.form.unset);
      }
    }
  }
  return result;
}

function unknownKey(key: string, fields: readonly Field[]): string {
  const message = `unknown key ${JSON.stringify(key)}`;
  const near = nearest(
    key,
    fields.map((field) => field.name),
  );
  if (near !== undefined) return `${message}, did you mean ${near}?`;
  const homes = homesOf(key);
  return homes.length === 0 ? message : `${message}; it belongs to ${homes.join(' or ')}`;
}
