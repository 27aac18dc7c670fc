import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Context } from '../../cli/context.js';
import { TalosctlError } from '../../errors/errors.js';
import { reason } from '../../files/atomic.js';

/**
 * The text of a file named on the command line, from the working folder on; `-` is standard input.
 *
 * @param what names the file's purpose in errors: `the secrets bundle`
 */
export async function readText(ctx: Context, path: string, what: string): Promise<string> {
  if (path === '-') return (await ctx.stdin.readAll()).toString('utf8');
  try {
    return await readFile(resolve(ctx.cwd, path), 'utf8');
  } catch (cause) {
    throw new TalosctlError(`cannot read ${what} ${path}: ${reason(cause)}`, { cause });
  }
}
