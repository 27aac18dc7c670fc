import type { Value } from '../document.js';
import { unknownKeys } from '../model/navigate.js';
import type { FieldType, StructType } from '../model/types.js';
import { isUnset } from '../scalars/form.js';
import { getKey, isValueMap } from '../value.js';

/** Whether a value counts as never set, so that `omitEmpty` leaves it out. */
export function isEmpty(type: FieldType, value: Value | undefined): boolean {
  if (value === undefined || value === null) return true;
  switch (type.kind) {
    case 'optional':
      return false;
    case 'scalar':
      return isUnset(type.form, value as string);
    case 'argument':
      return value === '';
    case 'list':
      return Array.isArray(value) && value.length === 0;
    case 'map':
    case 'free':
      return isValueMap(value) && Object.keys(value).length === 0;
    case 'struct':
      return (
        isValueMap(value) &&
        decidingFields(type).every((field) => isEmpty(field.type, getKey(value, field.name))) &&
        unknownKeys(type, value).length === 0
      );
  }
}

function decidingFields(type: StructType) {
  const { emptyBy } = type;
  return emptyBy === undefined ? type.fields : type.fields.filter((field) => emptyBy.includes(field.name));
}
