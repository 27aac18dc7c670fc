import type { CallOptions, Client } from '../../client/client.js';
import { listResources } from '../../client/state.js';
import { TalosctlError } from '../../errors/errors.js';
import { isPlainList, isPlainMap, type PlainValue, Timestamp } from '../../render/value.js';

export type KubeJson = null | boolean | number | string | readonly KubeJson[] | { readonly [key: string]: KubeJson };

/** An object of Kubernetes, as data of whatever shape. */
export interface KubeManifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly [key: string]: KubeJson };
  readonly [key: string]: KubeJson;
}

/** The objects that the nodes want to be in the cluster, in the order of the manifests. */
export async function bootstrapManifests(client: Client, options: CallOptions): Promise<readonly KubeManifest[]> {
  const kind = { namespace: 'controlplane', type: 'Manifests.kubernetes.talos.dev' };
  const manifests = await listResources(client, kind, options);
  return manifests.flatMap((resource) => {
    const spec = resource.spec();
    const items = isPlainList(spec) ? spec : [];
    return items.map((item) => manifestOf(item, resource.metadata.id));
  });
}

function manifestOf(value: PlainValue, id: string): KubeManifest {
  const object = asJson(value);
  const { apiVersion, kind, metadata } = isMap(object) ? object : {};
  if (typeof apiVersion !== 'string' || typeof kind !== 'string' || !isMap(metadata)) {
    throw new TalosctlError(`the manifest ${id} holds something that is no object of Kubernetes`);
  }
  return { ...(object as object), apiVersion, kind, metadata };
}

function asJson(value: PlainValue): KubeJson {
  if (isPlainMap(value)) return Object.fromEntries([...value].map(([key, item]) => [key, asJson(item)]));
  if (isPlainList(value)) return value.map(asJson);
  if (value instanceof Timestamp) return value.text;
  return typeof value === 'bigint' ? Number(value) : value;
}

export function isMap(value: KubeJson | undefined): value is { readonly [key: string]: KubeJson } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(object: KubeManifest, key: string): string {
  const value = object.metadata[key];
  return typeof value === 'string' ? value : '';
}

export const nameOf = (object: KubeManifest): string => textOf(object, 'name');
export const namespaceOf = (object: KubeManifest): string => textOf(object, 'namespace');
export const versionOf = (object: KubeManifest): string => textOf(object, 'resourceVersion');

export function annotationsOf({ metadata }: KubeManifest): Readonly<Record<string, KubeJson>> {
  return isMap(metadata['annotations']) ? metadata['annotations'] : {};
}

/** The group of the API; empty for the core group. */
export function groupOf({ apiVersion }: Pick<KubeManifest, 'apiVersion'>): string {
  return apiVersion.includes('/') ? (apiVersion.split('/')[0] ?? '') : '';
}

/** `ConfigMap/kube-system/coredns` */
export function pathOf(object: KubeManifest): string {
  return [object.kind, namespaceOf(object), nameOf(object)].filter((part) => part !== '').join('/');
}

/** `apps/v1.DaemonSet/kube-system/kube-proxy` */
export function versionedPathOf(object: KubeManifest): string {
  return `${object.apiVersion}.${pathOf(object)}`;
}
