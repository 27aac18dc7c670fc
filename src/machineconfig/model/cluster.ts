/** The `cluster` part of the main document. */

import { certificateAndKeyPem, certificatePem, keyPem } from './pem.js';
import {
  bool,
  duration,
  field,
  flag,
  flags,
  freeForm,
  int,
  kept,
  list,
  manifest,
  map,
  optional,
  string,
  struct,
  url,
} from './types.js';

const admissionPluginConfig = struct('AdmissionPluginConfig', [
  kept('name', string, 'Name of the admission plugin.', { example: 'PodSecurity' }),
  kept('configuration', freeForm, 'Configuration of the plugin.'),
]);

const authorizationConfigAuthorizerConfig = struct('AuthorizationConfigAuthorizerConfig', [
  kept('type', string, 'Kind of authorizer.', { example: 'Webhook' }),
  kept('name', string, 'Name of the authorizer.'),
  field('webhook', freeForm, 'Settings of a webhook authorizer.'),
]);

const resourcesConfig = struct('ResourcesConfig', [
  field('requests', freeForm, 'Resources the pod is guaranteed.'),
  field('limits', freeForm, 'Resources the pod may use at most.'),
]);

const volumeMountConfig = struct('VolumeMountConfig', [
  kept('hostPath', string, 'Path on the host.'),
  kept('mountPath', string, 'Path in the pod.'),
  field('readonly', bool, 'Mounts it read only.'),
]);

const apiServerConfig = struct('APIServerConfig', [
  field('image', string, 'Image of kube-apiserver.'),
  field('extraArgs', flags, 'Command line flags for kube-apiserver.'),
  field('extraVolumes', list(volumeMountConfig), 'Host paths to mount into the API server.'),
  field('env', map(string), 'Environment variables for the API server.', { secret: true }),
  field('certSANs', list(string), "Extra names and addresses for the API server's certificate."),
  field('disablePodSecurityPolicy', flag, 'Leaves out the old pod security policy.'),
  field(
    'admissionControl',
    list(optional(admissionPluginConfig), { by: ['name'] }),
    'Configuration of admission plugins.',
  ),
  field('auditPolicy', freeForm, 'Audit policy; a patch replaces it whole.', { replace: true, since: '1.3' }),
  field('resources', optional(resourcesConfig), "Resources of the API server's pod.", { since: '1.5' }),
  field(
    'authorizationConfig',
    list(optional(authorizationConfigAuthorizerConfig)),
    'Further authorizers, after node and RBAC.',
    { since: '1.9' },
  ),
]);

const adminKubeconfigConfig = struct('AdminKubeconfigConfig', [
  field('certLifetime', duration, 'How long the admin certificate is valid.', { example: '8760h0m0s' }),
]);

const flannelCNIConfig = struct('FlannelCNIConfig', [
  field('extraArgs', list(string), 'Command line flags for flanneld.'),
  field('kubeNetworkPoliciesEnabled', flag, 'Installs a network policy controller beside Flannel.', { since: '1.13' }),
]);

const cniConfig = struct('CNIConfig', [
  field('name', string, 'Which plugin is installed.', { values: ['flannel', 'custom', 'none'], example: 'flannel' }),
  field('urls', list(string), 'Manifests of a custom plugin.'),
  field('flannel', optional(flannelCNIConfig), 'Settings of Flannel.', { since: '1.6' }),
]);

const registryKubernetesConfig = struct('RegistryKubernetesConfig', [
  field('disabled', flag, 'Leaves this registry out.'),
]);

const registryServiceConfig = struct('RegistryServiceConfig', [
  field('disabled', flag, 'Leaves this registry out.'),
  field('endpoint', string, 'URL of the discovery service.'),
]);

const discoveryRegistriesConfig = struct('DiscoveryRegistriesConfig', [
  kept('kubernetes', registryKubernetesConfig, 'Discovery by Kubernetes nodes.'),
  kept('service', registryServiceConfig, 'Discovery by the discovery service.'),
]);

const clusterDiscoveryConfig = struct('ClusterDiscoveryConfig', [
  field('enabled', flag, 'Turns discovery on.'),
  kept('registries', discoveryRegistriesConfig, 'Where members are registered.'),
]);

const clusterInlineManifest = struct('ClusterInlineManifest', [
  kept('name', string, 'Name of the manifest, one of its kind.'),
  kept('contents', manifest, 'The manifest.', { secret: true }),
]);

const clusterNetworkConfig = struct('ClusterNetworkConfig', [
  field('cni', optional(cniConfig), 'Network plugin.'),
  kept('dnsDomain', string, 'Domain of the cluster.', { example: 'cluster.local' }),
  kept('podSubnets', list(string), 'Networks of pods; a patch replaces the list.', {
    replace: true,
    example: '[10.244.0.0/16]',
  }),
  kept('serviceSubnets', list(string), 'Networks of services; a patch replaces the list.', {
    replace: true,
    example: '[10.96.0.0/12]',
  }),
]);

const controlPlaneConfig = struct('ControlPlaneConfig', [
  kept('endpoint', optional(url), 'URL of the Kubernetes API, by a load balancer, a virtual address or a name.', {
    pattern: '^https://',
    example: 'https://cp.example.org:6443',
  }),
  field('localAPIServerPort', int, 'Port that the API server listens on.'),
]);

const controllerManagerConfig = struct('ControllerManagerConfig', [
  field('image', string, 'Image of kube-controller-manager.'),
  field('extraArgs', flags, 'Command line flags for kube-controller-manager.'),
  field('extraVolumes', list(volumeMountConfig), 'Host paths to mount into the controller manager.'),
  field('env', map(string), 'Environment variables for the controller manager.', { secret: true }),
  field('resources', optional(resourcesConfig), "Resources of the controller manager's pod.", { since: '1.5' }),
]);

const coreDNS = struct('CoreDNS', [
  field('disabled', flag, 'Leaves CoreDNS out.'),
  field('image', string, 'Image of CoreDNS.'),
]);

const etcdConfig = struct('EtcdConfig', [
  field('image', string, 'Image of etcd.'),
  kept('ca', optional(certificateAndKeyPem), 'Certificate authority of etcd.'),
  field('extraArgs', flags, 'Command line flags for etcd.'),
  field('subnet', string, "Network etcd's address is taken from; old, see advertisedSubnets."),
  field('advertisedSubnets', list(string), "Networks etcd's announced address is taken from.", { since: '1.2' }),
  field('listenSubnets', list(string), 'Networks etcd listens in.', { since: '1.2' }),
]);

const externalCloudProviderConfig = struct('ExternalCloudProviderConfig', [
  field('enabled', flag, 'Starts nodes as uninitialised, for a cloud controller manager to finish.'),
  field('manifests', list(string), "URLs of the cloud controller manager's manifests."),
]);

const proxyConfig = struct('ProxyConfig', [
  field('disabled', flag, 'Leaves kube-proxy out.'),
  field('image', string, 'Image of kube-proxy.'),
  field('mode', string, 'How services are balanced.', { example: 'nftables' }),
  field('extraArgs', flags, 'Command line flags for kube-proxy.'),
]);

const schedulerConfig = struct('SchedulerConfig', [
  field('image', string, 'Image of kube-scheduler.'),
  field('extraArgs', flags, 'Command line flags for kube-scheduler.'),
  field('extraVolumes', list(volumeMountConfig), 'Host paths to mount into the scheduler.'),
  field('env', map(string), 'Environment variables for the scheduler.', { secret: true }),
  field('resources', optional(resourcesConfig), "Resources of the scheduler's pod.", { since: '1.5' }),
  field('config', freeForm, "The scheduler's configuration file.", { since: '1.6' }),
]);

export const clusterConfig = struct('ClusterConfig', [
  field('id', string, 'Identity of the cluster in discovery, base64 of 32 bytes.'),
  field('secret', string, 'Secret that encrypts what discovery exchanges, base64 of 32 bytes.', { secret: true }),
  kept('controlPlane', optional(controlPlaneConfig), 'Where the Kubernetes API is reached.'),
  field('clusterName', string, 'Name of the cluster, used for contexts.'),
  field('network', optional(clusterNetworkConfig), 'Networks of pods and services and the plugin that makes them.'),
  field('token', string, 'Token with which kubelets join.', { secret: true }),
  field('aescbcEncryptionSecret', string, 'AES-CBC key that encrypts Kubernetes secrets in etcd; old clusters only.', {
    secret: true,
  }),
  field('secretboxEncryptionSecret', string, 'Secretbox key that encrypts Kubernetes secrets in etcd.', {
    since: '1.3',
    secret: true,
  }),
  field(
    'ca',
    optional(certificateAndKeyPem),
    'Certificate authority of Kubernetes; workers carry the certificate alone.',
  ),
  field(
    'acceptedCAs',
    list(optional(certificatePem)),
    'Further Kubernetes authorities that are trusted, as during a rotation.',
    { since: '1.7' },
  ),
  field(
    'aggregatorCA',
    optional(certificateAndKeyPem),
    'Certificate authority of the Kubernetes API aggregation layer.',
  ),
  field('serviceAccount', optional(keyPem), 'Key that signs service account tokens.'),
  field('apiServer', optional(apiServerConfig), 'Settings of kube-apiserver.'),
  field('controllerManager', optional(controllerManagerConfig), 'Settings of kube-controller-manager.'),
  field('proxy', optional(proxyConfig), 'Settings of kube-proxy.'),
  field('scheduler', optional(schedulerConfig), 'Settings of kube-scheduler.'),
  field('discovery', optional(clusterDiscoveryConfig), 'How members of the cluster find each other.'),
  field('etcd', optional(etcdConfig), 'Settings of etcd.'),
  field('coreDNS', optional(coreDNS), "Settings of the cluster's DNS server."),
  field(
    'externalCloudProvider',
    optional(externalCloudProviderConfig),
    'Says that a cloud controller manager outside Talos initialises the nodes.',
  ),
  field('extraManifests', list(string), 'URLs of manifests to apply when the cluster is bootstrapped.'),
  field('extraManifestHeaders', map(string), 'HTTP headers for fetching the extra manifests.', { secret: true }),
  field(
    'inlineManifests',
    list(clusterInlineManifest),
    'Manifests to apply when the cluster is bootstrapped, written here.',
  ),
  field('adminKubeconfig', optional(adminKubeconfigConfig), 'Settings of the generated admin kubeconfig.'),
  field('allowSchedulingOnMasters', flag, 'Old name of allowSchedulingOnControlPlanes.'),
  field('allowSchedulingOnControlPlanes', flag, 'Lets ordinary pods run on control plane machines.', { since: '1.2' }),
]);
