import { TalosctlError } from '../../errors/errors.js';

/** The Talos minor version that a configuration is generated for. */
export interface VersionContract {
  readonly major: number;
  readonly minor: number;
}

/** The newest contract this client knows, and the one it generates for unless told otherwise. */
export const currentContract: VersionContract = { major: 1, minor: 13 };

interface Span {
  /** First Talos 1.x minor version with it; all when absent. */
  readonly since?: number;
  /** Last one with it. */
  readonly until?: number;
}

/** What a generated configuration holds in which versions of Talos. */
const features = {
  podSecurityAdmission: { since: 1 },
  seccompDefault: { since: 2 },
  kubernetesDiscoveryOff: { since: 2 },
  oldKubernetesRegistryMirror: { since: 2, until: 2 },
  stableHostnameField: { since: 2, until: 11 },
  auditPolicy: { since: 3 },
  manifestsDirectoryOff: { since: 3 },
  secretboxEncryption: { since: 3 },
  diskQuota: { since: 5 },
  kubePrism: { since: 6 },
  hostDns: { since: 7 },
  rsaServiceAccountKey: { since: 7 },
  hostDnsForKubernetes: { since: 8 },
  clusterNameOnWorkers: { since: 8 },
  excludeFromLoadBalancerLabel: { since: 8 },
  rbacField: { until: 11 },
  extKeyUsageCheckField: { since: 3, until: 11 },
  podSecurityPolicyField: { until: 11 },
  endpointInApiServerNames: { until: 11 },
  registryFields: { until: 11 },
  registryDocuments: { since: 12 },
  hostnameDocument: { since: 12 },
  ukiCommandLine: { since: 12 },
  networkField: { until: 12 },
  kubeSpanDocument: { since: 13 },
} as const satisfies Record<string, Span>;

export type ContractFeature = keyof typeof features;

/** Whether configurations of the contract hold the feature. */
export function contractHas(contract: VersionContract, feature: ContractFeature): boolean {
  const { since, until }: Span = features[feature];
  const minor = contract.major === 0 ? -1 : contract.minor;
  return (since === undefined || minor >= since) && (until === undefined || minor <= until);
}

export const formatContract = (contract: VersionContract): string => `v${contract.major}.${contract.minor}`;

/** Whether a Talos version is one that came after this client. */
export function isNewer(version: string): boolean {
  const { major, minor } = readVersion(version);
  return major > currentContract.major || (major === currentContract.major && minor > currentContract.minor);
}

/**
 * Reads a Talos version (`v1.10`, `1.10.3`), of which only major and minor count. Versions before v1.0 are taken: their
 * configurations are written as for v1.0. Versions newer than this client's are refused.
 */
export function parseContract(version: string): VersionContract {
  const contract = readVersion(version);
  if (isNewer(version)) {
    throw new TalosctlError(`configurations for Talos ${formatContract(contract)} are not supported by this client`, {
      hint: `it generates for Talos v1.0 to ${formatContract(currentContract)}; a configuration for an older version also works on a newer node`,
    });
  }
  return contract;
}

function readVersion(version: string): VersionContract {
  const match = /^v?(\d+)\.(\d+)(?:$|\.)/.exec(version);
  if (match === null) {
    throw new TalosctlError(`"${version}" is not a Talos version`, {
      hint: `write it as ${formatContract(currentContract)}`,
    });
  }
  return { major: Number(match[1]), minor: Number(match[2]) };
}
