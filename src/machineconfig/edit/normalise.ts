import type { Value, ValueMap } from '../document.js';
import { isEmpty } from '../encode/empty.js';
import type { FieldType, StructType } from '../model/types.js';
import { isValueMap, setKey } from '../value.js';

/** A copy without the fields that mean the same when they are left out. */
export function normaliseStruct(type: StructType, value: ValueMap): ValueMap {
  const result: ValueMap = {};
  for (const field of type.fields) {
    const item = value[field.name];
    if (item === undefined || item === null) continue;
    if (isEmpty(field.type, item) && !(field.keepEmpty === true && Array.isArray(item))) continue;
    setKey(result, field.name, normalise(field.type, item));
  }
  return result;
}

function normalise(type: FieldType, value: Value): Value {
  switch (type.kind) {
    case 'optional':
      return normalise(type.of, value);
    case 'struct':
      return isValueMap(value) ? normaliseStruct(type, value) : value;
    case 'list':
      return Array.isArray(value) ? value.map((item) => normalise(type.of, item)) : value;
    case 'map': {
      if (!isValueMap(value)) return value;
      const result: ValueMap = {};
      for (const [key, item] of Object.entries(value)) setKey(result, key, normalise(type.of, item));
      return result;
    }
    default:
      return value;
  }
}
