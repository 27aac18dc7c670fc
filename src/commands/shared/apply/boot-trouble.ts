import { decodeConfig } from '../../../machineconfig/decode/decode.js';
import type { MachineConfig } from '../../../machineconfig/document.js';
import { ConfigError } from '../../../machineconfig/errors.js';
import { bootTrouble } from '../../../machineconfig/validate/lint.js';

/**
 * Refuses what a node would take and then not boot with. A text that is no configuration passes: the node, which may be
 * newer, is the judge of that.
 *
 * @throws ConfigError
 */
export function refuseBootTrouble(text: string, file: string): void {
  const config = decodeLeniently(text, file);
  const problems = config === undefined ? [] : bootTrouble(config);
  if (problems.length > 0) throw new ConfigError(problems);
}

function decodeLeniently(text: string, file: string): MachineConfig | undefined {
  try {
    return decodeConfig(text, { file, source: 'node' });
  } catch (error) {
    if (error instanceof ConfigError) return undefined;
    throw error;
  }
}
