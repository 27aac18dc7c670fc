import { isMap, type KubeJson, type KubeManifest } from './manifest.js';

/** Why an object is not yet what it should be; undefined where it is, or where nobody can tell. */
export function unreadyReason(object: KubeManifest): string | undefined {
  const status = isMap(object['status']) ? object['status'] : {};
  const spec = isMap(object['spec']) ? object['spec'] : {};
  const observed = status['observedGeneration'];
  if (typeof observed === 'number' && observed !== object.metadata['generation'])
    return 'its controller has not seen it yet';
  switch (`${object.apiVersion.split('/')[0]} ${object.kind}`) {
    case 'apps Deployment':
      return pods(number(spec['replicas'], 1), {
        updated: status['updatedReplicas'],
        available: status['availableReplicas'],
      });
    case 'apps StatefulSet':
      return pods(number(spec['replicas'], 1), { updated: status['updatedReplicas'], ready: status['readyReplicas'] });
    case 'apps DaemonSet':
      if (observed === undefined) return 'its controller has not seen it yet';
      return pods(number(status['desiredNumberScheduled'], 0), {
        updated: status['updatedNumberScheduled'],
        available: status['numberAvailable'],
      });
    case 'apiextensions.k8s.io CustomResourceDefinition':
      return hasCondition(status, 'Established') ? undefined : 'it is not established';
    case 'v1 Namespace':
      return status['phase'] === 'Active' ? undefined : `its phase is ${String(status['phase'] ?? 'unknown')}`;
    default:
      return undefined;
  }
}

function pods(wanted: number, counts: Readonly<Record<string, KubeJson | undefined>>): string | undefined {
  const [short] = Object.entries(counts).filter(([, count]) => number(count, 0) < wanted);
  return short === undefined ? undefined : `${number(short[1], 0)} of ${wanted} pods are ${short[0]}`;
}

function number(value: KubeJson | undefined, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}

function hasCondition(status: { readonly [key: string]: KubeJson }, type: string): boolean {
  const conditions = Array.isArray(status['conditions']) ? (status['conditions'] as readonly KubeJson[]) : [];
  return conditions.some(
    (condition) => isMap(condition) && condition['type'] === type && condition['status'] === 'True',
  );
}
