import { resolve } from 'node:path';
import type { Context } from '../../cli/context.js';
import { flag } from '../../cli/flags.js';
import { TalosctlError } from '../../errors/errors.js';
import { type FileContent, isTaken, writeFilesAtomically } from '../../files/atomic.js';

/** `--force` of the commands that make files, given by `gen`. */
export const forceFlag = flag.bool('overwrite files that exist', { short: 'f' });

/**
 * Writes files that hold secrets, readable by their owner only: all of them or, when one exists and `force` is not set,
 * none. Paths are as typed, from the working folder on; `makeFolders` makes the folders they lie in.
 *
 * @throws TalosctlError naming every file that exists
 */
export async function writeNewFiles(
  ctx: Context,
  files: readonly FileContent[],
  { force, makeFolders = false }: { readonly force: boolean; readonly makeFolders?: boolean },
): Promise<void> {
  if (!force) await refuseExisting(ctx, files);
  await writeFilesAtomically(
    files.map(({ path, content }) => ({ path: resolve(ctx.cwd, path), content })),
    { mode: 0o600, folderMode: makeFolders ? 0o777 : 'none' },
  );
}

/** Fails where one of the files exists already; called early, so that no work is done in vain. */
export async function refuseExisting(ctx: Context, files: readonly { readonly path: string }[]): Promise<void> {
  const existing: string[] = [];
  for (const { path } of files) if (await isTaken(resolve(ctx.cwd, path))) existing.push(path);
  if (existing.length === 0) return;
  const verb = existing.length === 1 ? 'exists' : 'exist';
  throw new TalosctlError(`${existing.join(', ')} ${verb} already, nothing was written`, {
    hint: 'add --force to overwrite',
  });
}
