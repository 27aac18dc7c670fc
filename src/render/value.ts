/** A point in time as RFC 3339 with only as many decimals as it needs. Kept as text: it may have nanoseconds. */
export class Timestamp {
  constructor(readonly text: string) {}
}

/**
 * Data of a shape that only the node knows, such as a resource's spec. Integers are bigints and floating-point numbers
 * are numbers, since they are written and compared differently.
 */
export type PlainValue = null | boolean | bigint | number | string | Timestamp | readonly PlainValue[] | PlainMap;

export type PlainMap = ReadonlyMap<string, PlainValue>;

export function isPlainMap(value: PlainValue): value is PlainMap {
  return value instanceof Map;
}

export function isPlainList(value: PlainValue): value is readonly PlainValue[] {
  return Array.isArray(value);
}
