import { PlainScalar } from '../yaml/emit.js';
import { plainKeys, type Value, type ValueMap } from './document.js';

/** Sets a key as data, whatever its name. */
export function setKey(map: ValueMap, key: string, value: Value): void {
  if (key === '__proto__') {
    Object.defineProperty(map, key, { value, enumerable: true, configurable: true, writable: true });
  } else {
    map[key] = value;
  }
}

/** The value of a key of the map's own. */
export function getKey(map: ValueMap, key: string): Value | undefined {
  return Object.hasOwn(map, key) ? map[key] : undefined;
}

export function isValueMap(value: Value | undefined): value is ValueMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof PlainScalar);
}

/** A copy that shares nothing which could be changed. */
export function cloneValue<T extends Value>(value: T): T;
export function cloneValue(value: Value): Value {
  if (Array.isArray(value)) return value.map((item) => cloneValue(item));
  if (!isValueMap(value)) return value;
  const copy: ValueMap = {};
  for (const [key, item] of Object.entries(value)) setKey(copy, key, cloneValue(item));
  const plain = value[plainKeys];
  if (plain !== undefined) copy[plainKeys] = plain;
  return copy;
}

/** Whether two values are the same data; the order of keys does not count. */
export function equalValues(left: Value | undefined, right: Value | undefined): boolean {
  if (left === right) return true;
  if (left instanceof PlainScalar && right instanceof PlainScalar) return left.text === right.text;
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, at) => equalValues(item, right[at]));
  }
  if (!isValueMap(left) || !isValueMap(right)) return false;
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && equalValues(getKey(left, key), getKey(right, key)))
  );
}
