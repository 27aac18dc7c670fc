import { asText, type ConfigView, type NodeView, resource } from '../node.js';
import { images } from './images.js';
import { controlPlaneEndpoint, prismPort } from './k8s-endpoints.js';
import { dnsServiceAddresses } from './networks.js';

const rbac = 'rbac.authorization.k8s.io/v1';
const rbacGroup = 'rbac.authorization.k8s.io';

interface Manifest {
  readonly id: string;
  readonly items: readonly Readonly<Record<string, unknown>>[];
}

/** The manifests that the control plane applies once Kubernetes runs. */
export function manifestRules(node: NodeView) {
  const { config, facts } = node;
  if (config === undefined) return [];
  const manifests = [...bootstrap(config), ...addOns(node, config), ...inCluster(node)];
  return [
    ...manifests.map(({ id, items }) =>
      resource('Manifests.kubernetes.talos.dev', id, 'k8s.ManifestController', items),
    ),
    ...(facts.kubernetesReady
      ? [
          resource('ManifestStatuses.kubernetes.talos.dev', 'manifests', 'k8s.ManifestApplyController', {
            manifestsApplied: manifests.map(({ id }) => id).sort(),
          }),
        ]
      : []),
  ];
}

/** How new nodes get their certificates. */
function bootstrap(config: ConfigView): readonly Manifest[] {
  const [tokenId = '', tokenSecret = ''] = (config.text('cluster.token') ?? '').split('.');
  return [
    {
      id: '00-kubelet-bootstrapping-token',
      items: [
        {
          apiVersion: 'v1',
          kind: 'Secret',
          metadata: { name: `bootstrap-token-${tokenId}`, namespace: 'kube-system' },
          stringData: {
            'auth-extra-groups': 'system:bootstrappers:nodes',
            'token-id': tokenId,
            'token-secret': tokenSecret,
            'usage-bootstrap-authentication': 'true',
          },
          type: 'bootstrap.kubernetes.io/token',
        },
      ],
    },
    binding('01-csr-approver-role-binding', 'system-bootstrap-approve-node-client-csr', csrRole('nodeclient'), [
      'system:bootstrappers:nodes',
    ]),
    binding('01-csr-node-bootstrap', 'system-bootstrap-node-bootstrapper', 'system:node-bootstrapper', [
      'system:bootstrappers:nodes',
      'system:nodes',
    ]),
    binding('01-csr-renewal-role-binding', 'system-bootstrap-node-renewal', csrRole('selfnodeclient'), [
      'system:nodes',
    ]),
  ];
}

function csrRole(name: string): string {
  return `system:certificates.k8s.io:certificatesigningrequests:${name}`;
}

function binding(id: string, name: string, role: string, groups: readonly string[]): Manifest {
  return { id, items: [roleBinding({ name }, role, groups)] };
}

function roleBinding(metadata: Readonly<Record<string, unknown>>, role: string, groups: readonly string[]) {
  return {
    apiVersion: rbac,
    kind: 'ClusterRoleBinding',
    metadata,
    roleRef: { apiGroup: rbacGroup, kind: 'ClusterRole', name: role },
    subjects: groups.map((group) => ({ apiGroup: rbacGroup, kind: 'Group', name: group })),
  };
}

interface WorkloadOptions {
  /** Value of the label by which it is known, where that is not its name. */
  readonly app?: string;
  readonly replicas?: number;
}

/** Network, proxy and DNS, in short: what counts is that they are listed and run. */
function addOns(node: NodeView, config: ConfigView): readonly Manifest[] {
  const image = images(node);
  const account = (name: string) => ({
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { name, namespace: 'kube-system' },
  });
  const workload = (kind: string, name: string, container: string, options: WorkloadOptions = {}) => ({
    apiVersion: 'apps/v1',
    kind,
    metadata: { labels: { 'k8s-app': options.app ?? name }, name, namespace: 'kube-system' },
    spec: {
      ...(options.replicas === undefined ? {} : { replicas: options.replicas }),
      selector: { matchLabels: { 'k8s-app': options.app ?? name } },
      template: {
        metadata: { labels: { 'k8s-app': options.app ?? name } },
        spec: {
          containers: [{ image: container, name }],
          ...(kind === 'DaemonSet' ? { hostNetwork: true } : {}),
          serviceAccountName: name,
          tolerations:
            kind === 'DaemonSet'
              ? [
                  { effect: 'NoSchedule', operator: 'Exists' },
                  { effect: 'NoExecute', operator: 'Exists' },
                ]
              : [{ effect: 'NoSchedule', key: 'node-role.kubernetes.io/control-plane', operator: 'Exists' }],
        },
      },
    },
  });
  return [
    ...((config.text('cluster.network.cni.name') ?? 'flannel') === 'flannel'
      ? [{ id: '05-flannel', items: [account('flannel'), workload('DaemonSet', 'kube-flannel', image.flannel)] }]
      : []),
    ...(config.flag('cluster.proxy.disabled') === true
      ? []
      : [{ id: '10-kube-proxy', items: [account('kube-proxy'), workload('DaemonSet', 'kube-proxy', image.proxy)] }]),
    ...(config.flag('cluster.coreDNS.disabled') === true
      ? []
      : [
          {
            id: '11-core-dns',
            items: [
              account('coredns'),
              workload('Deployment', 'coredns', image.coreDns, { app: 'kube-dns', replicas: 2 }),
            ],
          },
          {
            id: '11-core-dns-svc',
            items: [
              {
                apiVersion: 'v1',
                kind: 'Service',
                metadata: { labels: { 'k8s-app': 'kube-dns' }, name: 'kube-dns', namespace: 'kube-system' },
                spec: {
                  clusterIP: dnsServiceAddresses(config)[0],
                  ports: [
                    { name: 'dns', port: 53, protocol: 'UDP' },
                    { name: 'dns-tcp', port: 53, protocol: 'TCP' },
                    { name: 'metrics', port: 9153, protocol: 'TCP' },
                  ],
                  selector: { 'k8s-app': 'kube-dns' },
                },
              },
            ],
          },
        ]),
    ...config.list('cluster.inlineManifests').map(({ name }) => ({
      id: `99-${asText(name) ?? ''}`,
      items: [],
    })),
  ];
}

function inCluster(node: NodeView): readonly Manifest[] {
  const prism = prismPort(node);
  const server = prism === undefined ? (controlPlaneEndpoint(node)?.url ?? '') : `https://127.0.0.1:${prism}`;
  const nodesRole = 'system:talos-nodes';
  const bootstrapping = { 'kubernetes.io/bootstrapping': 'rbac-defaults' };
  return [
    {
      id: '11-kube-config-in-cluster',
      items: [
        {
          apiVersion: 'v1',
          data: { kubeconfig: inClusterKubeconfig(server) },
          kind: 'ConfigMap',
          metadata: { name: 'kubeconfig-in-cluster', namespace: 'kube-system' },
        },
      ],
    },
    {
      id: '11-talos-node-rbac-template',
      items: [
        roleBinding(
          {
            annotations: { 'rbac.authorization.kubernetes.io/autoupdate': 'true' },
            labels: bootstrapping,
            name: nodesRole,
          },
          nodesRole,
          ['system:nodes'],
        ),
        {
          apiVersion: rbac,
          kind: 'ClusterRole',
          metadata: { labels: bootstrapping, name: nodesRole },
          rules: [{ apiGroups: ['discovery.k8s.io'], resources: ['endpointslices'], verbs: ['get', 'list', 'watch'] }],
        },
      ],
    },
  ];
}

function inClusterKubeconfig(server: string): string {
  const account = '/var/run/secrets/kubernetes.io/serviceaccount';
  return `apiVersion: v1
clusters:
- cluster:
    certificate-authority: ${account}/ca.crt
    server: ${server}
  name: local
contexts:
- context:
    cluster: local
    user: service-account
  name: local
current-context: local
kind: Config
users:
- name: service-account
  user:
    tokenFile: ${account}/token
`;
}
