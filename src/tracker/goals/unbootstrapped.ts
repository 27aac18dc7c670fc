import { tryHealth } from '../health/health.js';
import { findRunningEtcd } from '../health/running-etcd.js';
import type { NodeWait } from '../node-wait.js';

/** What a node without data of etcd says now and then, until it is bootstrapped or finds a cluster to join. */
const waitsToJoin = /\betcd (?:is waiting|waits) to join\b/;

/**
 * Whether the node has come as far as it can by itself: its etcd has no data, and no member of the cluster runs one that it
 * could join. It is bootstrapped by somebody.
 */
export async function waitsForBootstrap(wait: NodeWait, signal: AbortSignal): Promise<boolean> {
  if (!wait.kernelLines.some((line) => waitsToJoin.test(line))) return false;
  const services = [...((await tryHealth(wait, signal))?.services.values() ?? [])];
  const missing = services.filter(({ up }) => !up);
  if (missing.length !== 1 || missing[0]?.id !== 'etcd' || missing[0].state !== 'Preparing') return false;
  return (await findRunningEtcd(wait.client, wait.node)) === undefined;
}
