import type { Position } from '../../errors/errors.js';
import type { Value, ValueMap } from '../document.js';
import { cloneValue, equalValues, getKey, isValueMap, setKey } from '../value.js';

export type JsonOperationName = 'add' | 'remove' | 'replace' | 'move' | 'copy' | 'test';

/** One operation of a JSON patch (RFC 6902). */
export interface JsonOperation {
  readonly op: JsonOperationName;
  readonly path: readonly string[];
  readonly from?: readonly string[] | undefined;
  readonly value?: Value | undefined;
  /** Where it was written. */
  readonly position?: Position | undefined;
}

/** Why an operation cannot be done; a clause for a sentence about the operation. */
export class JsonPatchError extends Error {
  override readonly name = 'JsonPatchError';
}

/** The keys of a JSON pointer (`/machine/nodeLabels/example.org~1rack`), undefined where it is none. */
export function parsePointer(pointer: string): string[] | undefined {
  if (pointer === '') return [];
  if (!pointer.startsWith('/')) return undefined;
  return pointer
    .slice(1)
    .split('/')
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}

export function formatPointer(path: readonly string[]): string {
  return path.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** Does one operation on a document, which may be changed; gives the result. Throws JsonPatchError. */
export function applyOperation(document: Value, operation: JsonOperation): Value {
  const { op, path, from = [], value = null } = operation;
  switch (op) {
    case 'add':
      return add(document, path, cloneValue(value));
    case 'remove':
      return removeAt(document, path);
    case 'replace':
      return replace(document, path, cloneValue(value));
    case 'copy':
      return add(document, path, cloneValue(find(document, from)));
    case 'move': {
      if (from.length < path.length && from.every((key, at) => path[at] === key)) {
        throw new JsonPatchError('a value cannot be moved into itself');
      }
      const moved = find(document, from);
      return add(removeAt(document, from), path, moved);
    }
    case 'test':
      if (!equalValues(findOrNull(document, path), value)) throw new JsonPatchError('the value there is another');
      return document;
  }
}

function find(document: Value, path: readonly string[]): Value {
  let value = document;
  path.forEach((key, depth) => {
    const next = child(value, key);
    if (next === undefined) throw missing(value, path.slice(0, depth + 1));
    value = next;
  });
  return value;
}

/** A key that is not there is the same as null to a test. */
function findOrNull(document: Value, path: readonly string[]): Value {
  const key = path.at(-1);
  const parent = key === undefined ? document : find(document, path.slice(0, -1));
  return key !== undefined && isValueMap(parent) && getKey(parent, key) === undefined ? null : find(document, path);
}

function child(value: Value, key: string): Value | undefined {
  if (Array.isArray(value)) {
    const index = existingIndex(value, key);
    return index === undefined ? undefined : value[index];
  }
  return isValueMap(value) ? getKey(value, key) : undefined;
}

function missing(parent: Value, path: readonly string[]): JsonPatchError {
  const keys = isValueMap(parent) ? Object.keys(parent).sort() : [];
  const have = keys.length === 0 || keys.length > 12 ? '' : `; there is ${keys.join(', ')}`;
  return new JsonPatchError(`there is no ${formatPointer(path)}${have}`);
}

/** The container in which the last key of the path lies. */
function parentOf(document: Value, path: readonly string[]): Value[] | ValueMap {
  const parent = find(document, path.slice(0, -1));
  if (Array.isArray(parent) || isValueMap(parent)) return parent;
  throw new JsonPatchError(`${formatPointer(path.slice(0, -1))} is neither a map nor a list`);
}

function add(document: Value, path: readonly string[], value: Value): Value {
  const key = path.at(-1);
  if (key === undefined) return value;
  const parent = parentOf(document, path);
  if (Array.isArray(parent)) parent.splice(newIndex(parent, key), 0, value);
  else setKey(parent, key, value);
  return document;
}

function removeAt(document: Value, path: readonly string[]): Value {
  const key = path.at(-1);
  if (key === undefined) throw new JsonPatchError('the whole document cannot be removed');
  const parent = parentOf(document, path);
  if (child(parent, key) === undefined) throw missing(parent, path);
  if (Array.isArray(parent)) parent.splice(existingIndex(parent, key) ?? 0, 1);
  else delete parent[key];
  return document;
}

/** As the reference has it, `replace` also sets the key of a map that is not there yet; patches rely on that. */
function replace(document: Value, path: readonly string[], value: Value): Value {
  const key = path.at(-1);
  if (key === undefined) return value;
  const parent = parentOf(document, path);
  if (!Array.isArray(parent)) setKey(parent, key, value);
  else {
    const index = existingIndex(parent, key);
    if (index === undefined) throw missing(parent, path);
    parent[index] = value;
  }
  return document;
}

/** Place of an item; negative numbers count from the end. */
function existingIndex(items: readonly Value[], key: string): number | undefined {
  if (!/^-?(?:0|[1-9][0-9]*)$/.test(key)) return undefined;
  const number = Number(key);
  const index = number < 0 ? items.length + number : number;
  return index >= 0 && index < items.length ? index : undefined;
}

/** Place before which an item is added; `-` is the end. */
function newIndex(items: readonly Value[], key: string): number {
  if (key === '-') return items.length;
  const number = /^-?(?:0|[1-9][0-9]*)$/.test(key) ? Number(key) : Number.NaN;
  const index = number < 0 ? items.length + 1 + number : number;
  if (!(index >= 0 && index <= items.length)) {
    throw new JsonPatchError(`${JSON.stringify(key)} is no place in a list of ${items.length}`);
  }
  return index;
}
