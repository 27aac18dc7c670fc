/**
 * The resource types that a node registers, one a line: type, display type, default namespace (`!`: sensitive), aliases
 * (`only`: no automatic ones from the type's name besides); then the printed columns, each after `|`.
 */
export const definitionLines = `
AcquireConfigSpecs.v1alpha1.talos.dev AcquireConfigSpec runtime acquireconfigspec acs
AcquireConfigStatuses.v1alpha1.talos.dev AcquireConfigStatus runtime acquireconfigstatus acs
AddressSpecs.net.talos.dev AddressSpec network addressspec as
AddressStatuses.net.talos.dev AddressStatus network address addresses addressstatus as | Address = {.address} | Link = {.linkName}
AdjtimeStatuses.v1alpha1.talos.dev AdjtimeStatus runtime adjtimestatus as | Offset = {.offset} | EstError = {.estError} | MaxError = {.maxError} | Status = {.status} | Sync = {.syncStatus}
AdmissionControlConfigs.kubernetes.talos.dev AdmissionControlConfig controlplane admissioncontrolconfig acc accs
Affiliates.cluster.talos.dev Affiliate cluster affiliate | Hostname = {.hostname} | Machine Type = {.machineType} | Addresses = {.addresses}
ApiCertificates.secrets.talos.dev ApiCertificate secrets! apicertificate ac acs
APIServerConfigs.kubernetes.talos.dev APIServerConfig controlplane! apiserverconfig apisc apiscs
APIServiceConfigs.runtime.talos.dev APIServiceConfig runtime apiserviceconfig apisc apiscs
AuditPolicyConfigs.kubernetes.talos.dev AuditPolicyConfig controlplane! auditpolicyconfig apc apcs
AuthorizationConfigs.kubernetes.talos.dev AuthorizationConfig controlplane! authorizationconfig ac acs
BlockDevices.block.talos.dev BlockDevice runtime blockdevice bd bds | Type = {.type} | PartitionName = {.partitionName} | Generation = {.generation}
BlockSymlinks.block.talos.dev BlockSymlink runtime blocksymlink bs
BootedEntries.talos.dev BootedEntry runtime bootedentry be bes | Booted Entry = {.bootedEntry}
BootstrapManifestsConfigs.kubernetes.talos.dev BootstrapManifestsConfig controlplane bootstrapmanifestsconfig bmc bmcs
CertSANs.secrets.talos.dev CertSAN secrets! certsan csan csans
ConfigStatuses.kubernetes.talos.dev ConfigStatus controlplane configstatus cs | Ready = {.ready} | Secrets Version = {.version}
ControllerManagerConfigs.kubernetes.talos.dev ControllerManagerConfig controlplane controllermanagerconfig cmc cmcs
CPUStats.perf.talos.dev CPUStat perf cpustat cpus | User = {.cpuTotal.user} | System = {.cpuTotal.system}
DeviceConfigSpecs.net.talos.dev DeviceConfigSpec network! deviceconfigspec dcs
DevicesStatuses.runtime.talos.dev DevicesStatus runtime devicesstatus ds | Ready = {.ready}
Diagnostics.runtime.talos.dev Diagnostic runtime diagnostic | Message = {.message}
DiscoveredVolumes.block.talos.dev DiscoveredVolume runtime discoveredvolume dv dvs | Type = {.type} | Size = {.pretty_size} | Discovered = {.name} | Label = {.label} | PartitionLabel = {.partition_label}
DiscoveryConfigs.cluster.talos.dev DiscoveryConfig config! discoveryconfig dc dcs
DiscoveryRefreshRequests.block.talos.dev DiscoveryRefreshRequest runtime discoveryrefreshrequest drr drrs | Request = {.request}
DiscoveryRefreshStatuses.block.talos.dev DiscoveryRefreshStatus runtime discoveryrefreshstatus drs | Request = {.request}
Disks.block.talos.dev Disk runtime disk | Size = {.pretty_size} | Read Only = {.readonly} | Transport = {.transport} | Rotational = {.rotational} | WWID = {.wwid} | Model = {.model} | Serial = {.serial}
DNSResolveCaches.net.talos.dev DNSResolveCach network dnsresolvecach dnsrc dnsrcs | Status = {.status}
DNSUpstreams.net.talos.dev DNSUpstream network dnsupstream dnsu dnsus | Healthy = {.healthy} | Address = {.addr}
EncryptionSalts.secrets.talos.dev EncryptionSalt secrets! encryptionsalt es
Endpoints.kubernetes.talos.dev Endpoint controlplane endpoint | Addresses = {.addresses} | Hosts = {.hosts}
Environments.runtime.talos.dev Environment runtime env environment | Variables = {.variables}
EtcdConfigs.etcd.talos.dev EtcdConfig etcd etcdconfig ec ecs | Image = {.image}
EtcdMembers.etcd.talos.dev EtcdMember etcd etcdmember em ems | Member ID = {.memberID}
EtcdRootSecrets.secrets.talos.dev EtcdRootSecret secrets! etcdrootsecret ers
EtcdSecrets.secrets.talos.dev EtcdSecret secrets! etcdsecret es
EtcdSpecs.etcd.talos.dev EtcdSpec etcd etcdspec es | Name = {.name} | AdvertisedAddresses = {.advertisedAddresses} | ListenPeerAddresses = {.listenPeerAddresses} | ListenClientAddresses = {.listenClientAddresses}
EtcFileSpecs.files.talos.dev EtcFileSpec files! etcfilespec efs
EtcFileStatuses.files.talos.dev EtcFileStatus files etcfilestatus efs
EthernetSpecs.net.talos.dev EthernetSpec network ethernetspec es
EthernetStatuses.net.talos.dev EthernetStatus network ethtool ethernetstatus es | Link = {.linkState} | Speed = {.speedMbit}
EventSinkConfigs.runtime.talos.dev EventSinkConfig runtime eventsinkconfig esc escs
ExtensionServiceConfigs.runtime.talos.dev ExtensionServiceConfig runtime! extensionserviceconfig esc escs
ExtensionServiceConfigStatuses.runtime.talos.dev ExtensionServiceConfigStatus runtime extensionserviceconfigstatus escs
ExtensionStatuses.runtime.talos.dev ExtensionStatus runtime extensions extensionstatus es | Name = {.metadata.name} | Version = {.metadata.version}
ExtraManifestsConfigs.kubernetes.talos.dev ExtraManifestsConfig controlplane extramanifestsconfig emc emcs
HardwareAddresses.net.talos.dev HardwareAddress network hardwareaddress ha has
HostDNSConfigs.net.talos.dev HostDNSConfig network hostdnsconfig hdnsc hdnscs | Enabled = {.enabled}
HostnameSpecs.net.talos.dev HostnameSpec network hostnamespec hs
HostnameStatuses.net.talos.dev HostnameStatus network hostname hostnamestatus hs | Hostname = {.hostname} | Domainname = {.domainname}
Identities.cluster.talos.dev Identity cluster identity | ID = {.nodeId}
ImageCacheConfigs.cri.talos.dev ImageCacheConfig cri imagecacheconfig icc iccs | Status = {.status} | CopyStatus = {.copyStatus} | Roots = {.roots}
ImageVerificationRules.security.talos.dev ImageVerificationRule security imageverificationrule ivr ivrs | Pattern = {.imagePattern} | Skip = {.skip} | Deny = {.deny}
Infos.cluster.talos.dev Info cluster info | Cluster ID = {.clusterId} | Cluster Name = {.clusterName}
KernelCmdlines.runtime.talos.dev KernelCmdline runtime cmdline kernelcmdline kc kcs | Cmdline = {.cmdline}
KernelModuleSpecs.runtime.talos.dev KernelModuleSpec runtime kernelmodulespec kms
KernelParamDefaultSpecs.runtime.talos.dev KernelParamDefaultSpec runtime kernelparamdefaultspec kpds
KernelParamSpecs.runtime.talos.dev KernelParamSpec runtime kernelparamspec kps
KernelParamStatuses.runtime.talos.dev KernelParamStatus runtime sysctls kernelparameters kernelparams kernelparamstatus kps | Current = {.current} | Default = {.default} | Unsupported = {.unsupported}
KmsgLogConfigs.runtime.talos.dev KmsgLogConfig runtime kmsglogconfig klc klcs
KubeletConfigs.kubernetes.talos.dev KubeletConfig k8s! kubeletconfig kc kcs
KubeletKubeconfigs.kubernetes.talos.dev KubeletKubeconfig k8s kubeletkubeconfig kk kks | Hash = {.hash}
KubeletLifecycles.kubernetes.talos.dev KubeletLifecycle k8s kubeletlifecycle kl kls
KubeletSecrets.secrets.talos.dev KubeletSecret secrets! kubeletsecret ks
KubeletSpecs.kubernetes.talos.dev KubeletSpec k8s! kubeletspec ks
KubePrismConfigs.kubernetes.talos.dev KubePrismConfig k8s kubeprismconfig kpc kpcs | Host = {.host} | Port = {.port} | Endpoints = {.endpoints}
KubePrismEndpoints.kubernetes.talos.dev KubePrismEndpoint k8s kubeprismendpoint kpe kpes | Hosts = {.endpoints[*].host} | Ports = {.endpoints[*].port}
KubePrismStatuses.kubernetes.talos.dev KubePrismStatus k8s kubeprismstatus kps | HOST = {.host} | HEALTHY = {.healthy}
KubernetesAccessConfigs.cluster.talos.dev KubernetesAccessConfig config kubernetesaccessconfig kac kacs
KubernetesDynamicCerts.secrets.talos.dev KubernetesDynamicCert secrets! kubernetesdynamiccert kdc kdcs
KubernetesRootSecrets.secrets.talos.dev KubernetesRootSecret secrets! kubernetesrootsecret krs
KubernetesSecrets.secrets.talos.dev KubernetesSecret secrets! kubernetessecret ks
KubeSpanConfigs.kubespan.talos.dev KubeSpanConfig config! kubespanconfig ksc kscs
KubeSpanEndpoints.kubespan.talos.dev KubeSpanEndpoint kubespan kubespanendpoint kse kses | Endpoint = {.endpoint} | Affiliate ID = {.affiliateID}
KubeSpanIdentities.kubespan.talos.dev KubeSpanIdentity kubespan! kubespanidentity ksi ksis | Address = {.address} | PublicKey = {.publicKey}
KubeSpanPeerSpecs.kubespan.talos.dev KubeSpanPeerSpec kubespan kubespanpeerspec ksps | Label = {.label} | Endpoints = {.endpoints}
KubeSpanPeerStatuses.kubespan.talos.dev KubeSpanPeerStatus kubespan kubespanpeerstatus ksps | Label = {.label} | Endpoint = {.endpoint} | State = {.state} | Rx = {.receiveBytes} | Tx = {.transmitBytes}
LinkAliasSpecs.net.talos.dev LinkAliasSpec network linkaliasspec las | Alias = {.alias}
LinkRefreshes.net.talos.dev LinkRefresh network linkrefresh lr lrs
LinkSpecs.net.talos.dev LinkSpec network! linkspec ls
LinkStatuses.net.talos.dev LinkStatus network link links linkstatus ls | Alias = {.alias} | Type = {.type} | Kind = {.kind} | Hw Addr = {.hardwareAddr} | Oper State = {.operationalState} | Link State = {.linkState}
LoadedKernelModules.runtime.talos.dev LoadedKernelModule runtime module modules loadedkernelmodule lkm lkms | State = {.state}
MachineConfigs.config.talos.dev MachineConfig config! machineconfig mc mcs
MachineResetSignals.runtime.talos.dev MachineResetSignal runtime machineresetsignal mrs
MachineStatuses.runtime.talos.dev MachineStatus runtime machinestatus ms | Stage = {.stage} | Ready = {.status.ready}
MachineTypes.config.talos.dev MachineType config machinetype mt mts | Type = {@}
MaintenanceRootSecrets.secrets.talos.dev MaintenanceRootSecret secrets! maintenancerootsecret mrs
MaintenanceServiceConfigs.runtime.talos.dev MaintenanceServiceConfig runtime maintenanceserviceconfig msc mscs
MaintenanceServiceRequests.runtime.talos.dev MaintenanceServiceRequest runtime maintenanceservicerequest msr msrs
Manifests.kubernetes.talos.dev Manifest controlplane manifest
ManifestStatuses.kubernetes.talos.dev ManifestStatus controlplane manifeststatus ms
Members.cluster.talos.dev Member cluster member | Hostname = {.hostname} | Machine Type = {.machineType} | OS = {.operatingSystem} | Addresses = {.addresses}
MemoryModules.hardware.talos.dev MemoryModule hardware memorymodules ram memorymodule mm mms | Manufacturer = {.manufacturer} | Model = {.productName} | SizeMiB = {.sizeMiB}
MemoryStats.perf.talos.dev MemoryStat perf memorystat ms | Used = {.used} | Total = {.total}
MetaKeys.runtime.talos.dev MetaKey runtime meta metakey mk mks | Value = {.value}
MetaLoads.runtime.talos.dev MetaLoad runtime metaload ml mls | Done = {.done}
MountRequests.block.talos.dev MountRequest runtime mountrequest mr mrs | Volume = {.volumeID} | Parent = {.parentID} | Requesters = {.requesters}
MountStatuses.block.talos.dev MountStatus runtime mountstatus ms | Source = {.source} | Target = {.target} | Filesystem = {.filesystem} | Volume = {.spec.volumeID}
MountStatuses.runtime.talos.dev MountStatus runtime only mounts | Source = {.source} | Target = {.target} | Filesystem Type = {.filesystemType}
Namespaces.meta.cosi.dev Namespace meta ns namespace
NetworkStatuses.net.talos.dev NetworkStatus network netstatus netstatuses networkstatus ns | Address = {.addressReady} | Connectivity = {.connectivityReady} | Hostname = {.hostnameReady} | Etc = {.etcFilesReady}
NfTablesChains.net.talos.dev NfTablesChain network chain chains nftableschain ntc ntcs | Type = {.type} | Hook = {.hook} | Priority = {.priority} | Policy = {.policy}
NodeAddresses.net.talos.dev NodeAddress network nodeaddress na nas | Addresses = {.addresses} | SortAlgorithm = {.sortAlgorithm}
NodeAddressFilters.net.talos.dev NodeAddressFilter network nodeaddressfilter naf nafs | Include Subnets = {.includeSubnets} | Exclude Subnets = {.excludeSubnets}
NodeAddressSortAlgorithms.net.talos.dev NodeAddressSortAlgorithm network nodeaddresssortalgorithm nasa nasas | Algorithm = {.algorithm}
NodeAnnotationSpecs.k8s.talos.dev NodeAnnotationSpec k8s! nodeannotationspec nas | Value = {.value}
NodeCordonedSpecs.k8s.talos.dev NodeCordonedSpec k8s! nodecordonedspec ncs
NodeIPConfigs.kubernetes.talos.dev NodeIPConfig k8s nodeipconfig nipc nipcs
NodeIPs.kubernetes.talos.dev NodeIP k8s nodeip nip nips
NodeLabelSpecs.k8s.talos.dev NodeLabelSpec k8s! nodelabelspec nls | Value = {.value}
Nodenames.kubernetes.talos.dev Nodename k8s nodename | Nodename = {.nodename}
NodeStatuses.kubernetes.talos.dev NodeStatus k8s nodestatus ns | Ready = {.nodeReady} | Unschedulable = {.unschedulable}
NodeTaintSpecs.k8s.talos.dev NodeTaintSpec k8s! nodetaintspec nts | Effect = {.effect} | Value = {.value}
OOMActions.talos.dev OOMAction runtime! oomaction oomactions oomaction ooma oomas | Time = {.time} | Score = {.score}
OperatorSpecs.net.talos.dev OperatorSpec network! operatorspec os
OSRootSecrets.secrets.talos.dev OSRootSecret secrets! osrootsecret osrs
PCIDevices.hardware.talos.dev PCIDevice hardware devices device pcidevice pcid pcids | Class = {.class} | Subclass = {.subclass} | Vendor = {.vendor} | Product = {.product}
PCIDriverRebindConfigs.runtime.talos.dev PCIDriverRebindConfig hardware pcidriverrebindconfig pcidrc pcidrcs | Name = {.name} | PCI ID = {.pciID} | TargetDriver = {.targetDriver}
PCIDriverRebindStatuses.runtime.talos.dev PCIDriverRebindStatus hardware pcidriverrebinds pcidriverrebindstatus pcidrs | Name = {.name} | PCI ID = {.pciID} | TargetDriver = {.targetDriver}
PCRStatuses.hardware.talos.dev PCRStatus hardware pcrstatus pcrs
PKIStatuses.etcd.talos.dev PKIStatus etcd pkistatus pkis | Ready = {.ready} | Secrets Version = {.version}
PlatformConfigs.net.talos.dev PlatformConfig network platformconfig pc pcs
PlatformMetadatas.talos.dev PlatformMetadata runtime platformmetadata pm pms | Platform = {.platform} | Type = {.instanceType} | Region = {.region} | Zone = {.zone}
ProbeSpecs.net.talos.dev ProbeSpec network probespec ps
ProbeStatuses.net.talos.dev ProbeStatus network probe probes probestatus ps | Success = {.success}
Processors.hardware.talos.dev Processor hardware cpus cpu processor | Manufacturer = {.manufacturer} | Model = {.productName} | Cores = {.coreCount} | Threads = {.threadCount}
RegistryConfigs.cri.talos.dev RegistryConfig cri! registryconfig rc rcs
ResolverSpecs.net.talos.dev ResolverSpec network resolverspec rs | Layer = {.layer} | Resolvers = {.dnsServers} | Search Domains = {.searchDomains}
ResolverStatuses.net.talos.dev ResolverStatus network resolvers resolverstatus rs | Resolvers = {.dnsServers} | Search Domains = {.searchDomains}
ResourceDefinitions.meta.cosi.dev ResourceDefinition meta api-resources resourcedefinition rd rds | Aliases = {.aliases[:]}
RouteSpecs.net.talos.dev RouteSpec network routespec rs
RouteStatuses.net.talos.dev RouteStatus network route routes routestatus rs | Destination = {.dst} | Gateway = {.gateway} | Link = {.outLinkName} | Metric = {.priority}
RoutingRuleSpecs.net.talos.dev RoutingRuleSpec network routingrulespec rrs
RoutingRuleStatuses.net.talos.dev RoutingRuleStatus network routingrule routingrules routingrulestatus rrs | Src = {.src} | Dst = {.dst} | Table = {.table} | Priority = {.priority}
SBOMItems.talos.dev SBOMItem runtime sbom sboms sbomitem sbomi sbomis | Version = {.version} | License = {.license} | Extension = {.extension}
SchedulerConfigs.kubernetes.talos.dev SchedulerConfig controlplane schedulerconfig sc scs
SeccompProfiles.cri.talos.dev SeccompProfile cri seccompprofile sp sps
SecretStatuses.kubernetes.talos.dev SecretStatus controlplane secretstatus ss | Ready = {.ready} | Secrets Version = {.version}
SecurityStates.talos.dev SecurityState runtime securitystate ss | SecureBoot = {.secureBoot} | UKISigningKeyFingerprint = {.ukiSigningKeyFingerprint} | PCRSigningKeyFingerprint = {.pcrSigningKeyFingerprint} | SELinuxState = {.selinuxState} | ModuleSignatureEnforced = {.moduleSignatureEnforced}
ServicePIDs.runtime.talos.dev ServicePID runtime servicepid spid spids | PID = {.pid}
Services.v1alpha1.talos.dev Service runtime svc service | Running = {.running} | Healthy = {.healthy} | Health Unknown = {.unknown}
SiderolinkConfigs.siderolink.talos.dev SiderolinkConfig config! siderolinkconfig sc scs | API Endpoint = {.apiEndpoint} | Tunnel = {.tunnel}
SiderolinkStatuses.siderolink.talos.dev SiderolinkStatus config siderolinkstatus ss | Host = {.host} | Connected = {.connected}
SiderolinkTunnels.siderolink.talos.dev SiderolinkTunnel config! siderolinktunnel st sts | API Endpoint = {.apiEndpoint} | Link name = {.linkName} | MTU = {.mtu} | Node address = {.nodeAddress}
StaticPods.kubernetes.talos.dev StaticPod k8s staticpod sp sps
StaticPodServerStatuses.kubernetes.talos.dev StaticPodServerStatus k8s staticpodserverstatus spss
StaticPodStatuses.kubernetes.talos.dev StaticPodStatus k8s podstatus staticpodstatus sps | Ready = {.conditions[?(@.type=="Ready")].status}
SwapStatuses.block.talos.dev SwapStatus runtime swap swaps swapstatus ss | Device = {.device} | Size = {.sizeHuman} | Used = {.usedHuman} | Priority = {.priority}
SystemDisks.block.talos.dev SystemDisk runtime systemdisk sd sds | Disk = {.diskID}
SystemInformations.hardware.talos.dev SystemInformation hardware systeminformation systeminformation si sis | Manufacturer = {.manufacturer} | ProductName = {.productName} | Version = {.version} | SerialNumber = {.serialnumber} | UUID = {.uuid} | WakeUpType = {.wakeUpType} | SKUNumber = {.skuNumber}
TimeServerSpecs.net.talos.dev TimeServerSpec network timeserverspec tss
TimeServerStatuses.net.talos.dev TimeServerStatus network timeserver timeservers timeserverstatus tss | Timeservers = {.timeServers}
TimeStatuses.v1alpha1.talos.dev TimeStatus runtime timestatus ts | Synced = {.synced}
TrustdCertificates.secrets.talos.dev TrustdCertificate secrets! trustdcertificate tc tcs
TUFTrustedRoots.security.talos.dev TUFTrustedRoot security tuftrustedroot tuftr tuftrs | Last Refresh = {.lastRefreshTime}
UniqueMachineTokens.runtime.talos.dev UniqueMachineToken runtime uniquemachinetoken umt umts | Token = {.token}
UserDiskConfigStatuses.block.talos.dev UserDiskConfigStatus runtime userdiskconfigstatus udcs | Ready = {.ready}
Versions.runtime.talos.dev Version runtime version | Name = {.name} | Version = {.version}
VolumeConfigs.block.talos.dev VolumeConfig runtime! volumeconfig vc vcs
VolumeLifecycles.block.talos.dev VolumeLifecycle runtime volumelifecycle vl vls
VolumeMountRequests.block.talos.dev VolumeMountRequest runtime volumemountrequest vmr vmrs | Volume ID = {.volumeID} | Requester = {.requester}
VolumeMountStatuses.block.talos.dev VolumeMountStatus runtime volumemountstatus vms | Volume ID = {.volumeID} | Requester = {.requester} | Target = {.target}
VolumeStatuses.block.talos.dev VolumeStatus runtime volumestatus vs | Type = {.type} | Phase = {.phase} | Location = {.location} | Size = {.prettySize}
WatchdogTimerConfigs.runtime.talos.dev WatchdogTimerConfig runtime watchdogtimerconfig wtc wtcs | Device = {.device} | Timeout = {.timeout}
WatchdogTimerStatuses.runtime.talos.dev WatchdogTimerStatus runtime watchdogtimerstatus wts | Device = {.device} | Timeout = {.timeout}
ZswapStatuses.block.talos.dev ZswapStatus runtime zswapstatus zs | Total Size = {.totalSizeHuman} | Stored Pages = {.storedPages} | Written Back = {.writtenBackPages} | Pool Limit Hit = {.poolLimitHit}
`;

/** The namespaces that a node registers. */
export const namespaces: Readonly<Record<string, string>> = {
  cluster: 'Members of the cluster and how they are found.',
  'cluster-raw': 'What discovery found, before it is merged.',
  config: 'Machine configuration.',
  controlplane: 'Kubernetes control plane.',
  cri: 'Container runtime.',
  etcd: 'The etcd member of this node.',
  files: 'Files under /etc that are written by the system.',
  hardware: 'Hardware of the machine.',
  k8s: 'Kubernetes on every kind of node.',
  kubespan: 'KubeSpan, the network between the nodes.',
  meta: 'Types and namespaces of resources.',
  network: 'Network of the machine.',
  'network-config': 'Network configuration by source, before it is merged.',
  perf: 'Load statistics.',
  runtime: 'State of the machine and its services.',
  secrets: 'Keys, certificates and tokens.',
  security: 'Trust in images.',
};
