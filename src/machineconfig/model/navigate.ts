import type { ValueMap } from '../document.js';
import { type FieldType, freeForm, type StructType } from './types.js';

/** The type that stands under `optional`. */
export function withoutOptional(type: FieldType): FieldType {
  return type.kind === 'optional' ? withoutOptional(type.of) : type;
}

/** The type of a key's value; free-form where the type has no such key. */
export function typeOfKey(type: FieldType, key: string): FieldType {
  const bare = withoutOptional(type);
  if (bare.kind === 'struct') return bare.fields.find((field) => field.name === key)?.type ?? freeForm;
  return bare.kind === 'map' ? bare.of : freeForm;
}

/** The type of a list's items; free-form where the type is no list. */
export function typeOfItem(type: FieldType): FieldType {
  const bare = withoutOptional(type);
  return bare.kind === 'list' ? bare.of : freeForm;
}

/** Keys of a value that its description does not have; only what a newer node has holds any. */
export function unknownKeys(type: StructType, value: ValueMap): readonly string[] {
  return Object.keys(value).filter((key) => !type.fields.some((field) => field.name === key));
}
