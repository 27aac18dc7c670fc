import { budgetStatus } from './disruption.js';
import { contentHash } from './names.js';
import { asMap, at, type KubeObject, labelsOf } from './object.js';
import { ownPods, replicas } from './placing.js';
import type { KubeStore } from './store.js';
import { conditionOf } from './tables.js';
import { builtIn } from './types.js';

const nodes = builtIn('nodes');
const daemonSets = builtIn('daemonsets');
const deployments = builtIn('deployments');
const budgets = builtIn('poddisruptionbudgets');

/** Writes what controllers say about workloads and disruption budgets. */
export function updateWorkloadStatuses(store: KubeStore): void {
  for (const daemonSet of store.list(daemonSets)) {
    const { placed, ready, updated } = counted(store, daemonSet);
    const desired = store.list(nodes).length;
    store.put(daemonSets, {
      ...daemonSet,
      status: {
        currentNumberScheduled: placed,
        desiredNumberScheduled: desired,
        numberAvailable: ready,
        numberMisscheduled: 0,
        numberReady: ready,
        observedGeneration: daemonSet.metadata['generation'] ?? 1,
        updatedNumberScheduled: updated,
      },
    });
  }
  for (const deployment of store.list(deployments)) {
    const { placed, ready, updated } = counted(store, deployment);
    store.put(deployments, {
      ...deployment,
      status: {
        availableReplicas: ready,
        observedGeneration: deployment.metadata['generation'] ?? 1,
        readyReplicas: ready,
        replicas: placed,
        unavailableReplicas: Math.max(0, replicas(deployment) - ready),
        updatedReplicas: updated,
      },
    });
  }
  for (const budget of store.list(budgets)) {
    store.put(budgets, { ...budget, status: { ...asMap(budget['status']), ...budgetStatus(store, budget) } });
  }
}

function counted(store: KubeStore, workload: KubeObject) {
  const hash = contentHash(at(workload, 'spec', 'template'));
  const own = ownPods(store, workload);
  return {
    placed: own.length,
    ready: own.filter((pod) => conditionOf(pod, 'Ready') === 'True').length,
    updated: own.filter((pod) => labelsOf(pod)['pod-template-hash'] === hash).length,
  };
}
