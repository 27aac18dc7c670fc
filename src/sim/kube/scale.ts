import { invalid } from './failure.js';
import { asMap, at, type Json, type JsonMap, type KubeObject, nameOf } from './object.js';
import type { ResourceType } from './types.js';

/** Types whose number of pods can be set on its own. */
export function isScalable({ group, plural }: ResourceType): boolean {
  return group === 'apps' && ['deployments', 'replicasets', 'statefulsets'].includes(plural);
}

/** How many pods a workload wants and has, as the subresource `scale`. */
export function scaleOf(workload: KubeObject): JsonMap {
  const { name = '', namespace = '', uid = '', resourceVersion = '', creationTimestamp = null } = workload.metadata;
  return {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: { name, namespace, uid, resourceVersion, creationTimestamp },
    spec: { replicas: at(workload, 'spec', 'replicas') ?? 1 },
    status: { replicas: at(workload, 'status', 'replicas') ?? 0 },
  };
}

/** The workload with as many pods as a `scale` says. */
export function withScale(workload: KubeObject, scale: Json): KubeObject {
  const replicas = at(scale, 'spec', 'replicas') ?? 0;
  if (typeof replicas !== 'number' || replicas < 0 || !Number.isInteger(replicas)) {
    throw invalid('Scale', nameOf(workload), 'spec.replicas: Invalid value: must be a whole number, 0 or greater');
  }
  return { ...workload, spec: { ...asMap(workload['spec']), replicas } };
}
