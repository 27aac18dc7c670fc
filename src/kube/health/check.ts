import type { Client } from '../../client/client.js';
import type { KubeApi } from '../api/api.js';
import type { Topology } from './topology.js';

/** What a check of the machines looks at. */
export interface MachinesTarget {
  readonly client: Client;
  readonly topology: Topology;
  readonly signal: AbortSignal;
  /** Milliseconds that a call may take. */
  readonly timeout: number;
}

/** What any check looks at. */
export interface HealthTarget extends MachinesTarget {
  /** The cluster's Kubernetes API, made at the first call. */
  kube(): Promise<KubeApi>;
}

/** A property that a healthy cluster has. */
export interface HealthCheck<T extends MachinesTarget = HealthTarget> {
  /** The word for `--skip` and in JSON. */
  readonly id: string;
  /** What is waited for, as it is shown: `etcd to be healthy`. */
  readonly title: string;
  /** Milliseconds that an attempt may take, and after which the next one begins. Default 5 s. */
  readonly interval?: number;
  /** Looks once: `skipped` where the cluster has nothing to look at. Throws TalosctlError with what is wrong. */
  run(target: T): Promise<'ok' | 'skipped'>;
}
