import { asMap } from './object.js';
import type { KubeStore } from './store.js';
import { builtIn, type ResourceType } from './types.js';

export interface Listed {
  readonly type: ResourceType;
  readonly namespace: string;
  readonly name: string;
}

const configMaps = builtIn('configmaps');
const place = { namespace: 'kube-system', name: 'talos-bootstrap-manifests-inventory' };

/** Adds objects to the list of what the nodes have made, as they keep it in the cluster. */
export function recordInventory(store: KubeStore, objects: readonly Listed[]): void {
  const old = store.get(configMaps, place.namespace, place.name);
  const added = objects.map(({ type, namespace, name }) => {
    const written = type.group === 'rbac.authorization.k8s.io' ? name.replaceAll(':', '__') : name;
    return [`${namespace}_${written}_${type.group}_${type.kind}`, ''] as const;
  });
  store.put(configMaps, {
    ...old,
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: old?.metadata ?? place,
    data: { ...asMap(old?.['data']), ...Object.fromEntries(added) },
  });
}
