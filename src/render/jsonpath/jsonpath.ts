import { encodeJson } from '../json.js';
import { formatFloat } from '../numbers.js';
import { isPlainList, isPlainMap, type PlainValue, Timestamp } from '../value.js';
import { evaluate } from './evaluate.js';
import { parseTemplate } from './parse.js';

function isCompound(value: PlainValue): boolean {
  return isPlainMap(value) || isPlainList(value) || value instanceof Timestamp;
}

function scalarText(value: PlainValue): string {
  return typeof value === 'number' ? formatFloat(value) : String(value);
}

/** A JSONPath template, ready to be applied to any number of values. */
export interface JsonPath {
  /**
   * Everything found on one line, as in a table's column: the values of an action with blanks between them, lists and
   * maps as JSON. What is missing leaves nothing.
   */
  inline(value: PlainValue): string;
  /** Each value found on lines of its own, lists and maps as indented JSON. A missing field is an error. */
  lines(value: PlainValue): string;
}

/** Parses a template in the JSONPath dialect of Kubernetes. Throws UsageError. */
export function parseJsonPath(text: string): JsonPath {
  const parts = parseTemplate(text);
  return {
    inline(value) {
      const write = (item: PlainValue) => (isCompound(item) ? encodeJson(item, { indent: 0 }) : scalarText(item));
      return evaluate(parts, value, { allowMissingKeys: true })
        .map((group) => group.map(write).join(' '))
        .join('');
    },
    lines(value) {
      const write = (item: PlainValue) =>
        item === null ? '<nil>' : isCompound(item) ? encodeJson(item) : scalarText(item);
      return evaluate(parts, value, { allowMissingKeys: false })
        .flat()
        .map((item) => `${write(item)}\n`)
        .join('');
    },
  };
}
