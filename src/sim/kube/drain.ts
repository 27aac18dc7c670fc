import type { Pace } from '../machine/pace.js';
import type { KubeCluster } from './cluster.js';
import { checkEviction } from './disruption.js';
import { KubeFailure } from './failure.js';
import { annotationsOf, asList, asMap, type KubeObject } from './object.js';
import { mirrorAnnotation } from './placing.js';

/** Milliseconds between two looks, and until a node goes down with the pods that are still there. */
const interval = 200;
const cordonTime = 60_000;
const drainTime = 5 * 60_000;

/**
 * Moves pods off a node that goes down, as the node does itself: waits until it is cordoned, evicts what a controller makes
 * anew elsewhere, and waits until that has gone. A budget that does not let a pod go keeps the node waiting, not for ever.
 */
export async function drain(cluster: KubeCluster, nodename: string, pace: Pace, signal: AbortSignal): Promise<void> {
  for (let waited = 0; !cluster.isCordoned(nodename); waited += interval) {
    if (waited >= cordonTime) throw new Error(`node ${nodename} is not cordoned`);
    await pace.wait(interval, signal);
  }
  for (let waited = 0; waited < drainTime; waited += interval) {
    const left = cluster.podsOn(nodename).filter(isMovable);
    if (left.length === 0) return;
    for (const pod of left) evict(cluster, pod);
    await pace.wait(interval, signal);
  }
}

function evict(cluster: KubeCluster, pod: KubeObject): void {
  if (pod.metadata['deletionTimestamp'] !== undefined) return;
  try {
    checkEviction(cluster.store, pod);
  } catch (error) {
    if (error instanceof KubeFailure) return;
    throw error;
  }
  cluster.terminate(pod, false);
}

function isMovable(pod: KubeObject): boolean {
  const controller = asList(pod.metadata['ownerReferences'])
    .map(asMap)
    .find((owner) => owner['controller'] === true);
  return (
    annotationsOf(pod)[mirrorAnnotation] === undefined && controller !== undefined && controller['kind'] !== 'DaemonSet'
  );
}
