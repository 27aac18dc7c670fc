import type { NodeView } from '../node.js';

const coreDnsVersion = 'v1.14.6';
const etcdVersion = 'v3.6.12';
const flannelVersion = '0.28.8';
const networkPoliciesVersion = 'v1.1.0';

/** The container images of a node: as configured, else those of the node's own versions. */
export interface Images {
  readonly kubelet: string;
  readonly apiServer: string;
  readonly controllerManager: string;
  readonly scheduler: string;
  readonly proxy: string;
  readonly coreDns: string;
  readonly etcd: string;
  readonly flannel: string;
  readonly networkPolicies: string;
}

export function images({ facts, config }: NodeView): Images {
  const kubernetes = `v${facts.kubernetesVersion.replace(/^v/, '')}`;
  const configured = (path: string, fallback: string): string => config?.text(path) ?? fallback;
  const component = (key: string, name: string): string =>
    configured(`cluster.${key}.image`, `registry.k8s.io/${name}:${kubernetes}`);
  return {
    kubelet: configured('machine.kubelet.image', `ghcr.io/siderolabs/kubelet:${kubernetes}`),
    apiServer: component('apiServer', 'kube-apiserver'),
    controllerManager: component('controllerManager', 'kube-controller-manager'),
    scheduler: component('scheduler', 'kube-scheduler'),
    proxy: component('proxy', 'kube-proxy'),
    coreDns: configured('cluster.coreDNS.image', `registry.k8s.io/coredns/coredns:${coreDnsVersion}`),
    etcd: configured('cluster.etcd.image', `registry.k8s.io/etcd:${etcdVersion}`),
    flannel: `ghcr.io/siderolabs/flannel:${flannelVersion}`,
    networkPolicies: `registry.k8s.io/networking/kube-network-policies:${networkPoliciesVersion}`,
  };
}

/** The version that an image's tag names: `1.36.3` of `…:v1.36.3`. */
export function imageVersion(image: string): string {
  return /:v?([^:@/]+)(?:@.*)?$/.exec(image)?.[1] ?? '';
}
