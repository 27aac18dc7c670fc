import { formatFloat } from '../numbers.js';

/**
 * What a template works on. Integers are bigints and floating-point numbers are numbers, since they are written
 * differently; null is Go's nil.
 */
export type TemplateValue =
  | null
  | boolean
  | bigint
  | number
  | string
  | readonly TemplateValue[]
  | ReadonlyMap<string, TemplateValue>
  | TemplateObject;

/** A value with fields and methods of its own; its text is what it prints. */
export interface TemplateObject {
  /** What `.Name` means for it; undefined where it knows no such name. */
  member(name: string): TemplateValue | TemplateMethod | undefined;
  toString(): string;
}

/** A method of an object; it checks its own arguments. */
export class TemplateMethod {
  constructor(readonly call: (args: readonly TemplateValue[]) => TemplateValue) {}
}

export function isList(value: TemplateValue): value is readonly TemplateValue[] {
  return Array.isArray(value);
}

export function isMap(value: TemplateValue): value is ReadonlyMap<string, TemplateValue> {
  return value instanceof Map;
}

export function isObject(value: TemplateValue): value is TemplateObject {
  return typeof value === 'object' && value !== null && !isList(value) && !isMap(value);
}

/** Whether `if` and `with` take the value for true: what is not zero and not empty. */
export function isTrue(value: TemplateValue): boolean {
  if (value === null) return false;
  if (isList(value)) return value.length > 0;
  if (isMap(value)) return value.size > 0;
  return isObject(value) || Boolean(value);
}

/** Keys of a map, sorted, with what they lead to. */
export function sortedEntries(map: ReadonlyMap<string, TemplateValue>): readonly (readonly [string, TemplateValue])[] {
  return [...map].sort(([left], [right]) => (left < right ? -1 : 1));
}

/** A value as `{{ . }}` prints it. */
export function valueText(value: TemplateValue): string {
  if (value === null) return '<nil>';
  if (typeof value === 'number') return formatFloat(value);
  if (isList(value)) return `[${value.map(valueText).join(' ')}]`;
  if (isMap(value))
    return `map[${sortedEntries(value)
      .map(([key, item]) => `${key}:${valueText(item)}`)
      .join(' ')}]`;
  return String(value);
}
