import { KubeFailure } from './failure.js';
import { asMap, at, type Json, type KubeObject, nameOf, namespaceOf, textMap } from './object.js';
import { matchesLabels } from './selector.js';
import type { KubeStore } from './store.js';
import { conditionOf } from './tables.js';
import { builtIn } from './types.js';

const pods = builtIn('pods');
const budgets = builtIn('poddisruptionbudgets');

/** Fails where a budget does not let the pod go. */
export function checkEviction(store: KubeStore, pod: KubeObject): void {
  for (const budget of store.list(budgets, namespaceOf(pod))) {
    if (!covers(budget)(pod)) continue;
    const { disruptionsAllowed, currentHealthy, desiredHealthy } = budgetStatus(store, budget);
    if (disruptionsAllowed > 0) continue;
    throw new KubeFailure(429, 'TooManyRequests', "Cannot evict pod as it would violate the pod's disruption budget.", {
      causes: [
        {
          reason: 'DisruptionBudget',
          message: `The disruption budget ${nameOf(budget)} needs ${desiredHealthy} healthy pods and has ${currentHealthy} currently`,
        },
      ],
    });
  }
}

export interface BudgetStatus {
  readonly disruptionsAllowed: number;
  readonly currentHealthy: number;
  readonly desiredHealthy: number;
  readonly expectedPods: number;
}

export function budgetStatus(store: KubeStore, budget: KubeObject): BudgetStatus {
  const covered = store.list(pods, namespaceOf(budget)).filter(covers(budget));
  const healthy = covered.filter((pod) => conditionOf(pod, 'Ready') === 'True').length;
  const spec = asMap(budget['spec']);
  const desired =
    spec['minAvailable'] === undefined
      ? covered.length - portion(spec['maxUnavailable'], covered.length)
      : portion(spec['minAvailable'], covered.length);
  return {
    disruptionsAllowed: Math.max(0, healthy - desired),
    currentHealthy: healthy,
    desiredHealthy: desired,
    expectedPods: covered.length,
  };
}

function covers(budget: KubeObject): (pod: KubeObject) => boolean {
  return matchesLabels(textMap(at(budget, 'spec', 'selector', 'matchLabels')));
}

/** A number, or a share of the whole (`50%`), rounded up. */
function portion(value: Json | undefined, whole: number): number {
  if (typeof value === 'number') return value;
  const [, percent] = /^(\d+)%$/.exec(typeof value === 'string' ? value : '') ?? [];
  return percent === undefined ? 0 : Math.ceil((Number(percent) * whole) / 100);
}
