import { resolve } from 'node:path';
import type { Context } from '../../../cli/context.js';
import { UsageError } from '../../../errors/errors.js';
import { writeFileAtomically } from '../../../files/atomic.js';
import { decodeConfig } from '../../../machineconfig/decode/decode.js';
import type { MachineConfig } from '../../../machineconfig/document.js';
import { formatProblem } from '../../../machineconfig/errors.js';
import { foreseeNewTrouble } from '../../../machineconfig/validate/foresee.js';
import { patchConfiguration, readPatches } from '../apply/patches.js';
import { readText } from '../read-text.js';

export interface MachineConfigPatchOptions {
  /** The configuration; `-` is standard input. */
  readonly file: string;
  readonly patches: readonly string[];
  /** Empty: standard output. */
  readonly output: string;
  readonly keepComments: boolean;
}

/** Patches a configuration file and writes the result. */
export async function runMachineConfigPatch(ctx: Context, options: MachineConfigPatchOptions): Promise<void> {
  const { file, output, keepComments } = options;
  if (file === '-' && options.patches.some((patch) => patch === '-' || patch === '@-')) {
    throw new UsageError('standard input cannot be the configuration and a patch at once');
  }
  const config = await readText(ctx, file, 'the configuration');
  const patches = await readPatches(ctx, '--patch', options.patches);
  const patched = await patchConfiguration(ctx, config, patches, { file, keepComments });
  if (patched !== config) await warnOfTrouble(ctx, config, patched);
  // As the reference: what goes to the terminal ends with an empty line, the file does not.
  if (output === '') await ctx.stdout.write(`${patched}\n`);
  else await writeFileAtomically(resolve(ctx.cwd, output), patched, { folderMode: 0o777 });
}

/** Says what a node will refuse or suffer from, though it is a configuration. */
async function warnOfTrouble(ctx: Context, config: string, patched: string): Promise<void> {
  for (const problem of await foreseeNewTrouble(readable(config), decodeConfig(patched))) {
    // The place is one in the result, which nobody has seen yet.
    await ctx.stderr.write(`warning: ${formatProblem({ ...problem, position: undefined })}\n`);
  }
}

/** Undefined for what only the patch made a configuration. */
function readable(config: string): MachineConfig | undefined {
  try {
    return decodeConfig(config);
  } catch {
    return undefined;
  }
}
