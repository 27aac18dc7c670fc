import { ContainerDriver } from '../../gen/common/common.js';

/** Where containers are looked for: in containerd's own list, or for Kubernetes in that of CRI. */
export function containerNamespace(kubernetes: boolean): {
  readonly namespace: string;
  readonly driver: ContainerDriver;
} {
  return kubernetes
    ? { namespace: 'k8s.io', driver: ContainerDriver.CRI }
    : { namespace: 'system', driver: ContainerDriver.CONTAINERD };
}
