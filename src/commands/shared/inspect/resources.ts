import type { Client } from '../../../client/client.js';
import { listDefinitions, listResources } from '../../../client/state.js';
import { CallError } from '../../../errors/errors.js';
import { GrpcStatus } from '../../../errors/status.js';
import type { ControllerDependencyEdge } from '../../../gen/inspect/inspect.js';
import type { ResourceMetadata } from '../../../resources/resource.js';

/** The resources of a node by their type, types in the order in which the dependencies name them. */
export type LiveResources = ReadonlyMap<string, readonly ResourceMetadata[]>;

/** Calls under way at once. */
const concurrency = 16;

/**
 * Lists the resources of every type that a dependency names, in the namespace that is named first, else that of the
 * type. Types that cannot be listed, since the role does not allow it, are left out.
 */
export async function liveResources(
  client: Client,
  edges: readonly ControllerDependencyEdge[],
  node: string | undefined,
): Promise<LiveResources> {
  const defaults = new Map((await listDefinitions(client, { node })).map((it) => [it.type, it.defaultNamespace]));
  const namespaces = new Map<string, string>();
  for (const { resourceType, resourceNamespace } of edges) {
    const namespace = resourceNamespace || defaults.get(resourceType);
    if (namespace !== undefined && !namespaces.has(resourceType)) namespaces.set(resourceType, namespace);
  }
  const found = new Map<string, readonly ResourceMetadata[]>();
  const queue = namespaces.entries();
  const work = async (): Promise<void> => {
    for (const [type, namespace] of queue) {
      const resources = await listOrNone(client, type, namespace, node);
      if (resources !== undefined) found.set(type, resources);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return new Map(
    [...namespaces.keys()].flatMap((type) => {
      const resources = found.get(type);
      return resources === undefined ? [] : [[type, resources] as const];
    }),
  );
}

async function listOrNone(client: Client, type: string, namespace: string, node: string | undefined) {
  try {
    const resources = await listResources(client, { namespace, type }, { node });
    return resources.map(({ metadata }) => metadata);
  } catch (error) {
    if (error instanceof CallError && error.code === GrpcStatus.PermissionDenied) return undefined;
    throw error;
  }
}
