import type { Section } from '../section.js';

/** What a machine is in its cluster; `unknown` for a word that means nothing. */
export type MachineType = 'init' | 'controlplane' | 'worker' | 'unknown';

const words: ReadonlyMap<string, MachineType> = new Map([
  ['init', 'init'],
  ['controlplane', 'controlplane'],
  ['worker', 'worker'],
  ['join', 'worker'],
  ['', 'worker'],
]);

export function machineTypeOf(machine: Section): MachineType {
  return words.get(machine.text('type')) ?? 'unknown';
}

/** Whether the machine runs the control plane; the first one of old clusters, `init`, does. */
export function isControlPlane(type: MachineType): boolean {
  return type === 'controlplane' || type === 'init';
}

export function checkMachineType(machine: Section): void {
  const type = machineTypeOf(machine);
  const written = machine.text('type');
  if (type === 'unknown')
    machine.error('type', `unknown machine type ${JSON.stringify(written)}: controlplane or worker`);
  else if (type !== written)
    machine.warning('type', `write ${type} for the machine type in place of ${JSON.stringify(written)}`);
}
