/*
 * The registries that simulated machines pull from. Those of Kubernetes and Talos hold what they really hold, as far as it
 * matters; other registries hold everything, but for names below `.invalid`, which lead nowhere.
 */

type TagRule = (tag: string) => boolean;

const kubernetes: TagRule = (tag) => {
  const [, minor, patch] = /^v1\.(\d+)\.(\d+)(?:-fat|-slim)?$/.exec(tag) ?? [];
  return Number(minor) >= 19 && Number(minor) <= 36 && Number(patch) < 50;
};

const talos: TagRule = (tag) => {
  const [, minor] = /^v1\.(\d+)\.\d+(?:-[\w.]+)?$/.exec(tag) ?? [];
  return Number(minor) >= 0 && Number(minor) <= 14;
};

const versioned: TagRule = (tag) => /^v?\d/.test(tag);

const known: Readonly<Record<string, Readonly<Record<string, TagRule>>>> = {
  'registry.k8s.io': {
    'kube-apiserver': kubernetes,
    'kube-controller-manager': kubernetes,
    'kube-scheduler': kubernetes,
    'kube-proxy': kubernetes,
    pause: versioned,
    etcd: versioned,
    'coredns/coredns': versioned,
    'networking/kube-network-policies': versioned,
    conformance: kubernetes,
  },
  'ghcr.io/siderolabs': {
    kubelet: kubernetes,
    installer: talos,
    'installer-base': talos,
    imager: talos,
    talos: talos,
    flannel: versioned,
  },
};

/** Whether a reference (`registry.k8s.io/pause:3.10`) leads to an image. */
export function imageExists(reference: string): boolean {
  const [named = ''] = reference.split('@');
  const [, repository = '', tag = 'latest'] = /^(.+?)(?::([^/:]+))?$/.exec(named) ?? [];
  const [host = ''] = repository.split('/');
  if (host.replace(/:\d+$/, '').endsWith('.invalid')) return false;
  if (reference.includes('@') && tag === 'latest') return repository !== '';
  if (host === 'factory.talos.dev') return talos(tag);
  const registry = Object.keys(known).find((prefix) => repository.startsWith(`${prefix}/`));
  if (registry === undefined) return repository !== '';
  const holds = known[registry]?.[repository.slice(registry.length + 1)];
  return holds?.(tag) ?? false;
}
