import { asMap, type ConfigView, fingerprint, isControlPlane, isRunning, type NodeView, resource } from '../node.js';
import { argValues, extraArguments, flags } from './arguments.js';
import { images } from './images.js';
import { nodename, nodeTaints, schedulesOnControlPlane } from './k8s-node.js';
import { dnsDomain, dnsServiceAddresses } from './networks.js';

const controlPlaneRole = 'node-role.kubernetes.io/control-plane';

/** The kubelet: as configured, as started, and the static pods that it is given. */
export function kubeletRules(node: NodeView) {
  const { config } = node;
  return [
    resource(
      'StaticPodServerStatuses.kubernetes.talos.dev',
      'static-pod-server-status',
      'k8s.StaticPodServerController',
      { url: staticPodUrl(node) },
    ),
    ...(config === undefined ? [] : configured(node, config)),
  ];
}

function configured(node: NodeView, config: ConfigView) {
  const image = images(node).kubelet;
  const extraMounts = config.list('machine.kubelet.extraMounts').map(({ destination, type, source, options }) => ({
    destination,
    type,
    source,
    options,
  }));
  const credentialProviderConfig = config.at('machine.kubelet.credentialProviderConfig');
  const extraConfig = config.map('machine.kubelet.extraConfig');
  const shared = {
    image,
    ...(extraMounts.length > 0 ? { extraMounts } : {}),
    ...(credentialProviderConfig === undefined ? {} : { credentialProviderConfig }),
  };
  return [
    resource('KubeletConfigs.kubernetes.talos.dev', 'kubelet', 'k8s.KubeletConfigController', {
      ...shared,
      clusterDNS: clusterDns(config),
      clusterDomain: dnsDomain(config),
      extraArgs: argValues(config.map('machine.kubelet.extraArgs')),
      ...(Object.keys(extraConfig).length > 0 ? { extraConfig } : {}),
      cloudProviderExternal: config.flag('cluster.externalCloudProvider.enabled'),
      defaultRuntimeSeccompEnabled: config.flag('machine.kubelet.defaultRuntimeSeccompProfileEnabled'),
      skipNodeRegistration: config.flag('machine.kubelet.skipNodeRegistration'),
      staticPodListURL: staticPodUrl(node),
      disableManifestsDirectory: config.flag('machine.kubelet.disableManifestsDirectory'),
      enableFSQuotaMonitoring: config.flag('machine.features.diskQuotaSupport'),
      allowSchedulingOnControlPlane: schedulesOnControlPlane(node),
    }),
    resource('KubeletSpecs.kubernetes.talos.dev', 'kubelet', 'k8s.KubeletSpecController', {
      ...shared,
      args: args(node, config),
      expectedNodename: config.at('machine.kubelet.extraArgs.hostname-override') === undefined ? nodename(node) : '',
      config: kubeletConfiguration(node, config),
    }),
    resource('KubeletLifecycles.kubernetes.talos.dev', 'kubelet', ''),
    ...(isRunning(node, 'kubelet')
      ? [
          resource('KubeletKubeconfigs.kubernetes.talos.dev', 'kubelet', 'k8s.KubeletKubeconfigController', {
            hash: fingerprint(node, 'kubelet kubeconfig'),
          }),
        ]
      : []),
  ];
}

/** Where the node serves its static pods to its kubelet: some port of its own. */
function staticPodUrl(node: NodeView): string {
  const port = 30000 + (Number.parseInt(fingerprint(node, `${node.facts.bootId} static pods`).slice(0, 6), 16) % 20000);
  return `http://127.0.0.1:${port}`;
}

function clusterDns(config: ConfigView): readonly string[] {
  const configuredAddresses = config.texts('machine.kubelet.clusterDNS');
  return configuredAddresses.length > 0 ? configuredAddresses : dnsServiceAddresses(config);
}

function args(node: NodeView, config: ConfigView): readonly string[] {
  const extra = extraArguments(config.map('machine.kubelet.extraArgs'));
  const registers = config.flag('machine.kubelet.skipNodeRegistration') !== true;
  return flags(
    {
      config: '/etc/kubernetes/kubelet.yaml',
      'cert-dir': '/var/lib/kubelet/pki',
      'hostname-override': nodename(node),
      ...(registers
        ? {
            'bootstrap-kubeconfig': '/etc/kubernetes/bootstrap-kubeconfig',
            kubeconfig: '/etc/kubernetes/kubeconfig-kubelet',
          }
        : {}),
      ...(config.flag('cluster.externalCloudProvider.enabled') === true ? { 'cloud-provider': 'external' } : {}),
      ...(extra['node-ip'] === undefined ? { 'node-ip': node.facts.address } : {}),
    },
    extra,
  );
}

/** The KubeletConfiguration: fixed settings over configured ones over defaults. */
function kubeletConfiguration(node: NodeView, config: ConfigView) {
  const extra = config.map('machine.kubelet.extraConfig');
  const registers = config.flag('machine.kubelet.skipNodeRegistration') !== true;
  const quotas = config.flag('machine.features.diskQuotaSupport') === true;
  const taints = nodeTaints(node).filter(({ key }) => key === controlPlaneRole);
  return {
    address: '0.0.0.0',
    clusterDNS: clusterDns(config),
    clusterDomain: dnsDomain(config),
    cpuManagerReconcilePeriod: '0s',
    crashLoopBackOff: {},
    evictionPressureTransitionPeriod: '0s',
    failSwapOn: false,
    fileCheckFrequency: '0s',
    httpCheckFrequency: '0s',
    imageMaximumGCAge: '0s',
    imageMinimumGCAge: '0s',
    logging: {
      flushFrequency: 0,
      format: 'json',
      options: { json: { infoBufferSize: '0' }, text: { infoBufferSize: '0' } },
      verbosity: 0,
    },
    memorySwap: {},
    nodeStatusReportFrequency: '0s',
    nodeStatusUpdateFrequency: '0s',
    oomScoreAdj: -450,
    runtimeRequestTimeout: '0s',
    serializeImagePulls: false,
    shutdownGracePeriod: '30s',
    shutdownGracePeriodCriticalPods: '10s',
    streamingConnectionIdleTimeout: '5m0s',
    syncFrequency: '0s',
    systemReserved: {
      cpu: '50m',
      'ephemeral-storage': '256Mi',
      memory: isControlPlane(node) ? '512Mi' : '384Mi',
      pid: '100',
    },
    tlsMinVersion: 'VersionTLS13',
    volumeStatsAggPeriod: '0s',
    ...extra,
    apiVersion: 'kubelet.config.k8s.io/v1beta1',
    kind: 'KubeletConfiguration',
    ...(config.flag('machine.kubelet.disableManifestsDirectory') === true
      ? {}
      : { staticPodPath: '/etc/kubernetes/manifests' }),
    staticPodURL: staticPodUrl(node),
    port: 10250,
    authentication: {
      anonymous: { enabled: false },
      webhook: { cacheTTL: '0s', enabled: registers },
      x509: { clientCAFile: '/etc/kubernetes/pki/ca.crt' },
    },
    authorization: {
      mode: registers ? 'Webhook' : 'AlwaysAllow',
      webhook: { cacheAuthorizedTTL: '0s', cacheUnauthorizedTTL: '0s' },
    },
    cgroupRoot: '/',
    containerRuntimeEndpoint: 'unix:///run/containerd/containerd.sock',
    ...(quotas || extra.featureGates !== undefined
      ? {
          featureGates: {
            ...(quotas ? { LocalStorageCapacityIsolationFSQuotaMonitoring: true } : {}),
            ...asMap(extra.featureGates),
          },
        }
      : {}),
    kubeletCgroups: '/podruntime/kubelet',
    protectKernelDefaults: true,
    ...(registers && taints.length > 0
      ? { registerWithTaints: taints.map(({ effect, key }) => ({ effect, key })) }
      : {}),
    resolvConf: '/system/resolved/resolv.conf',
    rotateCertificates: true,
    ...(config.flag('machine.kubelet.defaultRuntimeSeccompProfileEnabled') === true ? { seccompDefault: true } : {}),
    systemCgroups: '/system',
  };
}
