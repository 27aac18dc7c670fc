import { isPlainList, isPlainMap, type PlainValue } from '../render/value.js';

/** The value of a key; null where there is none. */
export function field(value: PlainValue, key: string): PlainValue {
  return isPlainMap(value) ? (value.get(key) ?? null) : null;
}

/** The text of a key; empty where it is none. */
export function text(value: PlainValue, key: string): string {
  const found = field(value, key);
  return typeof found === 'string' ? found : '';
}

/** The items of a key; none where it is no list. */
export function list(value: PlainValue, key: string): readonly PlainValue[] {
  const found = field(value, key);
  return isPlainList(found) ? found : [];
}
