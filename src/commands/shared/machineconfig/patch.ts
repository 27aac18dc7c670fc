import { resolve } from 'node:path';
import type { Context } from '../../../cli/context.js';
import { UsageError } from '../../../errors/errors.js';
import { writeFileAtomically } from '../../../files/atomic.js';
import { decodeConfig } from '../../../machineconfig/decode/decode.js';
import { formatProblem } from '../../../machineconfig/errors.js';
import { lintConfig } from '../../../machineconfig/validate/lint.js';
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
  if (patched !== config) await warnOfTrouble(ctx, patched);
  // As the reference: what goes to the terminal ends with an empty line, the file does not.
  if (output === '') await ctx.stdout.write(`${patched}\n`);
  else await writeFileAtomically(resolve(ctx.cwd, output), patched, { folderMode: 0o777 });
}

/** Says what a node will suffer from, though it is a configuration. */
async function warnOfTrouble(ctx: Context, text: string): Promise<void> {
  for (const problem of lintConfig(decodeConfig(text))) {
    // The place is one in the result, which nobody has seen yet.
    await ctx.stderr.write(`warning: ${formatProblem({ ...problem, position: undefined })}\n`);
  }
}
