/** Commands of the reference client that are not there yet. One that gets its file under src/commands leaves this list. */
export const planned: readonly string[] = [
  'cluster create dev',
  'cluster create docker',
  'cluster create qemu',
  'conformance kubernetes',
  'dashboard',
  'gen secureboot database',
  'gen secureboot pcr',
  'gen secureboot uki',
  'image cache-cert-gen',
  'image cache-create',
  'image cache-serve',
  'image k8s-bundle',
  'image talos-bundle',
];

/** Flags of the reference client that a command here does not take yet. */
export const plannedFlags: Readonly<Record<string, readonly string[]>> = {
  'cluster destroy': ['save-cluster-logs-archive-path', 'save-support-archive-path'],
};
