import type { Context } from '../../../cli/context.js';
import { formatProblem } from '../../../machineconfig/errors.js';
import { type ApplyOptions, applyPatches, loadPatches, type Patch } from '../../../machineconfig/patch/patch.js';
import { readText } from '../read-text.js';

/** Reads the patches named on the command line, from the working folder on; `@-` is standard input. */
export function readPatches(ctx: Context, args: readonly string[]): Promise<readonly Patch[]> {
  return loadPatches(args, {
    readFile: (path) => readText(ctx, path, 'the patch'),
    readStdin: () => readText(ctx, '-', 'the patch'),
  });
}

/** The configuration after the patches. Doubts about it go to stderr. Throws ConfigError. */
export async function patchConfiguration(
  ctx: Context,
  config: string,
  patches: readonly Patch[],
  options: ApplyOptions,
): Promise<string> {
  const { text, warnings } = applyPatches(config, patches, options);
  for (const warning of warnings) {
    await ctx.stderr.write(`WARNING: ${formatProblem(warning)}\n`);
  }
  return text;
}
