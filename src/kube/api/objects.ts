import type { V1DaemonSet, V1Deployment, V1Node, V1ObjectMeta, V1Pod } from '@kubernetes/client-node';
import type { KubeApi, KubeCallOptions } from './api.js';

/*
 * The objects that commands look at, by the types of the Kubernetes client. Times are the API's own texts here, so they
 * are not to be read from these types.
 */

export type KubeNode = V1Node;
export type KubePod = V1Pod;

interface ItemList<T> {
  readonly items: readonly T[];
  readonly metadata?: { readonly continue?: string };
}

const pageSize = '500';

async function list<T>(
  api: KubeApi,
  path: string,
  query: Readonly<Record<string, string | undefined>>,
  options?: KubeCallOptions,
): Promise<readonly T[]> {
  const items: T[] = [];
  let next: string | undefined;
  do {
    const page: ItemList<T> = await api.send({ path, query: { ...query, limit: pageSize, continue: next } }, options);
    items.push(...page.items);
    next = page.metadata?.continue;
  } while (next !== undefined && next !== '');
  return items;
}

export function listNodes(api: KubeApi, options?: KubeCallOptions): Promise<readonly KubeNode[]> {
  return list(api, '/api/v1/nodes', {}, options);
}

export function readNode(api: KubeApi, name: string, options?: KubeCallOptions): Promise<KubeNode> {
  return api.send({ path: `/api/v1/nodes/${encodeURIComponent(name)}` }, options);
}

export interface PodQuery {
  readonly namespace?: string;
  readonly labels?: string;
  readonly fields?: string;
}

export function listPods(api: KubeApi, query: PodQuery, options?: KubeCallOptions): Promise<readonly KubePod[]> {
  const { namespace, labels, fields } = query;
  const path = namespace === undefined ? '/api/v1/pods' : `/api/v1/namespaces/${namespace}/pods`;
  return list(api, path, { labelSelector: labels, fieldSelector: fields }, options);
}

export function listDaemonSets(
  api: KubeApi,
  namespace: string,
  labels: string,
  options?: KubeCallOptions,
): Promise<readonly V1DaemonSet[]> {
  return list(api, `/apis/apps/v1/namespaces/${namespace}/daemonsets`, { labelSelector: labels }, options);
}

export function listDeployments(
  api: KubeApi,
  namespace: string,
  labels: string,
  options?: KubeCallOptions,
): Promise<readonly V1Deployment[]> {
  return list(api, `/apis/apps/v1/namespaces/${namespace}/deployments`, { labelSelector: labels }, options);
}

interface WithConditions {
  readonly status?: { readonly conditions?: readonly { readonly type: string; readonly status: string }[] };
}

/** The status of a condition: `True`, `False`, `Unknown`; undefined where the object has none of the type. */
export function conditionOf(object: WithConditions, type: string): string | undefined {
  return object.status?.conditions?.find((condition) => condition.type === type)?.status;
}

export function isReady(object: WithConditions): boolean {
  return conditionOf(object, 'Ready') === 'True';
}

export function nameOf({ metadata }: { readonly metadata?: V1ObjectMeta }): string {
  return metadata?.name ?? '';
}

const controlPlaneLabel = 'node-role.kubernetes.io/control-plane';

export function isControlPlaneNode(node: KubeNode): boolean {
  return node.metadata?.labels?.[controlPlaneLabel] !== undefined;
}

/** Addresses of a node, internal ones first. */
export function addressesOf(node: KubeNode): readonly string[] {
  const of = (type: string): readonly string[] =>
    (node.status?.addresses ?? []).filter((address) => address.type === type).map(({ address }) => address);
  return [...of('InternalIP'), ...of('ExternalIP')];
}
