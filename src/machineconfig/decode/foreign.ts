import type { MappingNode } from '../../yaml/node.js';

interface ForeignForm {
  /** Keys that stand together in such a document, and in no machine configuration. */
  readonly keys: readonly string[];
  readonly message: string;
}

const foreignForms: readonly ForeignForm[] = [
  {
    keys: ['node', 'metadata', 'spec'],
    message:
      'this is a resource as `talosctl get -o yaml` prints it, the configuration is its spec alone: ' +
      "`talosctl get machineconfig v1alpha1 -o jsonpath='{.spec}'`",
  },
  {
    keys: ['apiVersion', 'kind', 'metadata'],
    message: 'this is a Kubernetes manifest, which belongs into cluster.inlineManifests, or into a file for kubectl',
  },
  { keys: ['contexts'], message: 'this is a client configuration (talosconfig, kubeconfig), no machine configuration' },
  {
    keys: ['customization'],
    message:
      'this is a schematic of the Image Factory: extensions and kernel arguments of a schematic come with the installer ' +
      'image that is made of it, which machine.install.image names',
  },
  {
    keys: ['secrets', 'trustdinfo', 'certs'],
    message: 'this is a secrets bundle; `talosctl gen config --with-secrets` makes machine configurations of it',
  },
];

/** What a document is that was taken for a machine configuration, where it is known and is none. */
export function foreignForm(mapping: MappingNode): string | undefined {
  const present = new Set(mapping.entries.map(({ key }) => (key.kind === 'scalar' ? key.text : '')));
  return foreignForms.find(({ keys }) => keys.every((key) => present.has(key)))?.message;
}
