import type { ContainerInfo } from '../../gen/machine/machine.js';
import { podsOf } from './pods.js';
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
  return podsOf(runtime).flatMap((pod) => {
    const podId = `${pod.namespace}/${pod.name}`;
    const common = { namespace: kubernetesNamespace, podId };
    return [
      {
        ...common,
        id: podId,
        uid: pod.uid,
        internalId: pod.sandboxId,
        image: podImage,
        pid: pod.sandboxPid,
        status: 'SANDBOX_READY',
        name: podId,
        networkNamespace: pod.networkNamespace,
      },
      ...pod.containers.map(({ name, id, image, pid }) => ({
        ...common,
        id: `${podId}:${name}:${id.slice(0, 12)}`,
        uid: '',
        internalId: id,
        image,
        pid,
        status: 'CONTAINER_RUNNING',
        name,
        networkNamespace: '',
      })),
    ];
  });
}
