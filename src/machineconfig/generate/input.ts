import type { SecretsBundle } from '../../pki/secrets/bundle.js';
import type { VersionContract } from './contract.js';
import type { ControlPlaneEndpoint } from './endpoint.js';

/** A registry and the URLs that are asked in its place, in order. */
export interface RegistryMirror {
  readonly host: string;
  readonly endpoints: readonly string[];
}

/** All that decides what a generated configuration says. */
export interface GenerateInput {
  readonly clusterName: string;
  readonly endpoint: ControlPlaneEndpoint;
  readonly contract: VersionContract;
  /** Without a leading v; empty leaves the images to the node. */
  readonly kubernetesVersion: string;
  readonly secrets: SecretsBundle;
  readonly installDisk: string;
  readonly installImage: string;
  /** Names and addresses for the certificates of the nodes and of the Kubernetes API server. */
  readonly additionalSans: readonly string[];
  readonly dnsDomain: string;
  readonly discovery: boolean;
  readonly kubeSpan: boolean;
  readonly registryMirrors: readonly RegistryMirror[];
}

export type MachineType = 'controlplane' | 'worker';
