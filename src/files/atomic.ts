import { randomBytes } from 'node:crypto';
import { mkdir, open, readlink, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { TalosctlError } from '../errors/errors.js';

export interface WriteOptions {
  /** Mode of the file, whatever it was before. Default 0600: what this program writes mostly holds keys. */
  readonly mode?: number;
  /** Mode of folders that have to be made. Default 0700. */
  readonly folderMode?: number;
}

/**
 * Writes a file so that readers see the old content or the new, never a part: a temporary file beside it takes its place
 * when it is complete. A symbolic link stays one, its target is replaced. Missing folders are made.
 *
 * @throws TalosctlError that names the path
 */
export async function writeFileAtomically(
  path: string,
  content: string | Uint8Array,
  options: WriteOptions = {},
): Promise<void> {
  const mode = options.mode ?? 0o600;
  try {
    const target = await followLinks(path);
    await mkdir(dirname(target), { recursive: true, mode: options.folderMode ?? 0o700 });
    await replace(target, content, mode);
  } catch (error) {
    throw new TalosctlError(`cannot write ${path}: ${reason(error)}`, { cause: error });
  }
}

async function replace(target: string, content: string | Uint8Array, mode: number): Promise<void> {
  const temporary = `${target}.${randomBytes(6).toString('hex')}.tmp`;
  let renamed = false;
  try {
    const file = await open(temporary, 'wx', mode);
    try {
      await file.chmod(mode);
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, target);
    renamed = true;
  } finally {
    if (!renamed) await rm(temporary, { force: true });
  }
}

/** Where the path leads in the end, also when nothing is there yet. */
async function followLinks(path: string, depth = 0): Promise<string> {
  if (depth > 40) throw new Error('too many levels of symbolic links');
  let link: string;
  try {
    link = await readlink(path);
  } catch {
    return path;
  }
  return followLinks(resolve(dirname(path), link), depth + 1);
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space left on the device',
  ENOENT: 'no such file or folder',
  ENOTDIR: 'a part of the path is no folder',
  EISDIR: 'it is a folder',
  EEXIST: 'it exists already',
};

/** Why a file could not be read or written, in words. */
export function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? String(error.code) : '';
  return reasons[code] ?? error.message;
}
