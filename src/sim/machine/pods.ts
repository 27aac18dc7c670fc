import { createHash } from 'node:crypto';
import type { Runtime } from './runtime.js';
import { specAt, specList, specText, specTexts } from './spec.js';

export interface Pod {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly sandboxId: string;
  readonly sandboxPid: number;
  /** Empty for a pod in the network of its node. */
  readonly networkNamespace: string;
  /** Its address in the pod network; the node's own where it has no network of its own. */
  readonly address: string;
  readonly quality: 'burstable' | 'besteffort';
  readonly containers: readonly PodContainer[];
}

export interface PodContainer {
  readonly name: string;
  readonly id: string;
  readonly image: string;
  readonly command: readonly string[];
  readonly pid: number;
}

/** What a cluster runs on its nodes, besides static pods. */
export interface Workload {
  readonly kind: 'DaemonSet' | 'Deployment';
  readonly namespace: string;
  readonly name: string;
  readonly image: string;
}

const firstPid = 2000;
const pidsPerPod = 40;
const containerPidAfterSandbox = 17;

/** The pods of a machine: its static ones, and its share of what the cluster runs. */
export function podsOf(runtime: Runtime): readonly Pod[] {
  const templates = [...staticPods(runtime), ...scheduledPods(runtime)];
  return templates.map((template, index) => pod(runtime, template, index));
}

/** What the manifests of a control plane node make the cluster run. */
export function workloadsOf(runtime: Runtime): readonly Workload[] {
  return runtime.resources
    .list('controlplane', 'Manifests.kubernetes.talos.dev')
    .flatMap(({ spec }) => specList(spec))
    .flatMap((item): readonly Workload[] => {
      const kind = specText(item, 'kind');
      if (kind !== 'DaemonSet' && kind !== 'Deployment') return [];
      const [container] = specList(item, 'spec', 'template', 'spec', 'containers');
      const { namespace, name } = names(item);
      return [{ kind, namespace, name, image: specText(container, 'image') }];
    });
}

interface PodTemplate {
  readonly namespace: string;
  readonly name: string;
  readonly hostNetwork: boolean;
  readonly uid: string;
  readonly containers: readonly Pick<PodContainer, 'name' | 'image' | 'command'>[];
  readonly quality: Pod['quality'];
}

function staticPods(runtime: Runtime): readonly PodTemplate[] {
  if (!runtime.kubernetesUp) return [];
  return runtime.resources.list('k8s', 'StaticPods.kubernetes.talos.dev').map(({ id, spec }) => {
    const { namespace, name } = names(spec);
    const containers = specList(spec, 'spec', 'containers').map((container) => {
      const words = [...specTexts(container, 'command'), ...specTexts(container, 'args')].map((word) =>
        word.replaceAll('$(POD_IP)', runtime.machine.identity.address),
      );
      const named = specText(container, 'name');
      return { name: named, image: specText(container, 'image'), command: words.length > 0 ? words : [`/${named}`] };
    });
    return {
      namespace: namespace || 'default',
      name: `${name}-${runtime.hostname}`,
      hostNetwork: specAt(spec, 'spec', 'hostNetwork') === true,
      uid: digest(runtime, `static ${id}`).slice(0, 32),
      containers,
      quality: 'burstable',
    };
  });
}

function scheduledPods(runtime: Runtime): readonly PodTemplate[] {
  const clusterId = runtime.configuration.active?.view.clusterId ?? '';
  if (runtime.services.find('kubelet')?.up !== true) return [];
  return runtime.machine.neighbours
    .workloads(clusterId)
    .filter(({ kind }) => kind === 'DaemonSet' || runtime.isControlPlane)
    .map(({ kind, namespace, name, image }) => ({
      namespace,
      name:
        kind === 'DaemonSet'
          ? `${name}-${suffix(runtime, name)}`
          : `${name}-${replicaSet(name, image)}-${suffix(runtime, name)}`,
      hostNetwork: kind === 'DaemonSet',
      uid: uuid(digest(runtime, `${kind} ${name}`)),
      containers: [{ name, image, command: commands[name]?.(runtime) ?? [`/${name}`] }],
      quality: name === 'kube-proxy' ? 'besteffort' : 'burstable',
    }));
}

const commands: Readonly<Record<string, (runtime: Runtime) => readonly string[]>> = {
  'kube-flannel': () => ['/opt/bin/flanneld', '--ip-masq', '--kube-subnet-mgr'],
  'kube-proxy': ({ hostname }) => [
    '/usr/local/bin/kube-proxy',
    `--hostname-override=${hostname}`,
    '--kubeconfig=/etc/kubernetes/kubeconfig',
    '--proxy-mode=nftables',
  ],
  coredns: () => ['/coredns', '-conf', '/etc/coredns/Corefile'],
};

function pod(runtime: Runtime, template: PodTemplate, index: number): Pod {
  const { namespace, name, uid, hostNetwork, containers, quality } = template;
  const sandboxPid = firstPid + index * pidsPerPod;
  const { address } = runtime.machine.identity;
  return {
    namespace,
    name,
    uid,
    sandboxId: digest(runtime, `sandbox ${name}`),
    sandboxPid,
    networkNamespace: hostNetwork ? '' : `cni-${uuid(digest(runtime, `network ${name}`))}`,
    address: hostNetwork ? address : `10.244.${Number(address.split('.').at(-1)) - 2}.${index + 2}`,
    quality,
    containers: containers.map((container, at) => ({
      ...container,
      id: digest(runtime, `container ${name} ${container.name}`),
      pid: sandboxPid + containerPidAfterSandbox + at,
    })),
  };
}

function names(item: unknown) {
  return { namespace: specText(item, 'metadata', 'namespace'), name: specText(item, 'metadata', 'name') };
}

/** Hexadecimal digits that stay the same for a boot and a purpose. */
function digest({ bootId }: Runtime, purpose: string): string {
  return createHash('sha256').update(`${bootId} ${purpose}`).digest('hex');
}

function uuid(digits: string): string {
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/, '$1-$2-4$3-a$4-$5');
}

/** Letters and digits that Kubernetes makes names of. */
const nameAlphabet = 'bcdfghjklmnpqrstvwxz2456789';

function letters(digits: string, count: number): string {
  const bytes = Buffer.from(digits, 'hex').subarray(0, count);
  return [...bytes].map((byte) => nameAlphabet[byte % nameAlphabet.length]).join('');
}

function suffix(runtime: Runtime, name: string): string {
  return letters(digest(runtime, `suffix ${name}`), 5);
}

function replicaSet(name: string, image: string): string {
  return letters(createHash('sha256').update(`${name} ${image}`).digest('hex'), 10);
}
