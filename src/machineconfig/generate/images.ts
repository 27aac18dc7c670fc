import type { ValueMap } from '../document.js';

const images = {
  kubelet: 'ghcr.io/siderolabs/kubelet',
  proxy: 'registry.k8s.io/kube-proxy',
  apiServer: 'registry.k8s.io/kube-apiserver',
  controllerManager: 'registry.k8s.io/kube-controller-manager',
  scheduler: 'registry.k8s.io/kube-scheduler',
} as const;

/** The installer of a version of Talos, `v1.13.9`. */
export const installerImage = (version: string): string => `ghcr.io/siderolabs/installer:${version}`;

/** The installer of this client's Talos version. */
export const defaultInstallImage = installerImage('v1.13.9');

/** The `image` key of a Kubernetes component; nothing where no version is set, and the node takes its own. */
export function kubernetesImage(component: keyof typeof images, version: string): ValueMap {
  return version === '' ? {} : { image: `${images[component]}:v${version}` };
}

/** The tag of an image reference, undefined where it has none (a digest alone, a registry port). */
export function imageTag(image: string): string | undefined {
  return /:([A-Za-z0-9_][A-Za-z0-9._-]*)(?:@.*)?$/.exec(image.slice(image.lastIndexOf('/') + 1))?.[1];
}
