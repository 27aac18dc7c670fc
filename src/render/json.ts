import { Timestamp } from './value.js';

/** Anything JSON can show: plain objects or Maps, arrays, scalars, bigints (written as numbers), timestamps. */
export type JsonValue =
  | null
  | undefined
  | boolean
  | number
  | bigint
  | string
  | Timestamp
  | readonly JsonValue[]
  | ReadonlyMap<string, JsonValue>
  | { readonly [key: string]: JsonValue };

export interface JsonOptions {
  /** Blanks for each level; 0 writes everything on one line without blanks. Default 4. */
  readonly indent?: number;
  /** Keys in byte order, or as they come. Default true. */
  readonly sortKeys?: boolean;
}

/** Order of strings by their UTF-8 bytes, as Go sorts them. */
export function compareBytes(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left), Buffer.from(right));
}

const escapedByGo = /[<>&\u2028\u2029]/g;

/** A string in Go's JSON form: as JavaScript's, with `<`, `>`, `&` and the line separators escaped. */
export function quoteJson(text: string): string {
  // Through UTF-8, so that lone surrogates become the replacement character.
  const wellFormed = Buffer.from(text).toString();
  return JSON.stringify(wellFormed).replace(
    escapedByGo,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function entriesOf(value: object, sortKeys: boolean): readonly (readonly [string, JsonValue])[] {
  const entries: (readonly [string, JsonValue])[] = value instanceof Map ? [...value] : Object.entries(value);
  const present = entries.filter(([, item]) => item !== undefined);
  return sortKeys ? present.sort(([left], [right]) => compareBytes(left, right)) : present;
}

/**
 * Writes a value as JSON in Go's form: four blanks a level, keys sorted, `<`, `>`, `&` escaped. Undefined members are
 * left out. No newline at the end.
 */
export function encodeJson(value: JsonValue, options: JsonOptions = {}): string {
  const step = ' '.repeat(options.indent ?? 4);
  const sortKeys = options.sortKeys ?? true;
  const block = (open: string, items: readonly string[], close: string, margin: string): string => {
    if (items.length === 0) {
      return open + close;
    }
    if (step === '') {
      return open + items.join(',') + close;
    }
    const inner = margin + step;
    return `${open}\n${items.map((item) => inner + item).join(',\n')}\n${margin}${close}`;
  };
  const write = (item: JsonValue, margin: string): string => {
    if (item === null || item === undefined) {
      return 'null';
    }
    switch (typeof item) {
      case 'string':
        return quoteJson(item);
      case 'number':
        return Number.isFinite(item) ? String(item) : quoteJson(String(item));
      case 'bigint':
      case 'boolean':
        return String(item);
      default:
    }
    if (item instanceof Timestamp) {
      return quoteJson(item.text);
    }
    const inner = margin + step;
    if (Array.isArray(item)) {
      return block(
        '[',
        item.map((element: JsonValue) => write(element, inner)),
        ']',
        margin,
      );
    }
    const colon = step === '' ? ':' : ': ';
    const members = entriesOf(item, sortKeys).map(([key, member]) => quoteJson(key) + colon + write(member, inner));
    return block('{', members, '}', margin);
  };
  return write(value, '');
}
