import type { Context } from '../../../cli/context.js';
import { formatProblem } from '../../../machineconfig/errors.js';
import { type ApplyOptions, applyPatches, loadPatches, type Patch } from '../../../machineconfig/patch/patch.js';
import { readText } from '../read-text.js';

/**
 * Reads the patches that a flag names on the command line, from the working folder on; `@-` is standard input. Throws
 * ConfigError.
 */
export function readPatches(ctx: Context, flag: string, args: readonly string[]): Promise<readonly Patch[]> {
  const reader = {
    readFile: (path: string) => readText(ctx, path, 'the patch'),
    readStdin: () => readText(ctx, '-', 'the patch'),
  };
  return loadPatches(args, reader, flag);
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
    await ctx.stderr.write(`warning: ${formatProblem(warning)}\n`);
  }
  return text;
}
