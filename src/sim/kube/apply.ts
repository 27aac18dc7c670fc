import { conflict } from './failure.js';
import { asList, asMap, asText, type Json, type JsonMap, type KubeObject } from './object.js';
import { applyPatch } from './patch.js';
import { seconds } from './store.js';
import { apiVersionOf, qualifiedName, type ResourceType } from './types.js';

export interface Application {
  readonly type: ResourceType;
  readonly namespace: string;
  readonly name: string;
  /** Who applies. */
  readonly manager: string;
  readonly old: KubeObject | undefined;
  readonly applied: JsonMap;
  readonly now: Date;
  /** Whether fields that other managers have set are taken over. */
  readonly force?: boolean;
}

/** What an object becomes when a manager applies its part of it. */
export function applyObject(application: Application): KubeObject {
  const { type, namespace, name, manager, old, now } = application;
  const metadata = asMap(application.applied['metadata']);
  const applied = normalized({
    ...application.applied,
    apiVersion: apiVersionOf(type),
    kind: type.kind,
    metadata: without({ ...metadata, name, ...(type.namespaced ? { namespace } : {}) }, 'namespace', !type.namespaced),
  });
  const fields = ownedFields(applied);
  const entries = asList(old?.metadata['managedFields']).map(asMap);
  const before = entries.find((entry) => isOf(entry, manager));
  if (application.force !== true) refuseConflicts(application, applied, entries);
  const merged = asMap(applyPatch(old, restore(before), applied)) as KubeObject;
  const entry: JsonMap = {
    manager,
    operation: 'Apply',
    apiVersion: apiVersionOf(type),
    time: before !== undefined && same(before['fieldsV1'], fields) ? (before['time'] ?? null) : seconds(now),
    fieldsType: 'FieldsV1',
    fieldsV1: fields,
  };
  const others = entries.filter((other) => !isOf(other, manager));
  return { ...merged, metadata: { ...asMap(merged.metadata), managedFields: [...others, entry] } };
}

function isOf(entry: JsonMap, manager: string): boolean {
  return entry['manager'] === manager && entry['operation'] === 'Apply';
}

function same(a: Json | undefined, b: Json): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** What a server makes of an object before it keeps it. */
export function normalized(object: JsonMap): JsonMap {
  const { stringData, ...rest } = object;
  if (object['kind'] !== 'Secret' || stringData === undefined) return object;
  const encoded = Object.entries(asMap(stringData)).map(([key, value]) => [
    key,
    Buffer.from(asText(value)).toString('base64'),
  ]);
  return { ...rest, data: { ...asMap(object['data']), ...Object.fromEntries(encoded) } };
}

function without(map: JsonMap, key: string, really: boolean): JsonMap {
  return really ? Object.fromEntries(Object.entries(map).filter(([name]) => name !== key)) : map;
}

/** The fields that are said, in the form of `fieldsV1`; values of lists stand for themselves. */
function ownedFields(value: Json, path: readonly string[] = []): JsonMap {
  const skipped = path.length === 0 ? ['apiVersion', 'kind', 'status'] : [];
  const unnamed = path.length === 1 && path[0] === 'metadata' ? ['name', 'namespace'] : [];
  return Object.fromEntries(
    Object.entries(asMap(value))
      .filter(([key]) => !skipped.includes(key) && !unnamed.includes(key))
      .map(([key, inner]) => [`f:${key}`, Array.isArray(inner) ? {} : ownedFields(inner, [...path, key])] as const)
      .filter(([key, inner]) => path.length > 0 || key !== 'f:metadata' || Object.keys(inner).length > 0),
  );
}

/** The fields as an object again, with values that only say that there was one. */
function restore(entry: JsonMap | undefined): Json {
  const rebuild = (fields: Json | undefined): Json => {
    const inner = Object.entries(asMap(fields));
    return inner.length === 0
      ? true
      : Object.fromEntries(inner.map(([key, value]) => [key.replace(/^f:/, ''), rebuild(value)]));
  };
  const restored = rebuild(entry?.['fieldsV1']);
  return restored === true ? {} : restored;
}

function refuseConflicts(
  { type, name, manager, old }: Application,
  applied: JsonMap,
  entries: readonly JsonMap[],
): void {
  if (old === undefined) return;
  const fields = ownedFields(applied);
  for (const entry of entries) {
    if (entry['manager'] === manager || entry['operation'] !== 'Apply') continue;
    const field = clash(fields, asMap(entry['fieldsV1']), applied, old);
    if (field !== undefined) {
      throw conflict(qualifiedName(type), name, `conflict with ${JSON.stringify(entry['manager'])}: .${field}`);
    }
  }
}

/** The first field that both own and that would change. */
function clash(mine: JsonMap, theirs: JsonMap, applied: JsonMap, old: JsonMap): string | undefined {
  for (const [key, inner] of Object.entries(mine)) {
    if (!(key in theirs)) continue;
    const name = key.slice(2);
    const deeper = asMap(inner);
    if (Object.keys(deeper).length === 0) {
      if (!same(applied[name], old[name] ?? null)) return name;
      continue;
    }
    const found = clash(deeper, asMap(theirs[key]), asMap(applied[name]), asMap(old[name]));
    if (found !== undefined) return `${name}.${found}`;
  }
  return undefined;
}
