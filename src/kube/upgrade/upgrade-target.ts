import type { CallOptions, Client } from '../../client/client.js';
import type { EncodeOptions } from '../../machineconfig/encode/encode.js';
import type { KubeApi } from '../api/api.js';
import type { KubeClock } from '../api/retry.js';
import type { InventoryPolicy } from '../manifests/policy.js';
import type { UpgradePath } from './path.js';

/** Repositories of the images, without tags. */
export interface UpgradeImages {
  readonly kubelet: string;
  readonly apiServer: string;
  readonly controllerManager: string;
  readonly scheduler: string;
  readonly proxy: string;
}

export interface ManifestSettings {
  readonly policy: InventoryPolicy;
  /** Whether objects are made anew whose fields cannot be changed. */
  readonly force: boolean;
  /** Whether objects stay that no manifest has any more. */
  readonly noPrune: boolean;
  /** Milliseconds that objects may take until they are as they should; 0: they are not waited for. */
  readonly reconcileTimeout: number;
}

export interface UpgradeSettings {
  readonly images: UpgradeImages;
  readonly dryRun: boolean;
  readonly prePull: boolean;
  readonly kubelet: boolean;
  readonly encode: EncodeOptions;
  readonly manifests: ManifestSettings;
}

/** An upgrade under way. */
export interface UpgradeTarget {
  readonly client: Client;
  readonly kube: KubeApi;
  readonly path: UpgradePath;
  readonly settings: UpgradeSettings;
  readonly controlPlane: readonly string[];
  readonly workers: readonly string[];
  readonly clock: KubeClock;
  readonly signal: AbortSignal;
  /** A line for people and scripts. */
  log(line: string): Promise<void>;
}

const callTimeout = 30_000;

/** Options of a call to a node. */
export function callTo({ signal }: Pick<UpgradeTarget, 'signal'>, node: string): CallOptions {
  return { node, signal, timeout: callTimeout };
}

/** Texts as Go prints a list of them: `["a" "b"]`. */
export function quotedList(texts: readonly string[]): string {
  return `[${texts.map((text) => JSON.stringify(text)).join(' ')}]`;
}
