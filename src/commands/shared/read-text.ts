import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Context } from '../../cli/context.js';
import { TalosctlError } from '../../errors/errors.js';
import { formatPosition } from '../../errors/position.js';
import { reason } from '../../files/atomic.js';
import { encryptionOf } from '../../files/encrypted.js';
import { decodeText, EncodingError } from '../../files/text.js';

/**
 * The text of a file named on the command line, from the working folder on; `-` is standard input.
 *
 * @param what names the file's purpose in errors: `the secrets bundle`
 */
export async function readText(ctx: Context, path: string, what: string): Promise<string> {
  const bytes = path === '-' ? await ctx.stdin.readAll() : await readBytes(ctx, path, what);
  try {
    const text = decodeText(bytes);
    refuseEncrypted(text, path, what);
    return text;
  } catch (cause) {
    if (!(cause instanceof EncodingError)) throw cause;
    throw new TalosctlError(`${formatPosition({ ...cause, file: path })}: ${what} is no text: ${cause.message}`, {
      cause,
      hint: 'save the file as UTF-8',
    });
  }
}

function refuseEncrypted(text: string, path: string, what: string): void {
  const encryption = encryptionOf(text);
  if (encryption === undefined) return;
  const source = path === '-' ? 'standard input' : path;
  throw new TalosctlError(`${what} ${source} is encrypted with ${encryption.name}`, {
    hint: `give the plain text on standard input: \`${encryption.decrypt} ${path === '-' ? '<file>' : path} | talosctl …\` with - in place of the file`,
  });
}

async function readBytes(ctx: Context, path: string, what: string): Promise<Buffer> {
  try {
    return await readFile(resolve(ctx.cwd, path));
  } catch (cause) {
    throw new TalosctlError(`cannot read ${what} ${path}: ${reason(cause)}`, { cause });
  }
}
