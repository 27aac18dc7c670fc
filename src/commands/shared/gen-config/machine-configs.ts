import type { Context } from '../../../cli/context.js';
import type { Problem } from '../../../machineconfig/document.js';
import { encodeConfig } from '../../../machineconfig/encode/encode.js';
import { formatProblem } from '../../../machineconfig/errors.js';
import { generateConfig } from '../../../machineconfig/generate/generate.js';
import type { MachineType } from '../../../machineconfig/generate/input.js';
import type { Patch } from '../../../machineconfig/patch/patch.js';
import { foreseeTrouble } from '../../../machineconfig/validate/foresee.js';
import type { SecretsBundle } from '../../../pki/secrets/bundle.js';
import type { GenConfigOptions } from './options.js';

/** The patches of each type of machine, in the order in which they apply. */
export type GenConfigPatches = Readonly<Record<MachineType, readonly Patch[]>>;

/** Reads the patches of all flags, each once. */
export async function loadGenConfigPatches(ctx: Context, options: GenConfigOptions): Promise<GenConfigPatches> {
  const { patches, controlPlanePatches, workerPatches } = options;
  if (patches.length + controlPlanePatches.length + workerPatches.length === 0) return { controlplane: [], worker: [] };
  const { readPatches } = await import('../apply/patches.js');
  const common = await readPatches(ctx, '--config-patch', patches);
  return {
    controlplane: [...common, ...(await readPatches(ctx, '--config-patch-control-plane', controlPlanePatches))],
    worker: [...common, ...(await readPatches(ctx, '--config-patch-worker', workerPatches))],
  };
}

/** The text of one configuration, patched, and what is doubtful about it. */
export interface MachineConfigText {
  readonly text: string;
  readonly warnings: readonly string[];
}

/** The configuration of one type of machine: generated, then patched in order. */
export async function makeMachineConfig(
  options: GenConfigOptions,
  secrets: SecretsBundle,
  type: MachineType,
  patches: readonly Patch[],
): Promise<MachineConfigText> {
  const encodeOptions = { comments: options.comments.docs, examples: options.comments.examples };
  const generated = generateConfig({ ...options, secrets }, type);
  if (patches.length === 0) {
    return { text: encodeConfig(generated, encodeOptions), warnings: describe(await foreseeTrouble(generated)) };
  }
  const { applyPatches } = await import('../../../machineconfig/patch/patch.js');
  const { decodeConfig } = await import('../../../machineconfig/decode/decode.js');
  const patched = applyPatches(generated, patches);
  // Whatever form the patches left the text in, it goes out in the form of a generated one.
  const config = decodeConfig(patched.text);
  return {
    text: encodeConfig(config, encodeOptions),
    warnings: [...patched.warnings.map(formatProblem), ...describe(await foreseeTrouble(config))],
  };
}

/** Without places: they would be those of a text that nobody has seen. */
const describe = (problems: readonly Problem[]): readonly string[] =>
  problems.map((problem) => formatProblem({ ...problem, position: undefined }));
