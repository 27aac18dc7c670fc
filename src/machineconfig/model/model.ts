import {
  existingVolumeConfig,
  externalVolumeConfig,
  rawVolumeConfig,
  swapVolumeConfig,
  userVolumeConfig,
  volumeConfig,
  zswapConfig,
} from './block.js';
import {
  blackholeRouteConfig,
  bondConfig,
  bridgeConfig,
  defaultActionConfig,
  dhcpv4Config,
  dhcpv6Config,
  dummyLinkConfig,
  ethernetConfig,
  hcloudVIPConfig,
  hostnameConfig,
  kubeSpanConfig,
  kubespanEndpointsConfig,
  layer2VIPConfig,
  linkAliasConfig,
  linkConfig,
  resolverConfig,
  routingRuleConfig,
  ruleConfig,
  staticHostConfig,
  tcpProbeConfig,
  timeSyncConfig,
  vlanConfig,
  vrfConfig,
  wireguardConfig,
} from './network.js';
import { registryAuthConfig, registryMirrorConfig, registryTLSConfig } from './registry.js';
import {
  environment,
  eventSink,
  extensionServiceConfig,
  kmsgLog,
  oom,
  pciDriverRebindConfig,
  sideroLinkConfig,
  watchdogTimer,
} from './runtime.js';
import { imageVerificationConfig, trustedRootsConfig } from './security.js';
import type { DocumentKind } from './types.js';
import { config } from './v1alpha1.js';

/** The main document; the only kind without `kind` and `apiVersion` keys. */
export const mainKind: DocumentKind = {
  kind: 'v1alpha1',
  apiVersion: '',
  since: '1.0',
  doc: "A machine's main configuration: what the machine is and which cluster it belongs to.",
  type: config,
  named: false,
  required: [],
};

/** Every kind of document that this client knows, the main one first, the others by name. */
export const documentKinds: readonly DocumentKind[] = [
  mainKind,
  ...[
    existingVolumeConfig,
    externalVolumeConfig,
    rawVolumeConfig,
    swapVolumeConfig,
    userVolumeConfig,
    volumeConfig,
    zswapConfig,
    registryAuthConfig,
    registryMirrorConfig,
    registryTLSConfig,
    extensionServiceConfig,
    pciDriverRebindConfig,
    environment,
    eventSink,
    kmsgLog,
    oom,
    watchdogTimer,
    sideroLinkConfig,
    blackholeRouteConfig,
    bondConfig,
    bridgeConfig,
    dhcpv4Config,
    dhcpv6Config,
    defaultActionConfig,
    dummyLinkConfig,
    ethernetConfig,
    hcloudVIPConfig,
    hostnameConfig,
    kubeSpanConfig,
    kubespanEndpointsConfig,
    layer2VIPConfig,
    linkAliasConfig,
    linkConfig,
    resolverConfig,
    routingRuleConfig,
    ruleConfig,
    staticHostConfig,
    tcpProbeConfig,
    timeSyncConfig,
    vlanConfig,
    vrfConfig,
    wireguardConfig,
    imageVerificationConfig,
    trustedRootsConfig,
  ].sort((a, b) => (a.kind < b.kind ? -1 : 1)),
];

const kindsByName: ReadonlyMap<string, DocumentKind> = new Map(documentKinds.map((kind) => [kind.kind, kind]));

export function findKind(kind: string): DocumentKind | undefined {
  return kindsByName.get(kind);
}

/** Kinds that newer versions of Talos have and this client does not know yet, with the version that brought them. */
export const laterKinds: ReadonlyMap<string, string> = new Map(
  [
    'BGPInstanceConfig',
    'CRIBaseRuntimeSpecConfig',
    'CRICustomizationConfig',
    'ContainerConfig',
    'DiscoveryIdentityConfig',
    'DiscoveryServiceConfig',
    'EtcFileConfig',
    'FilesystemScrubConfig',
    'FilesystemTrimConfig',
    'HTTPProbeConfig',
    'ImageCacheConfig',
    'KernelModuleConfig',
    'KubeAPIServerCAConfig',
    'KubeAPIServerConfig',
    'KubeAdmissionControlConfig',
    'KubeAggregatorCAConfig',
    'KubeAuditPolicyConfig',
    'KubeAuthenticationConfig',
    'KubeAuthorizerConfig',
    'KubeClusterConfig',
    'KubeControllerManagerConfig',
    'KubeCoreDNSConfig',
    'KubeCredentialProviderConfig',
    'KubeEtcdEncryptionConfig',
    'KubeExternalManifestConfig',
    'KubeFlannelCNIConfig',
    'KubeInlineManifestConfig',
    'KubeNetworkConfig',
    'KubeNodeConfig',
    'KubePrismConfig',
    'KubeProxyConfig',
    'KubeSchedulerConfig',
    'KubeServiceAccountConfig',
    'KubeStaticPodConfig',
    'KubeTalosAPIAccessConfig',
    'KubeletConfig',
    'LVMLogicalVolumeConfig',
    'LVMVolumeGroupConfig',
    'RAIDArrayConfig',
    'SecurityProfileConfig',
    'SysctlConfig',
    'SysfsConfig',
    'UdevRulesConfig',
    'UnattendedInstallConfig',
    'VethConfig',
  ].map((kind) => [kind, '1.14']),
);

/**
 * Kinds of which only one may exist under a name: a link is one thing, a shared address has one keeper, a mount point one
 * volume.
 */
export const exclusiveKinds: readonly (readonly string[])[] = [
  ['BondConfig', 'BridgeConfig', 'DummyLinkConfig', 'LinkConfig', 'VLANConfig', 'VRFConfig', 'WireguardConfig'],
  ['HCloudVIPConfig', 'Layer2VIPConfig'],
  ['ExistingVolumeConfig', 'UserVolumeConfig'],
];
