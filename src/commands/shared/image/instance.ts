import { ContainerDriver, type ContainerdInstance, ContainerdNamespace } from '../../../gen/common/common.js';
import type { ImageNamespace } from './namespace-flag.js';

/** The containerd and its namespace, as the image and debug services name them. */
export function containerdInstance(namespace: ImageNamespace): ContainerdInstance {
  switch (namespace) {
    case 'cri':
      return { driver: ContainerDriver.CRI, namespace: ContainerdNamespace.NS_CRI };
    case 'system':
      return { driver: ContainerDriver.CRI, namespace: ContainerdNamespace.NS_SYSTEM };
    case 'inmem':
      return { driver: ContainerDriver.CONTAINERD, namespace: ContainerdNamespace.NS_SYSTEM };
  }
}
