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

/** A pod that the Kubernetes API has placed on a node. */
export interface ScheduledPod {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  /** Of what made it: the name of the DaemonSet or Deployment. */
  readonly workload: string;
  readonly hostNetwork: boolean;
  readonly containers: readonly {
    readonly name: string;
    readonly image: string;
    readonly command: readonly string[];
  }[];
}

const firstPid = 2000;
const pidsPerPod = 40;
const containerPidAfterSandbox = 17;

/** The pods of a machine: its static ones, and its share of what the cluster runs. */
export function podsOf(runtime: Runtime): readonly Pod[] {
  const templates = [...staticPods(runtime), ...scheduledPods(runtime)];
  return templates.map((template, index) => pod(runtime, template, index));
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
      name: `${name}-${nodenameOf(runtime)}`,
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
    .kubernetes(clusterId)
    .scheduledOn(nodenameOf(runtime))
    .map(({ workload, containers, ...placed }) => ({
      ...placed,
      containers: containers.map(({ name, image, command }) => ({
        name,
        image,
        command: command.length > 0 ? command : (commands[name]?.(runtime) ?? [`/${name}`]),
      })),
      quality: workload === 'kube-proxy' ? 'besteffort' : 'burstable',
    }));
}

/** The name under which the machine's kubelet registers. */
export function nodenameOf(runtime: Runtime): string {
  const spec = runtime.resources.get('k8s', 'Nodenames.kubernetes.talos.dev', 'nodename')?.spec;
  return specText(spec, 'nodename') || runtime.hostname;
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
