/** Spec layouts of the `etcd` resources; the notation is explained in ../layout.ts. */
export const etcdSpecs = `
ArgValues
  1 values [string]
ConfigSpec = EtcdConfigs.etcd.talos.dev
  1 advertiseValidSubnets [string]?
  2 advertiseExcludeSubnets [string]
  5 listenValidSubnets [string]?
  6 listenExcludeSubnets [string]
  3 image string
  7 extraArgs {ArgValues}
MemberSpec = EtcdMembers.etcd.talos.dev
  1 memberID string
PKIStatusSpec = PKIStatuses.etcd.talos.dev
  1 ready bool
  2 version string
SpecSpec = EtcdSpecs.etcd.talos.dev
  1 name string
  2 advertisedAddresses [ip]
  5 listenPeerAddresses [ip]
  6 listenClientAddresses [ip]
  3 image string
  7 extraArgs {ArgValues}
`;
