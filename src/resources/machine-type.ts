import type { Resource } from './resource.js';

/** Where a node says what it is in its cluster: `controlplane`, `worker`, and `init` for the first one of old clusters. */
export const machineTypeKind = { namespace: 'config', type: 'MachineTypes.config.talos.dev', id: 'machine-type' };

/** Whether a machine of this type runs the control plane; undefined for one that has no type yet. */
export function runsControlPlane(machineType: Resource): boolean | undefined {
  const type = machineType.spec();
  if (type === 'controlplane' || type === 'init') return true;
  return type === 'worker' ? false : undefined;
}
