import { isDeepStrictEqual } from 'node:util';
import { badRequest } from './failure.js';
import { asList, asMap, asText, isMap, type Json, type JsonMap } from './object.js';

/** RFC 7386. */
export function mergePatch(target: Json | undefined, patch: Json): Json {
  if (!isMap(patch)) return patch;
  const result: Record<string, Json> = { ...asMap(target) };
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key];
    else result[key] = mergePatch(result[key], value);
  }
  return result;
}

/** The key by which the items of a list are told apart when lists are merged; undefined for a list that is one value. */
function mergeKey(path: readonly string[], list: readonly Json[]): string | undefined {
  const key = mergeKeys[path.at(-1) ?? ''];
  return key !== undefined && list.every((item) => isMap(item) && key in item) ? key : undefined;
}

const mergeKeys: Readonly<Record<string, string>> = {
  containers: 'name',
  initContainers: 'name',
  env: 'name',
  volumes: 'name',
  volumeMounts: 'mountPath',
  ports: 'port',
  conditions: 'type',
  ownerReferences: 'uid',
  addresses: 'type',
  imagePullSecrets: 'name',
};

/** Kubernetes's own merge: like the merge patch, and lists with a key are merged item by item. */
export function strategicPatch(target: Json | undefined, patch: Json, path: readonly string[] = []): Json {
  if (Array.isArray(patch)) return mergeLists(asList(target), patch, path, strategicPatch);
  if (!isMap(patch)) return patch;
  if (patch['$patch'] === 'replace') return without(patch, '$patch');
  const result: Record<string, Json> = { ...asMap(target) };
  for (const [key, value] of Object.entries(patch)) {
    if (key.startsWith('$')) continue;
    if (value === null) delete result[key];
    else result[key] = strategicPatch(result[key], value, [...path, key]);
  }
  return result;
}

function without(map: JsonMap, key: string): JsonMap {
  return Object.fromEntries(Object.entries(map).filter(([name]) => name !== key));
}

type Merge = (target: Json | undefined, patch: Json, path: readonly string[]) => Json;

function mergeLists(target: readonly Json[], patch: readonly Json[], path: readonly string[], merge: Merge): Json {
  const key = mergeKey(path, patch);
  if (key === undefined) return patch;
  const result = [...target];
  for (const item of patch) {
    const index = result.findIndex((candidate) => asMap(candidate)[key] === asMap(item)[key]);
    if (asText(asMap(item)['$patch']) === 'delete') {
      if (index >= 0) result.splice(index, 1);
    } else if (index < 0) result.push(item);
    else result[index] = merge(result[index], item, path);
  }
  return result;
}

/** RFC 6902, its operations add, replace, remove and test. */
export function jsonPatch(target: Json, operations: readonly Json[]): Json {
  return operations.reduce<Json>((value, operation) => {
    const { op, path, value: operand = null } = asMap(operation);
    const steps = asText(path).split('/').slice(1).map(unescaped);
    return change(value, steps, asText(op), operand);
  }, target);
}

function unescaped(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
}

function change(target: Json | undefined, [step, ...rest]: readonly string[], op: string, operand: Json): Json {
  if (step === undefined) {
    if (op === 'test' && !isDeepStrictEqual(target, operand)) throw badRequest('testing value failed');
    return op === 'test' ? (target ?? null) : operand;
  }
  if (Array.isArray(target)) {
    const list = [...target];
    const index = step === '-' ? list.length : Number(step);
    if (rest.length > 0 || op === 'test') list[index] = change(list[index], rest, op, operand);
    else if (op === 'remove') list.splice(index, 1);
    else list.splice(index, op === 'add' ? 0 : 1, operand);
    return list;
  }
  const map: Record<string, Json> = { ...asMap(target) };
  if (rest.length === 0 && op === 'remove') delete map[step];
  else map[step] = change(map[step], rest, op, operand);
  return map;
}

/**
 * Server-side apply: what the manager said before and does not say any more goes, what it says now is set. Lists with a
 * key are merged item by item, others are one value.
 */
export function applyPatch(target: Json | undefined, before: Json | undefined, now: Json): Json {
  return applied(target, before, now, []);
}

function applied(target: Json | undefined, before: Json | undefined, now: Json, path: readonly string[]): Json {
  if (Array.isArray(now)) return appliedList(asList(target), before !== undefined, now, path);
  if (!isMap(now)) return now;
  const result: Record<string, Json> = { ...asMap(target) };
  const said = asMap(before);
  for (const key of Object.keys(said)) if (!(key in now)) dropInto(result, key, said[key], path);
  for (const [key, value] of Object.entries(now)) {
    const next = applied(result[key], said[key], value, [...path, key]);
    if (next === null) delete result[key];
    else result[key] = next;
  }
  return result;
}

/** Takes away what was said below a key; a map stays while others have said something in it. */
function dropInto(result: Record<string, Json>, key: string, said: Json | undefined, path: readonly string[]): void {
  if (!isMap(said)) {
    delete result[key];
    return;
  }
  const rest = asMap(applied(result[key], said, {}, [...path, key]));
  if (Object.keys(rest).length === 0) delete result[key];
  else result[key] = rest;
}

/** Items that nobody says any more stay only in a list that was not the manager's. */
function appliedList(target: readonly Json[], owned: boolean, now: readonly Json[], path: readonly string[]): Json {
  const key = mergeKey(path, now);
  if (key === undefined) return now;
  const same = (list: readonly Json[], item: Json): Json | undefined =>
    list.find((candidate) => asMap(candidate)[key] === asMap(item)[key]);
  const kept = owned ? [] : target.filter((item) => same(now, item) === undefined);
  return [...now.map((item) => applied(same(target, item), undefined, item, path)), ...kept];
}
