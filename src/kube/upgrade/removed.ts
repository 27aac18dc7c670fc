/** What a version of Kubernetes does not have any more that the one before had. */
export interface Removed {
  readonly featureGates?: readonly string[];
  readonly admissionPlugins?: readonly string[];
  /** Resources of the API, `podsecuritypolicies.v1beta1.policy`. */
  readonly resources?: readonly string[];
  /** Flags by component. */
  readonly flags?: Readonly<Record<string, readonly string[]>>;
}

/** By the step between two minor versions. */
export const removedItems: Readonly<Record<string, Removed>> = {
  '1.24->1.25': {
    resources: ['podsecuritypolicies.v1beta1.policy'],
    admissionPlugins: ['PodSecurityPolicy'],
    flags: {
      'kube-apiserver': ['service-account-api-audiences'],
      'kube-controller-manager': ['deleting-pods-qps', 'deleting-pods-burst', 'register-retry-count'],
    },
    featureGates: ['CSIVolumeFSGroupPolicy', 'ConfigurableFSGroupPolicy', 'PodDisruptionBudget', 'SelectorIndex'],
  },
  '1.25->1.26': {
    flags: { 'kube-apiserver': ['master-service-namespace'] },
    featureGates: ['DynamicKubeletConfig'],
  },
  '1.26->1.27': {
    flags: {
      'kube-controller-manager': ['enable-taint-manager', 'pod-eviction-timeout'],
      kubelet: ['container-runtime', 'master-service-namespace'],
    },
    featureGates: [
      'ExpandCSIVolumes',
      'ExpandInUsePersistentVolumes',
      'ExpandPersistentVolumes',
      'ControllerManagerLeaderMigration',
      'CSIMigration',
      'CSIInlineVolume',
      'EphemeralContainers',
      'LocalStorageCapacityIsolation',
      'NetworkPolicyEndPort',
      'StatefulSetMinReadySeconds',
      'IdentifyPodOS',
      'DaemonSetUpdateSurge',
    ],
  },
  '1.27->1.28': {
    featureGates: [
      'AdvancedAuditing',
      'DelegateFSGroupToCSIDriver',
      'DevicePlugins',
      'DisableAcceleratorUsageMetrics',
      'EndpointSliceTerminatingCondition',
      'CSIStorageCapacity',
      'CSIMigrationGCE',
      'KubeletCredentialProviders',
      'MixedProtocolLBService',
      'ServiceInternalTrafficPolicy',
      'ServiceIPStaticSubrange',
      'WindowsHostProcessContainers',
    ],
  },
  '1.28->1.29': { resources: ['clustercidrs.v1alpha1.networking.k8s.io'] },
  '1.29->1.30': {
    admissionPlugins: ['SecurityContextDeny'],
    featureGates: [
      'ExpandedDNSConfig',
      'ExperimentalHostUserNamespaceDefaultingGate',
      'IPTablesOwnershipCleanup',
      'KubeletPodResources',
      'KubeletPodResourcesGetAllocatable',
      'MinimizeIPTablesRestore',
      'ProxyTerminatingEndpoints',
      'RemoveSelfLink',
    ],
  },
  '1.30->1.31': {
    flags: {
      kubelet: ['keep-terminated-pod-volumes', 'iptables-masquerade-bit', 'iptables-drop-bit'],
      'kube-controller-manager': [
        'volume-host-cidr-denylist',
        'volume-host-allow-local-loopback',
        'horizontal-pod-autoscaler-upscale-delay',
        'horizontal-pod-autoscaler-downscale-delay',
      ],
    },
    featureGates: [
      'APIPriorityAndFairness',
      'CSINodeExpandSecret',
      'ConsistentHTTPGetHandlers',
      'DefaultHostNetworkHostPortsInPodTemplates',
      'ServiceNodePortStaticSubrange',
      'SkipReadOnlyValidationGCE',
    ],
  },
  '1.31->1.32': {
    resources: ['podschedulingcontexts.v1alpha3.resource.k8s.io'],
    featureGates: [
      'AllowServiceLBStatusOnNonLB',
      'CloudDualStackNodeIPs',
      'DRAControlPlaneController',
      'HPAContainerMetrics',
      'KMSv2',
      'KMSv2KDF',
      'LegacyServiceAccountTokenCleanUp',
      'MinDomainsInPodTopologySpread',
      'NewVolumeManagerReconstruction',
      'NodeOutOfServiceVolumeDetach',
      'ServerSideApply',
      'ServerSideFieldValidation',
      'StableLoadBalancerNodeSet',
      'ValidatingAdmissionPolicy',
      'ZeroLimitedNominalConcurrencyShares',
    ],
  },
  '1.32->1.33': {
    flags: { 'kube-apiserver': ['cloud-config'] },
    featureGates: [
      'AppArmor',
      'AppArmorFields',
      'CPUManager',
      'DisableCloudProviders',
      'DisableKubeletCloudCredentialProviders',
      'JobPodFailurePolicy',
      'KubeProxyDrainingTerminatingNodes',
      'PDBUnhealthyPodEvictionPolicy',
      'PersistentVolumeLastPhaseTransitionTime',
      'VolumeCapacityPriority',
    ],
  },
  '1.33->1.34': {
    flags: { kubelet: ['cloud-config'] },
    featureGates: ['DevicePluginCDIDevices', 'LegacySidecarContainers', 'PodDisruptionConditions'],
  },
  '1.34->1.35': {
    flags: { kubelet: ['pod-infra-container-image'] },
    featureGates: ['SizeMemoryBackedVolumes', 'UserNamespacesHostNetworkSupport'],
  },
  '1.35->1.36': {
    featureGates: [
      'CSIMigrationPortworx',
      'HonorPVReclaimPolicy',
      'InTreePluginPortworxUnregister',
      'WatchFromStorageWithoutResourceVersion',
    ],
  },
};
