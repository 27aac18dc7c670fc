import type { KubeApi } from '../../../kube/api/api.js';
import { emitYaml } from '../../../yaml/emit.js';
import type { Part } from './part.js';

/** Lists of large clusters take their time. */
const listTimeout = 60_000;

/**
 * What is gathered of the cluster from its Kubernetes API.
 * @throws TalosctlError where the API does not answer
 */
export async function kubernetesParts(api: KubeApi, signal: AbortSignal): Promise<readonly Part[]> {
  await api.send({ path: '/api/v1/namespaces/kube-system' }, { signal });
  const list = (name: string, path: string): Part => ({
    path: ['kubernetesResources', name],
    collect: async () =>
      emitYaml(sorted(await api.send({ path }, { signal, timeout: listTimeout })), { layout: 'json', indent: 2 }),
  });
  return [list('nodes.yaml', '/api/v1/nodes'), list('systemPods.yaml', '/api/v1/namespaces/kube-system/pods')];
}

/** Keys in order, as Kubernetes writes YAML. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, sorted(item)]));
}
