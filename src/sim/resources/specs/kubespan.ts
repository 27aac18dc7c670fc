/** Spec layouts of the `kubespan` resources; the notation is explained in ../layout.ts. */
export const kubespanSpecs = `
ConfigSpec = KubeSpanConfigs.kubespan.talos.dev
  1 enabled bool
  2 clusterId string
  3 sharedSecret string
  4 forceRouting bool
  5 advertiseKubernetesNetworks bool
  6 mtu int?
  7 endpointFilters [string]?
  8 harvestExtraEndpoints bool
  9 extraEndpoints [ipport]?
  10 excludeAdvertisedNetworks [prefix]?
EndpointSpec = KubeSpanEndpoints.kubespan.talos.dev
  1 affiliateID string
  2 endpoint ipport
IdentitySpec = KubeSpanIdentities.kubespan.talos.dev
  1 address prefix
  2 subnet prefix
  3 privateKey string
  4 publicKey string
PeerSpecSpec = KubeSpanPeerSpecs.kubespan.talos.dev
  1 address ip
  2 allowedIPs [prefix]
  3 endpoints [ipport]
  4 label string
PeerStatusSpec = KubeSpanPeerStatuses.kubespan.talos.dev
  1 endpoint ipport
  2 label string
  3 state #PeerState
  4 receiveBytes int
  5 transmitBytes int
  6 lastHandshakeTime time
  7 lastUsedEndpoint ipport
  8 lastEndpointChange time
`;
