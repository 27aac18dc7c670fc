import { rebootPart } from '../../machineconfig/compare/immediate.js';
import type { MachineConfig } from '../../machineconfig/document.js';
import { encodeConfig } from '../../machineconfig/encode/encode.js';
import { unifiedDiff } from '../../render/unified-diff.js';

/**
 * Why a change cannot be made while the machine runs, with the diff of just what stands in the way; undefined where it
 * can.
 */
export function immediateObstacle(current: MachineConfig, next: MachineConfig): string | undefined {
  const { before, after } = rebootPart(current, next);
  const diff = unifiedDiff(encodeConfig(before), encodeConfig(after));
  return diff === '' ? undefined : `this config change can't be applied in immediate mode\ndiff:\n${diff}`;
}
