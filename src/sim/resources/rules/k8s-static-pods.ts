import { asMap, asText, type ConfigView, fingerprint, isHealthy, type NodeView, resource } from '../node.js';
import { extraArguments, flags } from './arguments.js';
import { apiServerPort } from './cluster.js';
import { images, imageVersion } from './images.js';
import { configFilesVersion, extraVolumes, resources } from './k8s-control-plane.js';
import { controlPlaneEndpoint } from './k8s-endpoints.js';
import { nodename } from './k8s-node.js';
import { podSubnets, serviceSubnets } from './networks.js';

const cipherSuites = [
  'TLS_AES_128_GCM_SHA256',
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256',
  'TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384',
  'TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305',
  'TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256',
  'TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256',
  'TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384',
  'TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305',
  'TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256',
];

/** One component of the control plane as a static pod. */
interface Component {
  readonly name: string;
  readonly configKey: string;
  readonly image: string;
  readonly command: readonly string[];
  readonly requests: Readonly<Record<string, string>>;
  /** User and group it runs as. */
  readonly user: number;
  readonly volumes: readonly Volume[];
  readonly capabilities: Readonly<Record<string, readonly string[]>>;
  readonly probes: Readonly<Record<string, unknown>>;
  readonly annotations: Readonly<Record<string, string>>;
}

interface Volume {
  readonly name: string;
  readonly path: string;
  readonly mountPath: string;
  readonly readOnly: boolean;
}

/** The static pods of the control plane, which start when etcd is there, and their state. */
export function staticPodRules(node: NodeView) {
  const { config, facts } = node;
  if (config === undefined || !isHealthy(node, 'etcd')) return [];
  const components = [apiServer(node, config), controllerManager(node, config), scheduler(node, config)].filter(
    ({ configKey }) => config.flag(`machine.controlPlane.${configKey}.disabled`) !== true,
  );
  return [
    ...components.map((component) =>
      resource(
        'StaticPods.kubernetes.talos.dev',
        component.name,
        'k8s.ControlPlaneStaticPodController',
        pod(component, config),
      ),
    ),
    ...config.list('machine.pods').map((manifest) => {
      const { name, namespace } = asMap(manifest.metadata);
      const id = `${asText(namespace) ?? 'default'}-${asText(name) ?? ''}`;
      return resource('StaticPods.kubernetes.talos.dev', id, 'k8s.StaticPodConfigController', manifest);
    }),
    ...(facts.kubernetesReady
      ? components.map((component) =>
          resource(
            'StaticPodStatuses.kubernetes.talos.dev',
            `kube-system/${component.name}-${nodename(node)}`,
            'k8s.KubeletStaticPodController',
            podStatus(node, component),
          ),
        )
      : []),
  ];
}

function secretsDirectory(name: string): string {
  return `/system/secrets/kubernetes/${name}`;
}

function configDirectory(name: string): string {
  return `/system/config/kubernetes/${name}`;
}

function directory(name: string, path: string, readOnly = true): Volume {
  return { name, path, mountPath: path, readOnly };
}

function configuredVolumes(config: ConfigView, key: string): readonly Volume[] {
  return extraVolumes(config, key).map(({ name, hostPath, mountPath, readonly }) => ({
    name,
    path: hostPath,
    mountPath,
    readOnly: readonly,
  }));
}

function apiServer(node: NodeView, config: ConfigView): Component {
  const name = 'kube-apiserver';
  const secrets = secretsDirectory(name);
  const files = configDirectory(name);
  const endpoint = controlPlaneEndpoint(node)?.url ?? '';
  const own = {
    'admission-control-config-file': `${files}/admission-control-config.yaml`,
    ...(config.flag('machine.kubelet.skipNodeRegistration') === true ? {} : { 'advertise-address': '$(POD_IP)' }),
    'allow-privileged': 'true',
    'anonymous-auth': 'false',
    'api-audiences': endpoint,
    'audit-log-maxage': '30',
    'audit-log-maxbackup': '10',
    'audit-log-maxsize': '100',
    'audit-log-path': '/var/log/audit/kube/kube-apiserver.log',
    'audit-policy-file': `${files}/auditpolicy.yaml`,
    'authorization-config': `${files}/authorization-config.yaml`,
    'bind-address': '0.0.0.0',
    'client-ca-file': `${secrets}/ca.crt`,
    'enable-admission-plugins': 'NodeRestriction',
    'enable-bootstrap-token-auth': 'true',
    'encryption-provider-config': `${secrets}/encryptionconfig.yaml`,
    'etcd-cafile': `${secrets}/etcd-client-ca.crt`,
    'etcd-certfile': `${secrets}/etcd-client.crt`,
    'etcd-keyfile': `${secrets}/etcd-client.key`,
    'etcd-servers': 'https://127.0.0.1:2379',
    'kubelet-client-certificate': `${secrets}/apiserver-kubelet-client.crt`,
    'kubelet-client-key': `${secrets}/apiserver-kubelet-client.key`,
    'kubelet-preferred-address-types': 'InternalIP,ExternalIP,Hostname',
    profiling: 'false',
    'proxy-client-cert-file': `${secrets}/front-proxy-client.crt`,
    'proxy-client-key-file': `${secrets}/front-proxy-client.key`,
    'requestheader-allowed-names': 'front-proxy-client',
    'requestheader-client-ca-file': `${secrets}/aggregator-ca.crt`,
    'requestheader-extra-headers-prefix': 'X-Remote-Extra-',
    'requestheader-group-headers': 'X-Remote-Group',
    'requestheader-username-headers': 'X-Remote-User',
    'secure-port': String(apiServerPort(node)),
    'service-account-issuer': endpoint,
    'service-account-key-file': `${secrets}/service-account.pub`,
    'service-account-signing-key-file': `${secrets}/service-account.key`,
    'service-cluster-ip-range': serviceSubnets(config).join(','),
    'tls-cert-file': `${secrets}/apiserver.crt`,
    'tls-cipher-suites': cipherSuites.join(','),
    'tls-min-version': 'VersionTLS12',
    'tls-private-key-file': `${secrets}/apiserver.key`,
  };
  const additive = ['enable-admission-plugins', 'feature-gates', 'authorization-mode', 'tls-cipher-suites'];
  return {
    name,
    configKey: 'apiServer',
    image: images(node).apiServer,
    command: [
      '/usr/local/bin/kube-apiserver',
      ...flags(own, extraArguments(config.map('cluster.apiServer.extraArgs')), additive),
    ],
    requests: { cpu: '200m', memory: '512Mi' },
    user: 65534,
    volumes: [
      directory('secrets', secrets),
      directory('config', files),
      directory('audit', '/var/log/audit/kube', false),
      ...configuredVolumes(config, 'apiServer'),
    ],
    capabilities: { add: ['NET_BIND_SERVICE'], drop: ['ALL'] },
    probes: {},
    annotations: { 'talos.dev/config-file-version': configFilesVersion },
  };
}

function controllerManager(node: NodeView, config: ConfigView): Component {
  const name = 'kube-controller-manager';
  const secrets = secretsDirectory(name);
  const own = {
    'allocate-node-cidrs': 'true',
    'authentication-kubeconfig': `${secrets}/kubeconfig`,
    'authorization-kubeconfig': `${secrets}/kubeconfig`,
    'bind-address': '127.0.0.1',
    'cluster-cidr': podSubnets(config).join(','),
    'cluster-signing-cert-file': `${secrets}/ca.crt`,
    'cluster-signing-key-file': `${secrets}/ca.key`,
    'configure-cloud-routes': 'false',
    controllers: '*,tokencleaner',
    kubeconfig: `${secrets}/kubeconfig`,
    'leader-elect': 'true',
    profiling: 'false',
    'root-ca-file': `${secrets}/ca.crt`,
    'service-account-private-key-file': `${secrets}/service-account.key`,
    'service-cluster-ip-range': serviceSubnets(config).join(','),
    'tls-min-version': 'VersionTLS13',
  };
  const health = probe('/healthz', 10257);
  return {
    name,
    configKey: 'controllerManager',
    image: images(node).controllerManager,
    command: [
      '/usr/local/bin/kube-controller-manager',
      '--use-service-account-credentials',
      ...flags(own, extraArguments(config.map('cluster.controllerManager.extraArgs')), [
        'service-cluster-ip-range',
        'controllers',
      ]),
    ],
    requests: { cpu: '50m', memory: '256Mi' },
    user: 65535,
    volumes: [directory('secrets', secrets), ...configuredVolumes(config, 'controllerManager')],
    capabilities: { drop: ['ALL'] },
    probes: {
      livenessProbe: { ...health, timeoutSeconds: 15 },
      startupProbe: { ...health, failureThreshold: 12, periodSeconds: 5 },
    },
    annotations: {},
  };
}

function scheduler(node: NodeView, config: ConfigView): Component {
  const name = 'kube-scheduler';
  const secrets = secretsDirectory(name);
  const files = configDirectory(name);
  const own = {
    'authentication-kubeconfig': `${secrets}/kubeconfig`,
    'authentication-tolerate-lookup-failure': 'false',
    'authorization-kubeconfig': `${secrets}/kubeconfig`,
    'bind-address': '127.0.0.1',
    config: `${files}/scheduler-config.yaml`,
    'leader-elect': 'true',
    profiling: 'false',
    'tls-min-version': 'VersionTLS13',
  };
  return {
    name,
    configKey: 'scheduler',
    image: images(node).scheduler,
    command: [
      '/usr/local/bin/kube-scheduler',
      ...flags(own, extraArguments(config.map('cluster.scheduler.extraArgs'))),
    ],
    requests: { cpu: '10m', memory: '64Mi' },
    user: 65536,
    volumes: [directory('secrets', secrets), directory('config', files), ...configuredVolumes(config, 'scheduler')],
    capabilities: { drop: ['ALL'] },
    probes: {
      livenessProbe: probe('/livez', 10259),
      readinessProbe: probe('/readyz', 10259),
      startupProbe: probe('/livez', 10259),
    },
    annotations: {},
  };
}

function probe(path: string, port: number) {
  return { httpGet: { host: 'localhost', path, port, scheme: 'HTTPS' } };
}

function pod(component: Component, config: ConfigView) {
  const { name, image, command, user, volumes, capabilities, probes } = component;
  const configured = resources(config, component.configKey);
  const limits = Object.keys(configured.limits).length > 0 ? { limits: configured.limits } : {};
  const env = Object.entries(config.textMap(`cluster.${component.configKey}.env`)).map(([key, value]) => ({
    name: key,
    value,
  }));
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      annotations: { ...component.annotations, 'talos.dev/config-version': '1', 'talos.dev/secrets-version': '1' },
      labels: {
        'app.kubernetes.io/component': 'control-plane',
        'app.kubernetes.io/managed-by': 'Talos',
        'app.kubernetes.io/name': name,
        'app.kubernetes.io/version': imageVersion(image),
        component: name,
        'k8s-app': name,
        tier: 'control-plane',
      },
      name,
      namespace: 'kube-system',
    },
    spec: {
      containers: [
        {
          command,
          env: [{ name: 'POD_IP', valueFrom: { fieldRef: { fieldPath: 'status.podIP' } } }, ...env],
          image,
          ...probes,
          name,
          resources: { requests: { ...component.requests, ...configured.requests }, ...limits },
          securityContext: {
            allowPrivilegeEscalation: false,
            capabilities,
            seccompProfile: { type: 'RuntimeDefault' },
          },
          volumeMounts: volumes.map(mount),
        },
      ],
      hostNetwork: true,
      priority: 2_000_000_000,
      priorityClassName: 'system-cluster-critical',
      securityContext: { runAsGroup: user, runAsNonRoot: true, runAsUser: user },
      volumes: volumes.map(({ name: volume, path }) => ({ hostPath: { path }, name: volume })),
    },
    status: {},
  };
}

function mount({ name, mountPath, readOnly }: Volume) {
  return { mountPath, name, ...(readOnly ? { readOnly } : {}) };
}

/** A pod that runs since the node's boot, as its kubelet tells. */
function podStatus(node: NodeView, { name, image, requests, user, volumes }: Component) {
  const { address, bootedAt } = node.facts;
  const startTime = `${bootedAt.toISOString().slice(0, 19)}Z`;
  const condition = (type: string) => ({ lastProbeTime: null, lastTransitionTime: startTime, status: 'True', type });
  const digits = (purpose: string): string => fingerprint(node, `${node.facts.bootId} ${name} ${purpose}`);
  return {
    allocatedResources: requests,
    conditions: ['PodReadyToStartContainers', 'Initialized', 'Ready', 'ContainersReady', 'PodScheduled'].map(condition),
    containerStatuses: [
      {
        allocatedResources: requests,
        containerID: `containerd://${digits('container')}`,
        image,
        imageID: `${image.replace(/:[^:/]*$/, '')}@sha256:${digits('image')}`,
        lastState: {},
        name,
        ready: true,
        resources: { requests },
        restartCount: 0,
        started: true,
        state: { running: { startedAt: startTime } },
        user: { linux: { gid: user, supplementalGroups: [user], uid: user } },
        volumeMounts: volumes.map((volume) => ({
          ...mount(volume),
          ...(volume.readOnly ? { recursiveReadOnly: 'Disabled' } : {}),
        })),
      },
    ],
    hostIP: address,
    hostIPs: [{ ip: address }],
    phase: 'Running',
    podIP: address,
    podIPs: [{ ip: address }],
    qosClass: 'Burstable',
    resources: { requests },
    startTime,
  };
}
