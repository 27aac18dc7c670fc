import { flag } from '../../../cli/flags.js';

/** Where images are kept: containerd of CRI with the images of Kubernetes or of Talos, and the one in memory. */
export const imageNamespaces = ['cri', 'system', 'inmem'] as const;
export type ImageNamespace = (typeof imageNamespaces)[number];

/** `--namespace` of `image` and all commands below it. */
export const imageNamespaceFlag = flag.enumeration(
  'where the images are: cri (Kubernetes), system (Talos, etcd and kubelet), inmem (the containerd in memory)',
  imageNamespaces,
  { default: 'cri', placeholder: 'namespace' },
);
