/**
 * The controllers that a node runs. Below each what it writes, `=` alone and `+` together with others, and what it
 * reads, `!` strongly, `~` weakly and `x` until it is destroyed: types of resources, before those that are read their
 * namespace, behind them the id where only one is. `~cp` and `~w` hold on control plane nodes and workers only,
 * `<node>` is the id of the node. A type's `.talos.dev` is left out.
 */
export const controllerLines = `
AddressMergeControllers.net.talos.dev
  + AddressSpecs.net
  ~ network-config/AddressSpecs.net
  x network/AddressSpecs.net
HostnameMergeControllers.net.talos.dev
  + HostnameSpecs.net
  ~ network-config/HostnameSpecs.net
  x network/HostnameSpecs.net
LinkMergeControllers.net.talos.dev
  + LinkSpecs.net
  ~ network-config/LinkSpecs.net
  x network/LinkSpecs.net
OperatorMergeControllers.net.talos.dev
  + OperatorSpecs.net
  ~ network-config/OperatorSpecs.net
  x network/OperatorSpecs.net
ProbeMergeControllers.net.talos.dev
  + ProbeSpecs.net
  ~ network-config/ProbeSpecs.net
  x network/ProbeSpecs.net
ResolverMergeControllers.net.talos.dev
  + ResolverSpecs.net
  ~ network-config/ResolverSpecs.net
  x network/ResolverSpecs.net
RouteMergeControllers.net.talos.dev
  + RouteSpecs.net
  ~ network-config/RouteSpecs.net
  x network/RouteSpecs.net
RoutingRuleMergeControllers.net.talos.dev
  + RoutingRuleSpecs.net
  ~ network-config/RoutingRuleSpecs.net
  x network/RoutingRuleSpecs.net
TimeServerMergeControllers.net.talos.dev
  + TimeServerSpecs.net
  ~ network-config/TimeServerSpecs.net
  x network/TimeServerSpecs.net
block.DevicesController
  = BlockDevices.block
block.DiscoveryController
  = DiscoveredVolumes.block DiscoveryRefreshStatuses.block
  ~ runtime/BlockDevices.block runtime/DiscoveryRefreshRequests.block
block.DisksController
  = Disks.block
  ~ runtime/BlockDevices.block runtime/BlockSymlinks.block
block.LVMActivationController
  ~ runtime/DiscoveredVolumes.block runtime/Services.v1alpha1/udevd runtime/VolumeStatuses.block/META
block.MountController
  = MountStatuses.block
  ! runtime/MountRequests.block runtime/MountStatuses.block runtime/VolumeStatuses.block
block.MountRequestController
  = MountRequests.block
  ! runtime/VolumeMountRequests.block
  ~ runtime/VolumeStatuses.block
  x runtime/MountRequests.block
block.MountStatusController
  = VolumeMountStatuses.block
  ! runtime/MountStatuses.block
  x runtime/VolumeMountStatuses.block
block.SwapStatusController
  = SwapStatuses.block
  ~ runtime/MountStatuses.block
block.SymlinksController
  = BlockSymlinks.block
  ~ runtime/Services.v1alpha1/udevd
block.SystemDiskController
  = SystemDisks.block
  ~ runtime/DiscoveredVolumes.block
block.UserDiskConfigController
  = UserDiskConfigStatuses.block
  + VolumeConfigs.block VolumeMountRequests.block
  ! runtime/VolumeMountStatuses.block
  ~ config/MachineConfigs.config/v1alpha1
  x runtime/VolumeMountRequests.block
block.VolumeConfigController
  + VolumeConfigs.block VolumeMountRequests.block
  ~ config/MachineConfigs.config/v1alpha1 runtime/MetaKeys.runtime/0x09
  x runtime/VolumeConfigs.block runtime/VolumeMountRequests.block
block.VolumeManagerController
  = DiscoveryRefreshRequests.block VolumeStatuses.block
  ! hardware/PCRStatuses.hardware runtime/VolumeConfigs.block runtime/VolumeLifecycles.block/volumes
  ! runtime/VolumeStatuses.block
  ~ hardware/SystemInformations.hardware/systeminformation runtime/DevicesStatuses.runtime/devices
  ~ runtime/DiscoveredVolumes.block runtime/DiscoveryRefreshStatuses.block runtime/Disks.block
  ~ runtime/SystemDisks.block/system-disk secrets/EncryptionSalts.secrets/salt
block.ZswapConfigController
  + KernelParamSpecs.runtime
  ~ config/MachineConfigs.config/v1alpha1
block.ZswapStatusController
  = ZswapStatuses.block
  ~ runtime/KernelParamStatuses.runtime
cluster.AffiliateMergeController
  + Affiliates.cluster
  ~ cluster-raw/Affiliates.cluster
cluster.ConfigController
  = DiscoveryConfigs.cluster
  ~ config/MachineConfigs.config
  x config/DiscoveryConfigs.cluster
cluster.DiscoveryServiceController
  + AddressStatuses.net Affiliates.cluster
  ~ cluster/Affiliates.cluster/<node> cluster/Identities.cluster/local config/DiscoveryConfigs.cluster/cluster
  ~ kubespan/KubeSpanEndpoints.kubespan runtime/MachineResetSignals.runtime/machine
cluster.EndpointController
  + Endpoints.kubernetes
  ~ cluster/Members.cluster
cluster.InfoController
  = Infos.cluster
  ~ config/MachineConfigs.config
  x cluster/Infos.cluster
cluster.KubernetesPullController
  + Affiliates.cluster
  ~ config/DiscoveryConfigs.cluster/cluster k8s/Nodenames.kubernetes/nodename
cluster.KubernetesPushController
  ~ cluster/Affiliates.cluster/<node> cluster/Identities.cluster/local config/DiscoveryConfigs.cluster/cluster
cluster.LocalAffiliateController
  + Affiliates.cluster
  ~ cluster/AddressStatuses.net cluster/Identities.cluster/local config/DiscoveryConfigs.cluster/cluster
  ~ config/KubeSpanConfigs.kubespan/kubespan config/MachineTypes.config/machine-type
  ~ controlplane/APIServerConfigs.kubernetes/kube-apiserver k8s/NodeStatuses.kubernetes
  ~ k8s/Nodenames.kubernetes/nodename kubespan/KubeSpanIdentities.kubespan/local network/HostnameStatuses.net/hostname
  ~ network/NodeAddresses.net
cluster.MemberController
  = Members.cluster
  ~ cluster/Affiliates.cluster
cluster.NodeIdentityController
  + EtcFileSpecs.files Identities.cluster VolumeMountRequests.block
  ! runtime/VolumeMountStatuses.block
  x runtime/VolumeMountRequests.block
config.AcquireController
  = AcquireConfigStatuses.v1alpha1 MaintenanceServiceRequests.runtime
  + VolumeMountRequests.block
  ! runtime/VolumeMountStatuses.block
  ~ config/MachineConfigs.config/v1alpha1 runtime/AcquireConfigSpecs.v1alpha1 runtime/VolumeStatuses.block/STATE
  x runtime/MaintenanceServiceRequests.runtime runtime/VolumeMountRequests.block
config.MachineTypeController
  = MachineTypes.config
  ~ config/MachineConfigs.config/v1alpha1
config.PersistenceController
  + VolumeMountRequests.block
  ! runtime/VolumeLifecycles.block/volumes runtime/VolumeMountStatuses.block
  ~ config/MachineConfigs.config/persistent runtime/VolumeStatuses.block/STATE
  x runtime/VolumeMountRequests.block
cri.ImageCacheConfigController
  = ImageCacheConfigs.cri
  + VolumeConfigs.block VolumeMountRequests.block
  ! runtime/VolumeMountStatuses.block
  ~ config/MachineConfigs.config/v1alpha1 runtime/Services.v1alpha1/registryd runtime/VolumeStatuses.block
  x runtime/VolumeMountRequests.block
cri.RegistriesConfigController
  = RegistryConfigs.cri
  ~ config/MachineConfigs.config/v1alpha1 cri/ImageCacheConfigs.cri
cri.SeccompProfileController
  = SeccompProfiles.cri
  ~ config/MachineConfigs.config/v1alpha1
cri.SeccompProfileFileController
  ~ cri/SeccompProfiles.cri
cri.containerdImageGCController
  ~ runtime/Services.v1alpha1/containerd
cri.criImageGCController
  ~ etcd/EtcdSpecs.etcd/etcd k8s/KubeletSpecs.kubernetes/kubelet runtime/Services.v1alpha1/cri
etcd.AdvertisedPeerController
  ~ etcd/EtcdSpecs.etcd/etcd etcd/PKIStatuses.etcd/etcd runtime/Services.v1alpha1/etcd
etcd.ConfigController
  = EtcdConfigs.etcd
  ~ config/MachineConfigs.config
  x etcd/EtcdConfigs.etcd
etcd.MemberController
  = EtcdMembers.etcd
  ! runtime/Services.v1alpha1/etcd
etcd.PKIController
  = PKIStatuses.etcd
  ~ secrets/EtcdRootSecrets.secrets/etcd secrets/EtcdSecrets.secrets/etcd
etcd.SpecController
  = EtcdSpecs.etcd
  ~ etcd/EtcdConfigs.etcd/etcd network/HostnameStatuses.net/hostname network/NodeAddresses.net
files.CRIBaseRuntimeSpecController
  + EtcFileSpecs.files
  ~ config/MachineConfigs.config/v1alpha1
files.CRIConfigPartsController
  + EtcFileSpecs.files
  ~ files/EtcFileStatuses.files
files.CRIRegistryConfigController
  + EtcFileSpecs.files
  ~ cri/RegistryConfigs.cri/registries
files.EtcFileController
  = EtcFileStatuses.files
  ! files/EtcFileSpecs.files
files.IQNController
  + EtcFileSpecs.files
  ~ cluster/Identities.cluster/local
files.NQNController
  + EtcFileSpecs.files
  ~ cluster/Identities.cluster/local
hardware.PCIDevicesController
  = PCIDevices.hardware
  ~ runtime/Services.v1alpha1/udevd
hardware.PCIDriverRebindConfigController
  = PCIDriverRebindConfigs.runtime
  ~ config/MachineConfigs.config/v1alpha1
hardware.PCIDriverRebindController
  = PCIDriverRebindStatuses.runtime
hardware.PCRStatusController
  = PCRStatuses.hardware
  ~ runtime/VolumeConfigs.block runtime/VolumeStatuses.block
  x hardware/PCRStatuses.hardware
hardware.SystemInfoController
  = MemoryModules.hardware Processors.hardware SystemInformations.hardware
  ~ runtime/MetaKeys.runtime runtime/MetaLoads.runtime/meta-loaded
k8s.AddressFilterController
  = NodeAddressFilters.net
  ~ config/MachineConfigs.config/v1alpha1 k8s/NodeStatuses.kubernetes k8s/Nodenames.kubernetes/nodename
k8s.ControlPlaneAPIServerController
  = APIServerConfigs.kubernetes
  ~ config/MachineConfigs.config
  x controlplane/APIServerConfigs.kubernetes
k8s.ControlPlaneAdmissionControlController
  = AdmissionControlConfigs.kubernetes
  ~ config/MachineConfigs.config
  x controlplane/AdmissionControlConfigs.kubernetes
k8s.ControlPlaneAuditPolicyController
  = AuditPolicyConfigs.kubernetes
  ~ config/MachineConfigs.config
  x controlplane/AuditPolicyConfigs.kubernetes
k8s.ControlPlaneAuthorizationPolicyController
  = AuthorizationConfigs.kubernetes
  ~ config/MachineConfigs.config
  x controlplane/AuthorizationConfigs.kubernetes
k8s.ControlPlaneBootstrapManifestsController
  = BootstrapManifestsConfigs.kubernetes
  ~ config/MachineConfigs.config network/HostDNSConfigs.net/config
  x controlplane/BootstrapManifestsConfigs.kubernetes
k8s.ControlPlaneControllerManagerController
  = ControllerManagerConfigs.kubernetes
  ~ config/MachineConfigs.config
  x controlplane/ControllerManagerConfigs.kubernetes
k8s.ControlPlaneExtraManifestsController
  = ExtraManifestsConfigs.kubernetes
  ~ config/MachineConfigs.config
  x controlplane/ExtraManifestsConfigs.kubernetes
k8s.ControlPlaneSchedulerController
  = SchedulerConfigs.kubernetes
  ~ config/MachineConfigs.config
  x controlplane/SchedulerConfigs.kubernetes
k8s.ControlPlaneStaticPodController
  + StaticPods.kubernetes
  ~ controlplane/APIServerConfigs.kubernetes controlplane/ConfigStatuses.kubernetes/static-pods
  ~ controlplane/ControllerManagerConfigs.kubernetes controlplane/SchedulerConfigs.kubernetes
  ~ controlplane/SecretStatuses.kubernetes/static-pods runtime/Services.v1alpha1/etcd
k8s.EndpointController
  + Endpoints.kubernetes
  ~ config/MachineTypes.config/machine-type
  ~cp secrets/KubernetesSecrets.secrets/k8s-certs
  ~w k8s/KubeletKubeconfigs.kubernetes/kubelet
k8s.ExtraManifestController
  + Manifests.kubernetes
  ~ controlplane/ExtraManifestsConfigs.kubernetes network/NetworkStatuses.net/status
k8s.KubePrismConfigController
  = KubePrismConfigs.kubernetes
  ~ config/MachineConfigs.config
  x k8s/KubePrismConfigs.kubernetes
k8s.KubePrismController
  = KubePrismStatuses.kubernetes
  ~ k8s/KubePrismConfigs.kubernetes/k8s-loadbalancer-config
k8s.KubePrismEndpointsController
  = KubePrismEndpoints.kubernetes
  ~ config/MachineConfigs.config
  x k8s/KubePrismEndpoints.kubernetes
k8s.KubeletConfigController
  = KubeletConfigs.kubernetes
  ~ config/MachineConfigs.config k8s/StaticPodServerStatuses.kubernetes/static-pod-server-status
  x k8s/KubeletConfigs.kubernetes
k8s.KubeletKubeconfigController
  = KubeletKubeconfigs.kubernetes
k8s.KubeletServiceController
  ~ k8s/KubeletSpecs.kubernetes/kubelet secrets/KubeletSecrets.secrets/kubelet
k8s.KubeletSpecController
  = KubeletSpecs.kubernetes
  ~ config/MachineTypes.config/machine-type k8s/KubeletConfigs.kubernetes/kubelet k8s/NodeIPs.kubernetes/kubelet
  ~ k8s/Nodenames.kubernetes/nodename
k8s.KubeletStaticPodController
  = StaticPodStatuses.kubernetes
  ~ k8s/Nodenames.kubernetes/nodename runtime/Services.v1alpha1/kubelet
  ~ secrets/KubernetesDynamicCerts.secrets/k8s-dynamic-certs secrets/KubernetesRootSecrets.secrets/k8s
k8s.ManifestApplyController
  = ManifestStatuses.kubernetes
  ~ controlplane/Manifests.kubernetes runtime/Services.v1alpha1/etcd secrets/KubernetesSecrets.secrets/k8s-certs
k8s.ManifestController
  + Manifests.kubernetes
  ~ controlplane/BootstrapManifestsConfigs.kubernetes secrets/KubernetesRootSecrets.secrets/k8s
k8s.NodeAnnotationSpecController
  = NodeAnnotationSpecs.k8s
  ~ config/MachineConfigs.config/v1alpha1 runtime/ExtensionStatuses.runtime
k8s.NodeApplyController
  ~ config/MachineTypes.config/machine-type k8s/NodeAnnotationSpecs.k8s k8s/NodeCordonedSpecs.k8s
  ~ k8s/NodeLabelSpecs.k8s k8s/NodeStatuses.kubernetes k8s/NodeTaintSpecs.k8s k8s/Nodenames.kubernetes/nodename
  ~ secrets/KubernetesRootSecrets.secrets/k8s
k8s.NodeCordonedSpecController
  = NodeCordonedSpecs.k8s
  ~ runtime/MachineStatuses.runtime/machine
k8s.NodeIPConfigController
  = NodeIPConfigs.kubernetes
  ~ config/MachineConfigs.config
  x k8s/NodeIPConfigs.kubernetes
k8s.NodeIPController
  = NodeIPs.kubernetes
  ~ k8s/NodeIPConfigs.kubernetes/kubelet network/NodeAddresses.net/routed-no-k8s
k8s.NodeLabelSpecController
  = NodeLabelSpecs.k8s
  ~ config/MachineConfigs.config/v1alpha1 runtime/ExtensionStatuses.runtime
k8s.NodeStatusController
  = NodeStatuses.kubernetes
  ~ k8s/KubeletKubeconfigs.kubernetes/kubelet k8s/Nodenames.kubernetes/nodename
k8s.NodeTaintSpecController
  = NodeTaintSpecs.k8s
  ~ config/MachineConfigs.config/v1alpha1
k8s.NodenameController
  = Nodenames.kubernetes
  ~ config/MachineConfigs.config/v1alpha1 network/HostnameStatuses.net/hostname
k8s.RenderConfigsStaticPodController
  = ConfigStatuses.kubernetes
  ~ controlplane/AdmissionControlConfigs.kubernetes controlplane/AuditPolicyConfigs.kubernetes
  ~ controlplane/AuthorizationConfigs.kubernetes controlplane/SchedulerConfigs.kubernetes
k8s.RenderSecretsStaticPodController
  = SecretStatuses.kubernetes
  ~ secrets/EtcdRootSecrets.secrets/etcd secrets/EtcdSecrets.secrets/etcd
  ~ secrets/KubernetesDynamicCerts.secrets/k8s-dynamic-certs secrets/KubernetesRootSecrets.secrets/k8s
  ~ secrets/KubernetesSecrets.secrets/k8s-certs
k8s.StaticEndpointController
  + Endpoints.kubernetes
  ~ config/MachineConfigs.config/v1alpha1
k8s.StaticPodConfigController
  + StaticPods.kubernetes
  ~ config/MachineConfigs.config/v1alpha1
k8s.StaticPodServerController
  = StaticPodServerStatuses.kubernetes
  ~ k8s/StaticPods.kubernetes
kubeaccess.CRDController
  ~ config/KubernetesAccessConfigs.cluster/config secrets/KubernetesSecrets.secrets/k8s-certs
  ~ secrets/OSRootSecrets.secrets/os
kubeaccess.ConfigController
  = KubernetesAccessConfigs.cluster
  ~ config/MachineConfigs.config
  x config/KubernetesAccessConfigs.cluster
kubeaccess.EndpointController
  ~ config/KubernetesAccessConfigs.cluster/config controlplane/Endpoints.kubernetes
  ~ secrets/KubernetesSecrets.secrets/k8s-certs
kubespan.ConfigController
  = KubeSpanConfigs.kubespan
  ~ config/MachineConfigs.config
  x config/KubeSpanConfigs.kubespan
kubespan.EndpointController
  = KubeSpanEndpoints.kubespan
  ~ cluster/Affiliates.cluster config/KubeSpanConfigs.kubespan/kubespan kubespan/KubeSpanPeerStatuses.kubespan
kubespan.IdentityController
  = KubeSpanIdentities.kubespan
  + VolumeMountRequests.block
  ! runtime/VolumeMountStatuses.block
  ~ config/KubeSpanConfigs.kubespan/kubespan network/HardwareAddresses.net/first
  x runtime/VolumeMountRequests.block
kubespan.ManagerController
  = KubeSpanPeerStatuses.kubespan
  + AddressSpecs.net LinkSpecs.net NfTablesChains.net RouteSpecs.net RoutingRuleSpecs.net
  ~ config/KubeSpanConfigs.kubespan/kubespan kubespan/KubeSpanIdentities.kubespan/local
  ~ kubespan/KubeSpanPeerSpecs.kubespan
kubespan.PeerSpecController
  = KubeSpanPeerSpecs.kubespan
  ~ cluster/Affiliates.cluster cluster/Identities.cluster/local config/KubeSpanConfigs.kubespan/kubespan
network.AddressConfigController
  + AddressSpecs.net
  ~ config/MachineConfigs.config/v1alpha1 network/DeviceConfigSpecs.net
network.AddressEventController
  ~ network/HostnameStatuses.net/hostname network/NodeAddresses.net/current-no-k8s
network.AddressSpecController
  ! network/AddressSpecs.net
network.AddressStatusController
  + AddressStatuses.net
network.DNSResolveCacheController
  = DNSResolveCaches.net
  ~ network/HostDNSConfigs.net/config
network.DNSUpstreamController
  = DNSUpstreams.net
  ~ network/HostDNSConfigs.net/config network/ResolverStatuses.net/resolvers
network.DeviceConfigController
  = DeviceConfigSpecs.net
  ~ config/MachineConfigs.config/v1alpha1 network/LinkStatuses.net
network.EtcFileController
  + EtcFileSpecs.files
  ~ config/MachineConfigs.config/v1alpha1 network/HostDNSConfigs.net/config network/HostnameStatuses.net/hostname
  ~ network/NodeAddresses.net/default network/ResolverStatuses.net/resolvers
network.EthernetConfigController
  + EthernetSpecs.net
  ~ config/MachineConfigs.config/v1alpha1
network.EthernetSpecController
network.EthernetStatusController
  = EthernetStatuses.net
network.HardwareAddrController
  = HardwareAddresses.net
  ~ network/LinkStatuses.net
network.HostDNSConfigController
  = HostDNSConfigs.net
  + AddressSpecs.net
  ~ config/MachineConfigs.config/v1alpha1
network.HostnameConfigController
  + HostnameSpecs.net
  ~ cluster/Identities.cluster/local config/MachineConfigs.config/v1alpha1 network/NodeAddresses.net/default
network.HostnameSpecController
  = HostnameStatuses.net
  ! network/HostnameSpecs.net
network.LinkAliasConfigController
  = LinkAliasSpecs.net
  ~ config/MachineConfigs.config/v1alpha1 network/LinkStatuses.net
network.LinkAliasSpecController
network.LinkConfigController
  + LinkSpecs.net
  ~ config/MachineConfigs.config/v1alpha1 network/DeviceConfigSpecs.net network/LinkStatuses.net
network.LinkSpecController
  + LinkRefreshes.net
network.LinkStatusController
  = LinkStatuses.net
network.NfTablesChainConfigController
  + NfTablesChains.net
  ~ config/MachineConfigs.config/v1alpha1 network/NodeAddresses.net
network.NfTablesChainController
  ~ network/NfTablesChains.net
network.NodeAddressController
  = NodeAddresses.net
  ~ network/AddressStatuses.net network/LinkStatuses.net network/NodeAddressFilters.net
  ~ network/NodeAddressSortAlgorithms.net
network.NodeAddressSortAlgorithmController
  = NodeAddressSortAlgorithms.net
  ~ config/MachineConfigs.config/v1alpha1
network.OperatorConfigController
  + OperatorSpecs.net
  ~ config/MachineConfigs.config/v1alpha1 network-config/LinkSpecs.net network/DeviceConfigSpecs.net
  ~ network/LinkStatuses.net
network.OperatorSpecController
  + AddressSpecs.net HostnameSpecs.net LinkSpecs.net ResolverSpecs.net RouteSpecs.net TimeServerSpecs.net
  ~ network/LinkStatuses.net network/OperatorSpecs.net
network.OperatorVIPConfigController
  + OperatorSpecs.net
  ~ config/MachineConfigs.config/v1alpha1 network/DeviceConfigSpecs.net network/LinkStatuses.net
network.PlatformConfigApplyController
  = PlatformMetadatas
  + AddressSpecs.net AddressStatuses.net HostnameSpecs.net LinkSpecs.net OperatorSpecs.net ProbeSpecs.net
  + ResolverSpecs.net RouteSpecs.net TimeServerSpecs.net
  ~ network/PlatformConfigs.net
network.PlatformConfigController
  + PlatformConfigs.net
network.PlatformConfigLoadController
  + PlatformConfigs.net VolumeMountRequests.block
  ! runtime/VolumeMountStatuses.block
  x runtime/VolumeMountRequests.block
network.PlatformConfigStoreController
  + VolumeMountRequests.block
  ! network/PlatformConfigs.net/active runtime/VolumeMountStatuses.block
  x runtime/VolumeMountRequests.block
network.ProbeConfigController
  + ProbeSpecs.net
  ~ config/MachineConfigs.config/v1alpha1
network.ProbeController
  = ProbeStatuses.net
  ~ network/ProbeSpecs.net
network.ResolverConfigController
  + ResolverSpecs.net
  ~ config/MachineConfigs.config/v1alpha1 network/HostnameStatuses.net/hostname
network.ResolverSpecController
  = ResolverStatuses.net
  ! network/ResolverSpecs.net
network.RouteConfigController
  + RouteSpecs.net
  ~ config/MachineConfigs.config/v1alpha1 network/DeviceConfigSpecs.net
network.RouteSpecController
  ! network/RouteSpecs.net
network.RouteStatusController
  = RouteStatuses.net
network.RoutingRuleConfigController
  + RoutingRuleSpecs.net
  ~ config/MachineConfigs.config/v1alpha1
network.RoutingRuleSpecController
  ! network/RoutingRuleSpecs.net
network.RoutingRuleStatusController
  = RoutingRuleStatuses.net
network.StatusController
  = NetworkStatuses.net
  ~ files/EtcFileStatuses.files network/HostnameStatuses.net network/NodeAddresses.net/current
  ~ network/ProbeStatuses.net network/RouteStatuses.net
network.TimeServerConfigController
  + TimeServerSpecs.net
  ~ config/MachineConfigs.config/v1alpha1
network.TimeServerSpecController
  = TimeServerStatuses.net
  ! network/TimeServerSpecs.net
perf.StatsController
  = CPUStats.perf MemoryStats.perf
runtime.APIServiceConfigController
  = APIServiceConfigs.runtime
  ! runtime/MaintenanceServiceRequests.runtime/maintenance
  ~ runtime/MaintenanceServiceConfigs.runtime/maintenance secrets/ApiCertificates.secrets/api
runtime.BootedEntryController
  = BootedEntries
  ~ runtime/SecurityStates/securitystate
runtime.DevicesStatusController
  = DevicesStatuses.runtime
runtime.DiagnosticsController
  = Diagnostics.runtime
  ~ config/MachineConfigs.config k8s/Nodenames.kubernetes network/NodeAddresses.net runtime/Services.v1alpha1
runtime.DiagnosticsLoggerController
  ~ runtime/Diagnostics.runtime
runtime.DropUpgradeFallbackController
  ~ runtime/MachineStatuses.runtime/machine
runtime.EnvironmentController
  = Environments.runtime
  ~ config/MachineConfigs.config/v1alpha1
runtime.EventsSinkConfigController
  = EventSinkConfigs.runtime
  ~ config/MachineConfigs.config/v1alpha1
runtime.ExtensionServiceConfigController
  = ExtensionServiceConfigs.runtime
  ~ config/MachineConfigs.config/v1alpha1
runtime.ExtensionServiceConfigFilesController
  = ExtensionServiceConfigStatuses.runtime
  ! runtime/ExtensionServiceConfigs.runtime
runtime.ExtensionServiceController
  ! runtime/ExtensionServiceConfigStatuses.runtime
runtime.ExtensionStatusController
  = ExtensionStatuses.runtime
runtime.KernelCmdlineController
  = KernelCmdlines.runtime
runtime.KernelModuleConfigController
  + KernelModuleSpecs.runtime
  ~ config/MachineConfigs.config/v1alpha1
runtime.KernelModuleSpecController
  ! runtime/KernelModuleSpecs.runtime
runtime.KernelParamConfigController
  + KernelParamSpecs.runtime
  ~ config/MachineConfigs.config/v1alpha1
runtime.KernelParamDefaultsController
  + KernelParamDefaultSpecs.runtime
runtime.KernelParamSpecController
  = KernelParamStatuses.runtime
  ! runtime/KernelParamDefaultSpecs.runtime runtime/KernelParamSpecs.runtime
runtime.KmsgLogConfigController
  = KmsgLogConfigs.runtime
  ~ config/MachineConfigs.config/v1alpha1
runtime.KmsgLogDeliveryController
runtime.KmsgLogStorageController
runtime.LoadedKernelModuleController
  = LoadedKernelModules.runtime
runtime.LogPersistenceController
  + VolumeMountRequests.block
  ! runtime/VolumeMountStatuses.block
  x runtime/VolumeMountRequests.block
runtime.MachineStatusController
  = MachineStatuses.runtime
  ~ config/MachineTypes.config/machine-type k8s/NodeStatuses.kubernetes k8s/Nodenames.kubernetes/nodename
  ~ k8s/StaticPodStatuses.kubernetes network/NetworkStatuses.net/status runtime/Services.v1alpha1
  ~ runtime/TimeStatuses.v1alpha1/node
runtime.MachineStatusPublisherController
  ~ runtime/MachineStatuses.runtime/machine
runtime.MaintenanceConfigController
  = MaintenanceServiceConfigs.runtime
  ~ config/SiderolinkConfigs.siderolink/siderolink network/NodeAddresses.net/current
runtime.MaintenanceServiceInformController
  ~ runtime/MaintenanceServiceConfigs.runtime/maintenance runtime/MaintenanceServiceRequests.runtime/maintenance
  ~ secrets/ApiCertificates.secrets/api
runtime.MountStatusController
  = MountStatuses.runtime
  ~ runtime/MountStatuses.block runtime/VolumeStatuses.block
runtime.OOMController
  = OOMActions
  ~ config/MachineConfigs.config/v1alpha1
runtime.SBOMItemController
  = SBOMItems
runtime.SecurityStateController
  = SecurityStates
  ~ runtime/Services.v1alpha1
runtime.UniqueMachineTokenController
  = UniqueMachineTokens.runtime
  ~ config/MachineConfigs.config/v1alpha1 runtime/MetaKeys.runtime/0x10 runtime/MetaLoads.runtime
runtime.VersionController
  = Versions.runtime
runtime.WatchdogTimerConfigController
  = WatchdogTimerConfigs.runtime
  ~ config/MachineConfigs.config/v1alpha1
runtime.WatchdogTimerController
  = WatchdogTimerStatuses.runtime
  ~ runtime/WatchdogTimerConfigs.runtime/timer
secrets.APICertSANsController
  + CertSANs.secrets
  ~ network/HostnameStatuses.net/hostname network/NodeAddresses.net/accumulative-no-k8s
  ~ secrets/OSRootSecrets.secrets/os
secrets.APIController
  = ApiCertificates.secrets
  ~ config/MachineTypes.config/machine-type runtime/TimeStatuses.v1alpha1/node secrets/CertSANs.secrets/api
  ~ secrets/OSRootSecrets.secrets/os
  ~w controlplane/Endpoints.kubernetes
secrets.EncryptionSaltController
  + EncryptionSalts.secrets VolumeMountRequests.block
  ! runtime/VolumeMountStatuses.block
  x runtime/VolumeMountRequests.block
secrets.EtcdController
  = EtcdSecrets.secrets
  ~ network/HostnameStatuses.net/hostname network/NetworkStatuses.net/status
  ~ network/NodeAddresses.net/accumulative-no-k8s runtime/TimeStatuses.v1alpha1/node
  ~ secrets/EtcdRootSecrets.secrets/etcd
secrets.KubeletController
  = KubeletSecrets.secrets
  ~ config/MachineConfigs.config
  x secrets/KubeletSecrets.secrets
secrets.KubernetesCertSANsController
  + CertSANs.secrets
  ~ network/HostnameStatuses.net/hostname network/NodeAddresses.net/accumulative-no-k8s
  ~ secrets/KubernetesRootSecrets.secrets/k8s
secrets.KubernetesController
  = KubernetesSecrets.secrets
  ~ runtime/TimeStatuses.v1alpha1/node secrets/KubernetesRootSecrets.secrets/k8s
secrets.KubernetesDynamicCertsController
  = KubernetesDynamicCerts.secrets
  ~ runtime/TimeStatuses.v1alpha1/node secrets/CertSANs.secrets/k8s secrets/KubernetesRootSecrets.secrets/k8s
secrets.MaintenanceCertSANsController
  + CertSANs.secrets
  ~ network/HostnameStatuses.net/hostname network/NodeAddresses.net/accumulative
secrets.MaintenanceRootController
  = MaintenanceRootSecrets.secrets
secrets.RootEtcdController
  = EtcdRootSecrets.secrets
  ~ config/MachineConfigs.config
  x secrets/EtcdRootSecrets.secrets
secrets.RootKubernetesController
  = KubernetesRootSecrets.secrets
  ~ config/MachineConfigs.config
  x secrets/KubernetesRootSecrets.secrets
secrets.RootOSController
  = OSRootSecrets.secrets
  ~ config/MachineConfigs.config
  x secrets/OSRootSecrets.secrets
secrets.TrustdController
  = TrustdCertificates.secrets
  ~ config/MachineTypes.config/machine-type
  ~cp runtime/TimeStatuses.v1alpha1/node secrets/CertSANs.secrets/api secrets/OSRootSecrets.secrets/os
  ~w network/NetworkStatuses.net/status
secrets.TrustedRootsController
  + EtcFileSpecs.files
  ~ config/MachineConfigs.config/v1alpha1
security.ImageVerificationConfigController
  = ImageVerificationRules.security
  ~ config/MachineConfigs.config/v1alpha1
security.TUFTrustedRootController
  = TUFTrustedRoots.security
  ~ security/ImageVerificationRules.security
siderolink.ConfigController
  = SiderolinkConfigs.siderolink
  ~ config/MachineConfigs.config/v1alpha1
siderolink.ManagerController
  = SiderolinkTunnels.siderolink
  + AddressSpecs.net LinkSpecs.net
siderolink.StatusController
  = SiderolinkStatuses.siderolink
  ~ config/SiderolinkConfigs.siderolink/siderolink config/SiderolinkTunnels.siderolink/siderolink-tunnel
siderolink.UserspaceWireguardController
  ~ config/SiderolinkTunnels.siderolink/siderolink-tunnel
time.AdjtimeStatusController
  = AdjtimeStatuses.v1alpha1
time.SyncController
  = TimeStatuses.v1alpha1
v1alpha1.EventsSinkController
v1alpha1.ServiceController
  = Services.v1alpha1
`;
