import type { ValueMap } from '../../../machineconfig/document.js';
import { asMap, asText, type ConfigView, isHealthy, type NodeView, resource } from '../node.js';
import { argValues, extraArguments, flags } from './arguments.js';
import { apiServerPort } from './cluster.js';
import { images, imageVersion } from './images.js';
import { controlPlaneEndpoint, prismPort } from './k8s-endpoints.js';
import { dnsDomain, dnsServiceAddresses, podSubnets, serviceSubnets } from './networks.js';

/** The components of the control plane as configured, and whether their files are written. */
export function controlPlaneRules(node: NodeView) {
  const { config } = node;
  if (config === undefined) return [];
  const image = images(node);
  return [
    resource(
      'AdmissionControlConfigs.kubernetes.talos.dev',
      'admission-control',
      'k8s.ControlPlaneAdmissionControlController',
      {
        config: config
          .list('cluster.apiServer.admissionControl')
          .map(({ name, configuration }) => ({ name, configuration: asMap(configuration) })),
      },
    ),
    resource('AuditPolicyConfigs.kubernetes.talos.dev', 'audit-policy', 'k8s.ControlPlaneAuditPolicyController', {
      config: config.at('cluster.apiServer.auditPolicy') ?? {
        apiVersion: 'audit.k8s.io/v1',
        kind: 'Policy',
        rules: [{ level: 'Metadata' }],
      },
    }),
    resource(
      'AuthorizationConfigs.kubernetes.talos.dev',
      'authorization',
      'k8s.ControlPlaneAuthorizationPolicyController',
      { image: image.apiServer, config: authorizers(config) },
    ),
    resource('APIServerConfigs.kubernetes.talos.dev', 'kube-apiserver', 'k8s.ControlPlaneAPIServerController', {
      image: image.apiServer,
      cloudProvider: cloudProvider(config),
      controlPlaneEndpoint: controlPlaneEndpoint(node)?.url,
      etcdServers: ['https://127.0.0.1:2379'],
      localPort: apiServerPort(node),
      serviceCIDR: serviceSubnets(config),
      ...component(config, 'apiServer'),
      advertisedAddress: config.flag('machine.kubelet.skipNodeRegistration') === true ? '' : '$(POD_IP)',
    }),
    resource(
      'ControllerManagerConfigs.kubernetes.talos.dev',
      'kube-controller-manager',
      'k8s.ControlPlaneControllerManagerController',
      {
        enabled: config.flag('machine.controlPlane.controllerManager.disabled') !== true,
        image: image.controllerManager,
        cloudProvider: cloudProvider(config),
        podCIDRs: podSubnets(config),
        serviceCIDRs: serviceSubnets(config),
        ...component(config, 'controllerManager'),
      },
    ),
    resource('SchedulerConfigs.kubernetes.talos.dev', 'kube-scheduler', 'k8s.ControlPlaneSchedulerController', {
      enabled: config.flag('machine.controlPlane.scheduler.disabled') !== true,
      image: image.scheduler,
      ...component(config, 'scheduler'),
      config: config.map('cluster.scheduler.config'),
    }),
    bootstrapManifests(node, config),
    resource(
      'ExtraManifestsConfigs.kubernetes.talos.dev',
      'extra-manifests',
      'k8s.ControlPlaneExtraManifestsController',
      { extraManifests: extraManifests(config) },
    ),
    resource('KubernetesAccessConfigs.cluster.talos.dev', 'config', 'kubeaccess.ConfigController', {
      enabled: config.flag('machine.features.kubernetesTalosAPIAccess.enabled'),
      allowedAPIRoles: config.texts('machine.features.kubernetesTalosAPIAccess.allowedRoles'),
      allowedKubernetesNamespaces: config.texts(
        'machine.features.kubernetesTalosAPIAccess.allowedKubernetesNamespaces',
      ),
    }),
    resource('ConfigStatuses.kubernetes.talos.dev', 'static-pods', 'k8s.RenderConfigsStaticPodController', {
      ready: true,
      version: configFilesVersion,
    }),
    ...(isHealthy(node, 'etcd')
      ? [
          resource('SecretStatuses.kubernetes.talos.dev', 'static-pods', 'k8s.RenderSecretsStaticPodController', {
            ready: true,
            version: '1',
          }),
        ]
      : []),
  ];
}

/** The versions of the four configuration files of the static pods, one behind the other. */
export const configFilesVersion = '1111';

function cloudProvider(config: ConfigView): string {
  return config.flag('cluster.externalCloudProvider.enabled') === true ? 'external' : '';
}

/** What the three components have in common. */
function component(config: ConfigView, key: string) {
  const { requests, limits } = resources(config, key);
  return {
    extraArgs: argValues(config.map(`cluster.${key}.extraArgs`)),
    extraVolumes: extraVolumes(config, key),
    environmentVariables: config.textMap(`cluster.${key}.env`),
    resources: { requests: { cpu: '', memory: '', ...requests }, limits },
  };
}

/** A path of the host inside a component's container. */
export interface ExtraVolume {
  readonly name: string;
  readonly hostPath: string;
  readonly mountPath: string;
  readonly readonly: boolean;
}

/** The configured volumes of a component, named by where they are mounted. */
export function extraVolumes(config: ConfigView, key: string): readonly ExtraVolume[] {
  return config.list(`cluster.${key}.extraVolumes`).map((volume) => {
    const mountPath = asText(volume.mountPath) ?? '';
    return {
      name: mountPath.replaceAll(/[/._]/g, '-').replaceAll(/^-+|-+$/g, ''),
      hostPath: asText(volume.hostPath) ?? '',
      mountPath,
      readonly: volume.readonly === true,
    };
  });
}

/** The configured requests and limits of a component. */
export function resources(
  config: ConfigView,
  key: string,
): { readonly requests: Readonly<Record<string, string>>; readonly limits: Readonly<Record<string, string>> } {
  return {
    requests: config.textMap(`cluster.${key}.resources.requests`),
    limits: config.textMap(`cluster.${key}.resources.limits`),
  };
}

function authorizers(config: ConfigView): readonly ValueMap[] {
  const configured = config
    .list('cluster.apiServer.authorizationConfig')
    .map(({ type, name, webhook }): ValueMap => ({ type: type ?? '', name: name ?? '', webhook: asMap(webhook) }));
  const has = (type: string): boolean => configured.some((authorizer) => authorizer.type === type);
  return [
    ...(has('Node') ? [] : [{ type: 'Node', name: 'node' }]),
    ...(has('RBAC') ? [] : [{ type: 'RBAC', name: 'rbac' }]),
    ...configured,
  ];
}

function bootstrapManifests(node: NodeView, config: ConfigView) {
  const image = images(node);
  const prism = prismPort(node);
  const dns = dnsServiceAddresses(config);
  const cni = config.text('cluster.network.cni.name') ?? 'flannel';
  return resource(
    'BootstrapManifestsConfigs.kubernetes.talos.dev',
    'manifests',
    'k8s.ControlPlaneBootstrapManifestsController',
    {
      string: prism === undefined ? controlPlaneEndpoint(node)?.url : `https://127.0.0.1:${prism}`,
      clusterDomain: dnsDomain(config),
      podCIDRs: podSubnets(config),
      proxyEnabled: config.flag('cluster.proxy.disabled') !== true,
      proxyImage: image.proxy,
      proxyArgs: proxyArguments(config, image.proxy),
      coreDNSEnabled: config.flag('cluster.coreDNS.disabled') !== true,
      coreDNSImage: image.coreDns,
      dnsServiceIP: dns.find((address) => !address.includes(':')),
      dnsServiceIPv6: dns.find((address) => address.includes(':')),
      flannelEnabled: cni === 'flannel',
      flannelImage: image.flannel,
      flannelExtraArgs: config.texts('cluster.network.cni.flannel.extraArgs'),
      flannelKubeServiceHost: prism === undefined ? '' : '127.0.0.1',
      flannelKubeServicePort: prism === undefined ? '' : String(prism),
      flannelKubeNetworkPoliciesEnabled: config.flag('cluster.network.cni.flannel.kubeNetworkPoliciesEnabled'),
      flannelKubeNetworkPoliciesImage: image.networkPolicies,
      talosAPIServiceEnabled: config.flag('machine.features.kubernetesTalosAPIAccess.enabled'),
      cniName: cni,
    },
  );
}

function proxyArguments(config: ConfigView, image: string): readonly string[] {
  const [, minor = '0'] = imageVersion(image).split('.');
  return flags(
    {
      'cluster-cidr': podSubnets(config).join(','),
      'hostname-override': '$(NODE_NAME)',
      kubeconfig: '/etc/kubernetes/kubeconfig',
      'proxy-mode': config.text('cluster.proxy.mode') ?? (Number(minor) >= 31 ? 'nftables' : 'iptables'),
      'conntrack-max-per-core': '0',
    },
    extraArguments(config.map('cluster.proxy.extraArgs')),
  );
}

/** Manifests by URL or in the configuration; the network's come first. */
function extraManifests(config: ConfigView) {
  const byUrl = (urls: readonly string[], priority: string, extraHeaders = {}) =>
    urls.map((url) => ({ name: url, url, priority, extraHeaders }));
  return [
    ...byUrl(config.texts('cluster.network.cni.urls'), '05'),
    ...byUrl(config.texts('cluster.externalCloudProvider.manifests'), '30'),
    ...byUrl(config.texts('cluster.extraManifests'), '99', config.textMap('cluster.extraManifestHeaders')),
    ...config.list('cluster.inlineManifests').map(({ name, contents }) => ({
      name: asText(name),
      priority: '99',
      inlineManifest: asText(contents),
    })),
  ];
}
