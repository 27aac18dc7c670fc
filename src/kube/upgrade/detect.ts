import compare from 'semver/functions/compare.js';
import eq from 'semver/functions/eq.js';
import parse from 'semver/functions/parse.js';
import { TalosctlError } from '../../errors/errors.js';
import type { KubeApi, KubeCallOptions } from '../api/api.js';
import { addressesOf, isControlPlaneNode, listNodes, listPods, nameOf } from '../api/objects.js';

const components = ['kube-apiserver', 'kube-controller-manager', 'kube-proxy', 'kube-scheduler'];

export interface LowestVersion {
  /** Without a leading v. */
  readonly version: string;
  /** Names of the pods that run it. */
  readonly pods: readonly string[];
}

/** The lowest version among the components that run. */
export async function lowestVersion(kube: KubeApi, options: KubeCallOptions): Promise<LowestVersion> {
  const pods = await listPods(kube, { namespace: 'kube-system' }, options);
  const versions = pods.flatMap((pod) => {
    const app = pod.metadata?.labels?.['k8s-app'] ?? '';
    const container = pod.spec?.containers.find(({ name }) => name === app && components.includes(app));
    const version = parse(tagOf(container?.image ?? '').replace(/^v/, ''));
    return version === null ? [] : [{ version, pod: nameOf(pod) }];
  });
  const [lowest] = [...versions].sort((a, b) => compare(a.version, b.version));
  if (lowest === undefined) {
    throw new TalosctlError('no version of Kubernetes can be seen in the pods of the control plane', {
      hint: 'say it with --from',
    });
  }
  const same = versions.filter(({ version }) => eq(version, lowest.version));
  return { version: lowest.version.version, pods: same.map(({ pod }) => pod) };
}

/** The tag of an image, empty where it has none; a digest does not count. */
export function tagOf(image: string): string {
  return /:([^:@/]+)(?:@.*)?$/.exec(image)?.[1] ?? '';
}

/** Addresses of the nodes that Kubernetes knows, by what they are. */
export async function findNodes(
  kube: KubeApi,
  options: KubeCallOptions,
): Promise<{ readonly controlPlane: readonly string[]; readonly workers: readonly string[] }> {
  const nodes = await listNodes(kube, options);
  const first = (isWanted: boolean): readonly string[] =>
    nodes.filter((node) => isControlPlaneNode(node) === isWanted).flatMap((node) => addressesOf(node).slice(0, 1));
  return { controlPlane: first(true), workers: first(false) };
}
