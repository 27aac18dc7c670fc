import type { MachineConfig } from '../../document.js';
import { Section } from '../section.js';

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

/** What a configuration makes of a machine; undefined for one without the main document, which does not say. */
export function machineTypeOfConfig({ documents }: MachineConfig): MachineType | undefined {
  const main = documents.find(({ kind }) => kind === 'v1alpha1');
  const machine = main && Section.of(main).sub('machine');
  return machine && machineTypeOf(machine);
}

export function checkMachineType(machine: Section): void {
  const type = machineTypeOf(machine);
  const written = machine.text('type');
  if (type === 'unknown')
    machine.error('type', `unknown machine type ${JSON.stringify(written)}: controlplane or worker`);
  else if (type !== written)
    machine.warning('type', `write ${type} for the machine type in place of ${JSON.stringify(written)}`);
}
