import { resolve } from 'node:path';
import type { Context } from '../../../cli/context.js';
import { decodeConfig } from '../../../machineconfig/decode/decode.js';
import { encodeConfig } from '../../../machineconfig/encode/encode.js';
import { formatProblem } from '../../../machineconfig/errors.js';
import { generateConfig } from '../../../machineconfig/generate/generate.js';
import type { MachineType } from '../../../machineconfig/generate/input.js';
import { applyPatches, loadPatches, type Patch } from '../../../machineconfig/patch/patch.js';
import type { SecretsBundle } from '../../../pki/secrets/bundle.js';
import { readText } from '../read-text.js';
import type { GenConfigOptions } from './options.js';

/** The text of one configuration, patched, and what is doubtful about the patches. */
export interface MachineConfigText {
  readonly text: string;
  readonly warnings: readonly string[];
}

/** Reads the patches of all flags once. */
export async function loadGenConfigPatches(
  ctx: Context,
  options: GenConfigOptions,
): Promise<Record<MachineType, readonly Patch[]>> {
  const reader = {
    readFile: (path: string) => readText(ctx, resolve(ctx.cwd, path), 'the patch'),
    readStdin: () => readText(ctx, '-', 'the patch'),
  };
  const common = await loadPatches(options.patches, reader);
  return {
    controlplane: [...common, ...(await loadPatches(options.controlPlanePatches, reader))],
    worker: [...common, ...(await loadPatches(options.workerPatches, reader))],
  };
}

/** The configuration of one type of machine: generated, then patched in order. */
export function makeMachineConfig(
  options: GenConfigOptions,
  secrets: SecretsBundle,
  type: MachineType,
  patches: readonly Patch[],
): MachineConfigText {
  const comments = options.comments.docs || options.comments.examples;
  const generated = generateConfig({ ...options, secrets }, type);
  if (patches.length === 0) return { text: encodeConfig(generated, { comments }), warnings: [] };
  const patched = applyPatches(generated, patches);
  // Whatever form the patches left the text in, it goes out in the form of a generated one.
  return {
    text: encodeConfig(decodeConfig(patched.text), { comments }),
    warnings: patched.warnings.map(formatProblem),
  };
}
