/** The `machine` part of the main document. */

import { networkConfig } from './machine-network.js';
import { installConfig, machineDisk, systemDiskEncryptionConfig } from './machine-storage.js';
import { certificateAndKeyPem, certificatePem } from './pem.js';
import {
  base64,
  duration,
  field,
  fileMode,
  flag,
  flags,
  freeForm,
  int,
  kept,
  list,
  map,
  optional,
  string,
  struct,
  uint32,
  url,
} from './types.js';

const linuxIDMapping = struct('LinuxIDMapping', [
  kept('containerID', uint32, 'First id inside the container.'),
  kept('hostID', uint32, 'First id on the host.'),
  kept('size', uint32, 'How many ids are mapped.'),
]);

const extraMount = struct('ExtraMount', [
  kept('destination', string, "Path inside the kubelet's container."),
  field('type', string, 'Kind of mount.', { example: 'bind' }),
  field('source', string, 'Path on the host or the device.'),
  field('options', list(string), 'Mount options.', { example: '[bind, rshared, rw]' }),
  field('uidMappings', list(linuxIDMapping), 'Translation of user ids, for id-mapped mounts.'),
  field('gidMappings', list(linuxIDMapping), 'Translation of group ids, for id-mapped mounts.'),
]);

const hostDNSConfig = struct('HostDNSConfig', [
  field('enabled', flag, 'Runs the resolver.'),
  field('forwardKubeDNSToHost', flag, "Makes the cluster DNS ask the host's resolver."),
  field('resolveMemberNames', flag, 'Resolves the names of cluster members.'),
]);

const imageCacheConfig = struct('ImageCacheConfig', [field('localEnabled', flag, 'Uses the cache on the local disk.')]);

const kubePrism = struct('KubePrism', [
  field('enabled', flag, 'Runs the load balancer.'),
  field('port', int, 'Port on the loopback interface.', { example: '7445' }),
]);

const kubernetesTalosAPIAccessConfig = struct('KubernetesTalosAPIAccessConfig', [
  field('enabled', flag, 'Lets pods reach the Talos API with a service account of its own.'),
  field('allowedRoles', list(string), 'Talos roles that pods may ask for.', { example: '[os:reader]' }),
  field('allowedKubernetesNamespaces', list(string), 'Namespaces whose pods may ask.'),
]);

const featuresConfig = struct('FeaturesConfig', [
  field('rbac', flag, 'Checks roles in client certificates.'),
  field('stableHostname', flag, 'Makes a host name that stays the same.', { since: '1.2' }),
  field('kubernetesTalosAPIAccess', optional(kubernetesTalosAPIAccessConfig), 'Access to the Talos API from pods.', {
    since: '1.2',
  }),
  field('apidCheckExtKeyUsage', flag, 'Checks the extended key usage of client certificates.', { since: '1.3' }),
  field('diskQuotaSupport', flag, 'Mounts XFS with project quotas.', { since: '1.5' }),
  field('kubePrism', optional(kubePrism), 'Local load balancer for the Kubernetes API.', { since: '1.5' }),
  field('hostDNS', optional(hostDNSConfig), 'Caching resolver on the host.', { since: '1.7' }),
  field('imageCache', optional(imageCacheConfig), 'Cache of images on the machine.', { since: '1.9' }),
  field('nodeAddressSortAlgorithm', string, 'How node addresses are put in order.', { since: '1.9', example: 'v2' }),
]);

const kernelModuleConfig = struct('KernelModuleConfig', [
  kept('name', string, 'Name of the module.', { example: 'br_netfilter' }),
  field('parameters', list(string), 'Parameters of the module.', { since: '1.3' }),
]);

const kernelConfig = struct('KernelConfig', [field('modules', list(optional(kernelModuleConfig)), 'Modules to load.')]);

const kubeletNodeIPConfig = struct('KubeletNodeIPConfig', [
  field('validSubnets', list(string), 'Networks the node address is taken from; a leading ! excludes one.', {
    example: '[10.0.0.0/8, "!10.0.0.3/32"]',
  }),
]);

const kubeletConfig = struct('KubeletConfig', [
  field('image', string, 'Image of the kubelet.'),
  field(
    'clusterDNS',
    list(string),
    'Addresses of the cluster DNS service, when they are not derived from the service networks.',
  ),
  field('extraArgs', flags, 'Command line flags for the kubelet; a list gives a flag several times.', {
    example: '{v: "4"}',
  }),
  field('extraMounts', list(extraMount), 'Host paths to make visible to the kubelet.'),
  field('extraConfig', freeForm, "Settings merged into the kubelet's configuration file."),
  field('credentialProviderConfig', freeForm, 'Configuration of image credential provider plugins.', { since: '1.6' }),
  field(
    'defaultRuntimeSeccompProfileEnabled',
    flag,
    "Runs pods under the runtime's seccomp profile unless they ask otherwise.",
    { since: '1.2' },
  ),
  field('registerWithFQDN', flag, 'Registers the node under its full name, domain included.'),
  field('nodeIP', optional(kubeletNodeIPConfig), "Which of the machine's addresses the node announces."),
  field('skipNodeRegistration', flag, 'Runs the kubelet without registering a node.', { since: '1.2' }),
  field('disableManifestsDirectory', flag, 'Ignores manifests in the static pod directory.', { since: '1.3' }),
]);

const loggingDestination = struct('LoggingDestination', [
  kept('endpoint', optional(url), 'URL, tcp or udp.', { example: 'udp://127.0.0.1:12345' }),
  kept('format', string, 'Format of the messages.', { values: ['json_lines'], example: 'json_lines' }),
  field('extraTags', map(string), 'Extra fields for every message.', { since: '1.7' }),
]);

const loggingConfig = struct('LoggingConfig', [kept('destinations', list(loggingDestination), 'Where logs go.')]);

const machineControllerManagerConfig = struct('MachineControllerManagerConfig', [
  field('disabled', flag, 'Leaves kube-controller-manager out on this machine.'),
]);

const machineSchedulerConfig = struct('MachineSchedulerConfig', [
  field('disabled', flag, 'Leaves kube-scheduler out on this machine.'),
]);

const machineControlPlaneConfig = struct('MachineControlPlaneConfig', [
  field('controllerManager', optional(machineControllerManagerConfig), 'kube-controller-manager on this machine.'),
  field('scheduler', optional(machineSchedulerConfig), 'kube-scheduler on this machine.'),
]);

const machineFile = struct('MachineFile', [
  kept('content', string, 'Text of the file.', { secret: true }),
  kept('permissions', fileMode, 'Mode of the file, octal.', { example: '0o644' }),
  kept('path', string, 'Where the file is written.', { example: '/var/etc/example' }),
  kept('op', string, 'What to do with the file that may be there.', {
    values: ['create', 'append', 'overwrite'],
    example: 'create',
  }),
]);

const machineSeccompProfile = struct('MachineSeccompProfile', [
  kept('name', string, 'File name of the profile.'),
  kept('value', freeForm, 'The profile in the JSON form of the OCI runtime.'),
]);

const registryAuthConfig = struct('MachineRegistryAuthConfig', [
  field('username', string, 'User name.'),
  field('password', string, 'Password.', { secret: true }),
  field('auth', string, 'User name and password together, base64.', { secret: true }),
  field('identityToken', string, 'Token instead of a password.', { secret: true }),
]);

const registryTLSConfig = struct('MachineRegistryTLSConfig', [
  field('clientIdentity', optional(certificateAndKeyPem), 'Client certificate and key.'),
  field('ca', base64, 'Certificate authority, base64 of PEM.'),
  field('insecureSkipVerify', flag, 'Accepts any certificate.'),
]);

const registryConfig = struct('RegistryConfig', [
  field('tls', optional(registryTLSConfig), 'TLS settings.'),
  field('auth', optional(registryAuthConfig), 'Credentials.'),
]);

const registryMirrorConfig = struct('MachineRegistryMirrorConfig', [
  kept('endpoints', list(string), 'URLs to pull from, tried in turn.', { example: '["https://mirror.example.org"]' }),
  field('overridePath', flag, 'Takes the path of the URLs as it is.', { since: '1.3' }),
  field('skipFallback', flag, 'Never falls back to the registry itself.', { since: '1.9' }),
]);

const registriesConfig = struct('RegistriesConfig', [
  field('mirrors', map(optional(registryMirrorConfig)), 'Other endpoints to pull from, by registry name.'),
  field('config', map(optional(registryConfig)), 'Credentials and TLS settings, by endpoint.'),
]);

const timeConfig = struct('TimeConfig', [
  field('disabled', flag, 'Leaves the clock alone.'),
  field('servers', list(string), 'NTP servers.', { example: '[time.cloudflare.com]' }),
  field('bootTimeout', duration, 'How long booting waits for the clock; zero waits for ever.', { example: '2m0s' }),
]);

const udevConfig = struct('UdevConfig', [field('rules', list(string), 'Rules, one each.')]);

export const machineConfig = struct('MachineConfig', [
  kept('type', string, 'Role of the machine in the cluster.', {
    values: ['controlplane', 'worker'],
    example: 'worker',
  }),
  kept('token', string, 'Secret with which a machine asks the control plane for its Talos API certificate.', {
    secret: true,
  }),
  field(
    'ca',
    optional(certificateAndKeyPem),
    'Certificate authority of the Talos API; workers carry the certificate alone.',
  ),
  field(
    'acceptedCAs',
    list(optional(certificatePem)),
    'Further Talos API authorities that are trusted, as during a rotation.',
    { since: '1.7' },
  ),
  kept('certSANs', list(string), 'Extra names and addresses for the certificate of the Talos API.', {
    example: '[cp.example.org]',
  }),
  field(
    'controlPlane',
    optional(machineControlPlaneConfig),
    'Switches for the static pods of a control plane machine.',
  ),
  field('kubelet', optional(kubeletConfig), 'Settings of the kubelet.'),
  field('pods', list(freeForm), 'Static pods that run on this machine, as Kubernetes manifests.'),
  field(
    'network',
    optional(networkConfig),
    'Host name, interfaces and resolvers in the older form; documents of their own replace it.',
  ),
  field('disks', list(optional(machineDisk)), 'Extra disks to partition, format and mount.'),
  field('install', optional(installConfig), 'How Talos is put on disk.'),
  field('files', list(optional(machineFile)), 'Files to write on the machine.'),
  field('env', map(string), 'Environment variables of the system services, proxies above all.', {
    secret: true,
    example: '{HTTPS_PROXY: "http://proxy.example.org:3128"}',
  }),
  field('time', optional(timeConfig), 'Time servers and what happens until they answer.'),
  field('sysctls', map(string), 'Kernel parameters by their sysctl name.', {
    example: '{net.core.somaxconn: "65535"}',
  }),
  field('sysfs', map(string), 'Kernel attributes by their path below /sys, dots for slashes.'),
  field('registries', registriesConfig, 'Container registries: mirrors, credentials and TLS, in the older form.'),
  field(
    'systemDiskEncryption',
    optional(systemDiskEncryptionConfig),
    'Encryption of the system partitions, in the older form.',
  ),
  field(
    'features',
    optional(featuresConfig),
    'Features that are switched by the version for which the configuration was made.',
  ),
  field('udev', optional(udevConfig), 'Rules for the device manager.'),
  field('logging', optional(loggingConfig), 'Where the logs of services are sent.'),
  field('kernel', optional(kernelConfig), 'Kernel modules to load.'),
  field(
    'seccompProfiles',
    list(optional(machineSeccompProfile)),
    'Seccomp profiles that the kubelet can hand to pods.',
    { since: '1.2' },
  ),
  field('baseRuntimeSpecOverrides', freeForm, 'Changes to the OCI specification that every container starts from.', {
    since: '1.9',
  }),
  field('nodeLabels', map(string), 'Labels of the Kubernetes node.', {
    since: '1.3',
    example: '{example.org/rack: r1}',
  }),
  field('nodeAnnotations', map(string), 'Annotations of the Kubernetes node.', { since: '1.8' }),
  field('nodeTaints', map(string), 'Taints of the Kubernetes node, as value:effect.', {
    since: '1.6',
    example: '{example.org/gpu: "yes:NoSchedule"}',
  }),
]);
