/** Spec layouts of the `cluster` resources; the notation is explained in ../layout.ts. */
export const clusterSpecs = `
AffiliateSpec = Affiliates.cluster.talos.dev
  1 nodeId string
  2 addresses [ip]
  3 hostname string
  4 nodename string?
  5 operatingSystem string
  6 machineType #MachineType
  7 kubespan KubeSpanAffiliateSpec?
  8 controlPlane *ControlPlane?
ConfigSpec = DiscoveryConfigs.cluster.talos.dev
  1 discoveryEnabled bool
  2 registryKubernetesEnabled bool
  3 registryServiceEnabled bool
  4 serviceEndpoint string
  5 serviceEndpointInsecure bool?
  6 serviceEncryptionKey bytes
  7 serviceClusterID string
ControlPlane
  1 port int
IdentitySpec = Identities.cluster.talos.dev
  1 nodeId string
InfoSpec = Infos.cluster.talos.dev
  1 clusterId string
  2 clusterName string
KubeSpanAffiliateSpec
  1 publicKey string
  2 address ip
  3 additionalAddresses [prefix]
  4 endpoints [ipport]
  5 excludeAdvertisedNetworks [prefix]
MemberSpec = Members.cluster.talos.dev
  1 nodeId string
  2 addresses [ip]
  3 hostname string
  4 machineType #MachineType
  5 operatingSystem string
  6 controlPlane *ControlPlane?
`;
