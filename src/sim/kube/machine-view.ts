import type { ServiceLog } from '../machine/logs.js';
import { nodenameOf, type Pod, type PodContainer, podsOf } from '../machine/pods.js';
import type { Runtime } from '../machine/runtime.js';
import { specList, specText } from '../machine/spec.js';
import { kernelVersion } from '../resources/hardware.js';
import type { Json, JsonMap, Labels } from './object.js';

/** A machine as its kubelet and its controllers show it to the Kubernetes API. */
export interface KubeMachine {
  readonly nodename: string;
  readonly address: string;
  readonly hostname: string;
  readonly kubeletUp: boolean;
  readonly kubeletVersion: string;
  readonly osImage: string;
  readonly machineId: string;
  readonly bootId: string;
  /** What the machine keeps on its Node object. */
  readonly labels: Labels;
  readonly annotations: Labels;
  readonly taints: readonly Taint[];
  /** Whether it is on its way down and takes no new pods. */
  readonly cordoned: boolean;
  readonly staticPods: readonly StaticPod[];
  /** What its kubelet runs. */
  pods(): readonly Pod[];
  /** Its Node object has changed in what the machine shows of it. */
  nodeChanged(): void;
  /** What a container of one of them has written. */
  log(container: PodContainer): ServiceLog;
}

export interface StaticPod {
  readonly manifest: JsonMap;
  /** Version of the configuration resource that the manifest was made from; empty for one of the user's own. */
  readonly configVersion: string;
}

export interface Taint {
  readonly key: string;
  readonly value: string;
  readonly effect: string;
}

export const nodeSoftware = { kernelVersion, containerRuntimeVersion: 'containerd://2.2.1' };

const configTypes: Readonly<Record<string, string>> = {
  'kube-apiserver': 'APIServerConfigs.kubernetes.talos.dev',
  'kube-controller-manager': 'ControllerManagerConfigs.kubernetes.talos.dev',
  'kube-scheduler': 'SchedulerConfigs.kubernetes.talos.dev',
};

export function kubeMachine(runtime: Runtime): KubeMachine {
  const { machine, resources, hostname } = runtime;
  const specs = (type: string): readonly unknown[] => resources.list('k8s', type).map(({ spec }) => spec);
  const pairs = (type: string): Labels =>
    Object.fromEntries(specs(type).map((spec) => [specText(spec, 'key'), specText(spec, 'value')]));
  const image = specText(resources.get('k8s', 'KubeletSpecs.kubernetes.talos.dev', 'kubelet')?.spec, 'image');
  return {
    nodename: nodenameOf(runtime),
    hostname,
    address: machine.identity.address,
    kubeletUp: runtime.services.find('kubelet')?.up === true,
    kubeletVersion: /:(v[^:@/]+)(?:@.*)?$/.exec(image)?.[1]?.replace(/-(fat|slim)$/, '') ?? '',
    osImage: `Talos (${runtime.system.version})`,
    machineId: machine.identity.uuid.replaceAll('-', ''),
    bootId: runtime.bootId,
    labels: pairs('NodeLabelSpecs.k8s.talos.dev'),
    annotations: pairs('NodeAnnotationSpecs.k8s.talos.dev'),
    taints: specs('NodeTaintSpecs.k8s.talos.dev').map((spec) => ({
      key: specText(spec, 'key'),
      value: specText(spec, 'value'),
      effect: specText(spec, 'effect'),
    })),
    cordoned: specs('NodeCordonedSpecs.k8s.talos.dev').length > 0,
    staticPods: resources.list('k8s', 'StaticPods.kubernetes.talos.dev').map(({ id, spec }) => {
      const type = configTypes[id];
      const version = type === undefined ? undefined : resources.get('controlplane', type, id)?.version;
      return { manifest: spec as JsonMap, configVersion: version === undefined ? '' : String(version) };
    }),
    pods: () => podsOf(runtime),
    nodeChanged: () => runtime.changed(),
    log: (container) => runtime.containerLogs.of(container),
  };
}

/** The objects that the manifests of a control plane node say, in the order of the manifests. */
export function manifestObjects(runtime: Runtime): readonly Json[] {
  return runtime.resources
    .list('controlplane', 'Manifests.kubernetes.talos.dev')
    .flatMap(({ spec }) => specList(spec) as readonly Json[]);
}
