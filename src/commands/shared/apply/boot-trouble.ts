import { ConfigError } from '../../../machineconfig/errors.js';
import { bootTrouble } from '../../../machineconfig/validate/lint.js';
import { decodeLeniently } from './read-change.js';

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
