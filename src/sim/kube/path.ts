import { noSuchPath } from './failure.js';
import { apiVersionOf, type ResourceType } from './types.js';

/** What a URL of the API names. */
export interface ApiPath {
  readonly type: ResourceType;
  /** Absent: all namespaces, or none where the type has none. */
  readonly namespace: string | undefined;
  /** Absent: the collection. */
  readonly name: string | undefined;
  readonly subresource: string | undefined;
}

export function parsePath(path: string, types: readonly ResourceType[]): ApiPath {
  const parts = path.split('/').slice(1).map(decodeURIComponent);
  const core = parts[0] === 'api';
  const apiVersion = core ? (parts[1] ?? '') : `${parts[1] ?? ''}/${parts[2] ?? ''}`;
  const rest = parts.slice(core ? 2 : 3);
  if (!core && parts[0] !== 'apis') throw noSuchPath();
  const find = (plural: string | undefined): ResourceType | undefined =>
    types.find((type) => type.plural === plural && apiVersionOf(type) === apiVersion);
  const [first, namespace, plural, name, subresource] = rest;
  if (first === 'namespaces' && plural !== undefined && find(plural)?.namespaced === true) {
    return { type: find(plural) ?? fail(), namespace, name, subresource };
  }
  const type = find(first);
  if (type === undefined || rest.length > 3) throw noSuchPath();
  const [, own, sub] = rest;
  if (type.namespaced && own !== undefined) throw noSuchPath();
  return { type, namespace: type.namespaced ? undefined : '', name: own, subresource: sub };
}

function fail(): never {
  throw noSuchPath();
}
