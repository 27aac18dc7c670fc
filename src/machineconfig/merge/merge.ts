import { PlainScalar } from '../../yaml/emit.js';
import { type Problem, plainKeys, type Value, type ValueMap } from '../document.js';
import type { FieldType, ListMerge, ListType, MapType, ScalarType, StructType } from '../model/types.js';
import { itemPath, keyPath } from '../path.js';
import { isUnset, type Scalar } from '../scalars/form.js';
import { cloneValue, equalValues, getKey, isValueMap, setKey } from '../value.js';

/** What a strategic merge of one document needs to know and finds out. */
export interface MergeContext {
  /** Label of the document, for problems. */
  readonly document: string;
  readonly problems: Problem[];
  /** Both sides are patches: what the right one does not name stays as it is. */
  readonly joiningPatches?: boolean;
}

interface Manner {
  /** The right value takes the place of the left one. */
  readonly replace?: boolean;
  /** The right value wins even when it is unset, since it was there. */
  readonly explicit?: boolean;
}

/**
 * Merges `right` into `left`, which may be changed and is not to be used afterwards; `right` stays as it is. Undefined
 * means absent on both sides and in the result.
 */
export function mergeTyped(
  context: MergeContext,
  type: FieldType,
  left: Value | undefined,
  right: Value | undefined,
  path: string,
  manner: Manner = {},
): Value | undefined {
  switch (type.kind) {
    case 'optional':
      if (right === undefined || right === null) return left;
      if (left === undefined || left === null) return cloneValue(right);
      return mergeTyped(context, type.of, left, right, path, { ...manner, explicit: true });
    case 'scalar':
      return mergeScalar(context, type, left, right, path, manner);
    case 'argument':
      return right === undefined ? left : cloneValue(right);
    case 'list':
      return mergeList(context, type, left, right, path, manner);
    case 'map':
      return mergeMap(context, type, left, right, path, manner);
    case 'struct':
      return mergeStruct(context, type, left, right, path, manner);
    case 'free':
      if (!isValueMap(right)) return left;
      if (manner.replace === true) return Object.keys(right).length === 0 ? left : cloneValue(right);
      return mergeFreeMaps(context, isValueMap(left) ? left : {}, right, path);
  }
}

function mergeScalar(
  context: MergeContext,
  { form }: ScalarType,
  left: Value | undefined,
  right: Value | undefined,
  path: string,
  manner: Manner,
): Value | undefined {
  if (right === undefined) {
    if (form.merge !== 'always' || context.joiningPatches === true || left === undefined) return left;
    warn(context, path, 'the patch has no value for this and so clears it; repeat it in the patch to keep it');
    return undefined;
  }
  if (left === undefined && context.joiningPatches === true) return right;
  const wins = form.merge !== undefined || manner.explicit === true || !isUnset(form, right as Scalar);
  if (!wins) return left;
  if (form.outranks?.((left ?? form.unset) as Scalar, right as Scalar) === true && left !== undefined) {
    warn(context, path, `${String(left)} stays: Talos does not replace a size by a share in a patch, delete it first`);
    return left;
  }
  return right;
}

function warn(context: MergeContext, path: string, message: string): void {
  context.problems.push({ severity: 'warning', document: context.document, path, message });
}

function mergeList(
  context: MergeContext,
  type: ListType,
  left: Value | undefined,
  right: Value | undefined,
  path: string,
  manner: Manner,
): Value | undefined {
  if (!Array.isArray(right)) return left;
  if (manner.replace === true) return cloneValue(right);
  const items = Array.isArray(left) ? left : [];
  if (type.merge !== undefined) return mergeKeyedList(context, type, type.merge, items, right, path);
  const before = items.length;
  for (const item of right) {
    if (item !== null && items.slice(0, before).some((present) => equalValues(present, item))) {
      warnDouble(context, path, item);
    }
    items.push(cloneValue(item));
  }
  return items;
}

function warnDouble(context: MergeContext, path: string, item: Value): void {
  const shown = JSON.stringify(item instanceof PlainScalar ? item.text : item, (_, value) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
  warn(context, path, `the patch adds ${shown} a second time, since patches append to this list`);
}

/** Items that agree in a key merge (or replace each other), others are appended. */
function mergeKeyedList(
  context: MergeContext,
  type: ListType,
  merge: ListMerge,
  items: Value[],
  right: readonly Value[],
  path: string,
): Value[] {
  const before = items.length;
  for (const item of right) {
    const at = findItem(merge.replaceItems === true ? items.slice(0, before) : items, merge, item);
    if (at < 0) items.push(cloneValue(item));
    else if (merge.replaceItems === true) items[at] = cloneValue(item);
    else items[at] = mergeTyped(context, type.of, items[at], item, itemPath(path, at)) ?? null;
  }
  return items;
}

/** The place of the item that a patch's item is about, -1 where there is none. */
function findItem(items: readonly Value[], merge: ListMerge, wanted: Value): number {
  if (!isValueMap(wanted)) return -1;
  const present = merge.by.find((key) => !isBlank(getKey(wanted, key)));
  const key = present ?? (merge.by.length === 1 ? merge.by[0] : undefined);
  if (key === undefined) return -1;
  const matches = (item: Value): boolean => {
    if (!isValueMap(item)) return false;
    const own = getKey(item, key);
    return present === undefined ? isBlank(own) : equalValues(own, getKey(wanted, key));
  };
  return merge.replaceItems === true ? items.findLastIndex(matches) : items.findIndex(matches);
}

function isBlank(value: Value | undefined): boolean {
  return value === undefined || value === null || value === '' || value === 0;
}

function mergeMap(
  context: MergeContext,
  type: MapType,
  left: Value | undefined,
  right: Value | undefined,
  path: string,
  manner: Manner,
): Value | undefined {
  if (!isValueMap(right)) return left;
  if (manner.replace === true) return cloneValue(right);
  const result: ValueMap = isValueMap(left) ? left : {};
  for (const [key, item] of Object.entries(right)) {
    const present = getKey(result, key);
    if (present === undefined || present === null || type.replaceValues === true) setKey(result, key, cloneValue(item));
    else {
      const merged = mergeTyped(context, type.of, present, item, keyPath(path, key), { explicit: true });
      setKey(result, key, merged ?? null);
    }
  }
  return result;
}

function mergeStruct(
  context: MergeContext,
  type: StructType,
  left: Value | undefined,
  right: Value | undefined,
  path: string,
  manner: Manner,
): Value | undefined {
  if (manner.replace === true) return isValueMap(right) && Object.keys(right).length > 0 ? cloneValue(right) : left;
  if (right === undefined && (left === undefined || context.joiningPatches === true)) return left;
  const result: ValueMap = isValueMap(left) ? left : {};
  const patch: ValueMap = isValueMap(right) ? right : {};
  for (const field of type.fields) {
    const present = getKey(result, field.name);
    const inner: Manner = { replace: field.replace === true };
    const merged = mergeTyped(
      context,
      field.type,
      present,
      getKey(patch, field.name),
      keyPath(path, field.name),
      inner,
    );
    if (merged === undefined) delete result[field.name];
    else if (merged !== present) setKey(result, field.name, merged);
  }
  return result;
}

/** Merges maps without a description: maps merge, lists append, for scalars what the patch says wins. */
function mergeFreeMaps(context: MergeContext, left: ValueMap, right: ValueMap, path: string): ValueMap {
  const plain = new Set([...(left[plainKeys] ?? []), ...(right[plainKeys] ?? [])]);
  for (const [key, item] of Object.entries(right)) {
    setKey(left, key, mergeFree(context, getKey(left, key), item, keyPath(path, key)));
  }
  if (plain.size > 0) left[plainKeys] = plain;
  return left;
}

function mergeFree(context: MergeContext, left: Value | undefined, right: Value, path: string): Value {
  if (left === undefined || left === null || right === null) return cloneValue(right);
  if (isValueMap(left) && isValueMap(right)) return mergeFreeMaps(context, left, right, path);
  if (Array.isArray(left) && Array.isArray(right)) {
    return mergeList(context, freeList, left, right, path, {}) ?? left;
  }
  const shapes = [shapeOf(left), shapeOf(right)];
  if (shapes[0] === shapes[1]) return right;
  context.problems.push({
    severity: 'error',
    document: context.document,
    path,
    message: `the patch has ${shapes[1]} where the configuration has ${shapes[0]}`,
  });
  return left;
}

const freeList: ListType = { kind: 'list', of: { kind: 'free' } };

function shapeOf(value: Value): string {
  if (Array.isArray(value)) return 'a list';
  return isValueMap(value) ? 'a map' : 'a single value';
}
