/** A value in an object of the Kubernetes API. */
export type Json = null | boolean | number | string | readonly Json[] | JsonMap;
export interface JsonMap {
  readonly [key: string]: Json;
}

export interface ObjectMeta extends JsonMap {
  readonly name: string;
  /** Absent for objects outside namespaces. */
  readonly namespace: string;
  readonly labels: Labels;
  readonly annotations: Labels;
}

export type Labels = Readonly<Record<string, string>>;

/** An object as the API gives it out. What is sent is a copy: objects in the store are never changed, only replaced. */
export interface KubeObject extends JsonMap {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: JsonMap;
}

export function isMap(value: Json | undefined): value is JsonMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function asMap(value: Json | undefined): JsonMap {
  return isMap(value) ? value : {};
}

export function asList(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

/** A text; empty for anything else. */
export function asText(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** The value at a path; undefined where it leads nowhere. */
export function at(value: Json | undefined, ...path: readonly string[]): Json | undefined {
  let found = value;
  for (const key of path) found = isMap(found) ? found[key] : undefined;
  return found;
}

export function textMap(value: Json | undefined): Labels {
  return Object.fromEntries(Object.entries(asMap(value)).map(([key, text]) => [key, asText(text)]));
}

export const nameOf = (object: KubeObject): string => asText(object.metadata['name']);
export const namespaceOf = (object: KubeObject): string => asText(object.metadata['namespace']);
export const uidOf = (object: KubeObject): string => asText(object.metadata['uid']);
export const labelsOf = (object: KubeObject): Labels => textMap(object.metadata['labels']);
export const annotationsOf = (object: KubeObject): Labels => textMap(object.metadata['annotations']);

/** The object with some of its metadata replaced; undefined takes a key out. */
export function withMeta(object: KubeObject, change: Readonly<Record<string, Json | undefined>>): KubeObject {
  const merged = Object.entries({ ...object.metadata, ...change });
  return {
    ...object,
    metadata: Object.fromEntries(merged.filter((entry): entry is [string, Json] => entry[1] !== undefined)),
  };
}
