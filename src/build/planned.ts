/**
 * Commands of the reference client that are not there yet, and what they do. One that gets its file under src/commands
 * leaves this list.
 */
export const planned: Readonly<Record<string, string>> = {
  'cluster create dev': 'Make a cluster of virtual machines for developing Talos itself',
  'cluster create docker': 'Make a cluster of Docker containers',
  'cluster create qemu': 'Make a cluster of virtual machines',
  'conformance kubernetes': 'Run the conformance tests of Kubernetes',
  dashboard: 'Watch nodes on a full screen',
  'gen secureboot database': 'Make the database of keys that a machine enrols for secure boot',
  'gen secureboot pcr': 'Make the key that signs measurements of the boot',
  'gen secureboot uki': 'Make the key and certificate that sign boot images',
  'image cache-cert-gen': 'Make the certificates of an image cache',
  'image cache-create': 'Make an image cache of container images',
  'image cache-serve': 'Serve an image cache',
  'image k8s-bundle': 'List the container images that a version of Kubernetes needs',
  'image talos-bundle': 'List the container images that a version of Talos needs',
};

/** Flags of the reference client that a command here does not take yet. */
export const plannedFlags: Readonly<Record<string, readonly string[]>> = {};

/** Flags that the reference client keeps for older nodes only, and that mean something for all of them here. */
export const revivedFlags: Readonly<Record<string, readonly string[]>> = {
  upgrade: ['force'],
};

/** Commands that the reference client does not have. */
export const additions: readonly string[] = ['cluster create sim', 'cluster power', 'config groups'];
