import { randomBytes } from 'node:crypto';
import { lstat, mkdir, open, readlink, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { TalosctlError } from '../errors/errors.js';

export interface WriteOptions {
  /** Mode of the file, whatever it was before. Default 0600: what this program writes mostly holds keys. */
  readonly mode?: number;
  /** Mode of folders that have to be made, `none` where a missing folder is an error. Default 0700. */
  readonly folderMode?: number | 'none';
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
  await writeFilesAtomically([{ path, content }], options);
}

export interface FileContent {
  readonly path: string;
  readonly content: string | Uint8Array;
}

/**
 * Writes several files, all or none: none takes its place before all are written, and files that were new are taken away
 * again where a later one cannot take its place. Otherwise as `writeFileAtomically`.
 *
 * @throws TalosctlError that names the path that failed
 */
export async function writeFilesAtomically(files: readonly FileContent[], options: WriteOptions = {}): Promise<void> {
  const staged: StagedFile[] = [];
  try {
    for (const file of files) staged.push(await naming(file.path, () => stage(file, options)));
    for (const { path, place } of staged) await naming(path, place);
  } catch (error) {
    for (const { discard } of staged) await discard();
    throw error;
  }
}

interface StagedFile {
  readonly path: string;
  /** Puts the content in its place. */
  readonly place: () => Promise<void>;
  /** Takes away what is not in its place, and what is there anew. */
  readonly discard: () => Promise<void>;
}

async function naming<T>(path: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    throw new TalosctlError(`cannot write ${path}: ${reason(error)}`, { cause: error });
  }
}

async function stage({ path, content }: FileContent, options: WriteOptions): Promise<StagedFile> {
  // A device or a pipe (/dev/stdout) is written to, not replaced.
  if (await isSpecial(path)) return { path, place: () => writeFile(path, content), discard: async () => {} };
  const target = await followLinks(path);
  const folderMode = options.folderMode ?? 0o700;
  if (folderMode !== 'none') await mkdir(dirname(target), { recursive: true, mode: folderMode });
  const temporary = `${target}.${randomBytes(6).toString('hex')}.tmp`;
  let placed = false;
  const isNew = !(await exists(target));
  const discard = async (): Promise<void> => {
    await rm(temporary, { force: true });
    if (placed && isNew) await rm(target, { force: true });
  };
  const place = async (): Promise<void> => {
    await rename(temporary, target);
    placed = true;
  };
  try {
    await writeNew(temporary, content, options.mode ?? 0o600);
  } catch (error) {
    await discard();
    throw error;
  }
  return { path, place, discard };
}

async function writeNew(path: string, content: string | Uint8Array, mode: number): Promise<void> {
  const file = await open(path, 'wx', mode);
  try {
    await file.chmod(mode);
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Whether the path leads to a device or a pipe, which is written to and never holds anything. */
export async function isSpecial(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && !found.isFile() && !found.isDirectory();
}

/** Whether something is there that writing to the path would replace. */
export async function isTaken(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() === true || found?.isDirectory() === true;
}

async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch {
    return false;
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
