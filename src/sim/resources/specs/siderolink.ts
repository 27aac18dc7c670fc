/** Spec layouts of the `siderolink` resources; the notation is explained in ../layout.ts. */
export const siderolinkSpecs = `
ConfigSpec = SiderolinkConfigs.siderolink.talos.dev
  1 apiEndpoint string
  2 host string
  3 joinToken string
  4 insecure bool
  5 tunnel bool
StatusSpec = SiderolinkStatuses.siderolink.talos.dev
  1 host string
  2 connected bool
  3 linkName string
  4 grpcTunnel bool
TunnelSpec = SiderolinkTunnels.siderolink.talos.dev
  1 apiEndpoint string
  2 linkName string
  3 mtu int
  4 nodeAddress ipport
`;
