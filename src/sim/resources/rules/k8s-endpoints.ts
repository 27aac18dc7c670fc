import { isIP } from 'node:net';
import { isControlPlane, type NodeView, resource } from '../node.js';
import { apiServerPort, clusterMembers } from './cluster.js';

const prismHost = '127.0.0.1';
const defaultPrismPort = 7445;

export interface ControlPlaneEndpoint {
  readonly url: string;
  readonly host: string;
  readonly port: number;
}

/** `cluster.controlPlane.endpoint`, with https' port where it names none. */
export function controlPlaneEndpoint({ config }: NodeView): ControlPlaneEndpoint | undefined {
  const url = config?.text('cluster.controlPlane.endpoint');
  if (url === undefined || !URL.canParse(url)) return undefined;
  const { hostname, port, protocol } = new URL(url);
  return {
    url,
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (protocol === 'http:' ? 80 : 443) : Number(port),
  };
}

/** The port of KubePrism, the node's own balancer for the Kubernetes API; undefined where it is off. */
export function prismPort({ config }: NodeView): number | undefined {
  if (config?.flag('machine.features.kubePrism.enabled') !== true) return undefined;
  return config.number('machine.features.kubePrism.port') ?? defaultPrismPort;
}

/** Where the Kubernetes API is, as the node knows it from several sources, and its balancer. */
export function endpointRules(node: NodeView) {
  const { facts, config } = node;
  const controlPlanes = clusterMembers(node).filter(({ machineType }) => machineType === 'controlplane');
  const addresses = config === undefined ? [] : controlPlanes.flatMap((member) => member.addresses);
  const type = 'Endpoints.kubernetes.talos.dev';
  const endpoint = controlPlaneEndpoint(node);
  return [
    resource(type, 'discovery', 'cluster.EndpointController', { addresses }),
    ...(endpoint === undefined
      ? []
      : [
          resource(
            type,
            'controlplane',
            'k8s.StaticEndpointController',
            isIP(endpoint.host) > 0 ? { addresses: [endpoint.host] } : { hosts: [endpoint.host] },
          ),
        ]),
    ...(config !== undefined && facts.kubernetesReady
      ? [resource(type, 'kube-apiserver', 'k8s.EndpointController', { addresses })]
      : []),
    ...prism(node, addresses),
  ];
}

function prism(node: NodeView, addresses: readonly string[]) {
  const endpoint = controlPlaneEndpoint(node);
  if (node.config === undefined) return [];
  const port = apiServerPort(node);
  const endpoints = [
    ...(endpoint === undefined ? [] : [{ host: endpoint.host, port: endpoint.port }]),
    ...(isControlPlane(node) ? [{ host: 'localhost', port }] : []),
    ...addresses.map((host) => ({ host, port })),
  ];
  const balancer = prismPort(node);
  return [
    resource('KubePrismEndpoints.kubernetes.talos.dev', 'k8s-cluster', 'k8s.KubePrismEndpointsController', {
      endpoints,
    }),
    ...(balancer === undefined
      ? []
      : [
          resource(
            'KubePrismConfigs.kubernetes.talos.dev',
            'k8s-loadbalancer-config',
            'k8s.KubePrismConfigController',
            { host: prismHost, port: balancer, endpoints },
          ),
          resource('KubePrismStatuses.kubernetes.talos.dev', 'k8s-loadbalancer', 'k8s.KubePrismController', {
            host: `${prismHost}:${balancer}`,
            healthy: node.facts.kubernetesReady,
          }),
        ]),
  ];
}
