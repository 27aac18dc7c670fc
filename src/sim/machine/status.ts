import type { SimNodeFacts } from '../types.js';

export interface UnmetCondition {
  readonly name: string;
  readonly reason: string;
}

/** What a machine lacks until it counts as ready. */
export function unmetConditions(
  facts: Pick<SimNodeFacts, 'stage' | 'machineType' | 'services' | 'hostname' | 'kubernetesReady'> & {
    /** Whether the Kubernetes API of the cluster answers. */
    readonly kubernetesUp: boolean;
  },
): readonly UnmetCondition[] {
  if (facts.stage !== 'booting' && facts.stage !== 'running') return [];
  const unmet: UnmetCondition[] = [];
  const required =
    facts.machineType === 'controlplane'
      ? ['apid', 'etcd', 'kubelet', 'machined', 'trustd']
      : ['apid', 'kubelet', 'machined'];
  const lacking = required.flatMap((id) => {
    const service = facts.services.find((candidate) => candidate.id === id);
    if (service?.state !== 'Running') return [`${id} not running`];
    return service.healthy === false ? [`${id} not healthy`] : [];
  });
  if (lacking.length > 0) unmet.push({ name: 'services', reason: lacking.join(', ') });
  if (facts.machineType === 'controlplane' && !facts.kubernetesUp) {
    unmet.push({
      name: 'staticPods',
      reason: ['apiserver', 'controller-manager', 'scheduler']
        .map((name) => `kube-system/kube-${name}-${facts.hostname} not ready`)
        .join(', '),
    });
  }
  if (!facts.kubernetesReady) {
    const state = facts.kubernetesUp ? 'is not ready' : 'status is not available yet';
    unmet.push({ name: 'nodeReady', reason: `node "${facts.hostname}" ${state}` });
  }
  return unmet;
}
