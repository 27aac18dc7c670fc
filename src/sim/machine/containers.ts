import { createHash } from 'node:crypto';
import type { ContainerInfo } from '../../gen/machine/machine.js';
import type { Runtime } from './runtime.js';

export const systemNamespace = 'system';
export const kubernetesNamespace = 'k8s.io';

const podImage = 'registry.k8s.io/pause:3.10.1';

/** The containers of a namespace: the machine's own services, or the pods of Kubernetes. */
export function containersOf(runtime: Runtime, namespace: string): readonly ContainerInfo[] {
  return namespace === kubernetesNamespace ? podContainers(runtime) : systemContainers(runtime);
}

/** Services that run as containers of the system's own containerd. */
function systemContainers(runtime: Runtime): readonly ContainerInfo[] {
  return ['apid', 'trustd'].flatMap((id) => {
    const pid = runtime.services.find(id)?.pid ?? 0;
    if (pid === 0) return [];
    return [
      {
        namespace: systemNamespace,
        id,
        uid: '',
        internalId: id,
        image: '',
        pid,
        status: 'RUNNING',
        podId: id,
        name: id,
        networkNamespace: '',
      },
    ];
  });
}

function podContainers(runtime: Runtime): readonly ContainerInfo[] {
  if (!runtime.isControlPlane || !runtime.kubernetesUp) return [];
  const view = runtime.configuration.active?.view;
  const tag = /:(v[^:@]+)/.exec(view?.kubeletImage ?? '')?.[1] ?? '';
  return [
    ['kube-apiserver', 'apiServer'] as const,
    ['kube-controller-manager', 'controllerManager'] as const,
    ['kube-scheduler', 'scheduler'] as const,
  ].flatMap(([name, section], index) => {
    const pod = `kube-system/${name}-${runtime.hostname}`;
    const internalId = createHash('sha256').update(`${runtime.bootId} ${name}`).digest('hex');
    const common = { namespace: kubernetesNamespace, uid: '', podId: pod, networkNamespace: '' };
    const pid = 2000 + index * 40;
    return [
      { ...common, id: pod, internalId: `${internalId}0`, image: podImage, pid, status: 'SANDBOX_READY', name: pod },
      {
        ...common,
        id: `${pod}:${name}:${internalId.slice(0, 12)}`,
        internalId,
        image: view?.text(`cluster.${section}.image`) ?? `registry.k8s.io/${name}:${tag}`,
        pid: pid + 17,
        status: 'CONTAINER_RUNNING',
        name,
      },
    ];
  });
}
