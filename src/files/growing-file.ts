import { randomBytes } from 'node:crypto';
import { type FileHandle, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { TalosctlError } from '../errors/errors.js';
import { reason } from './atomic.js';
import { writeAll } from './write-all.js';

/**
 * A file that is written piece by piece and gets its name only when it is complete: until then it lies beside its place
 * under another name. A device or a pipe is written to as it is.
 */
export class GrowingFile {
  /** What was written so far, to be read again. */
  readonly handle: FileHandle;
  readonly #path: string;
  readonly #target: string;
  readonly #temporary: string | undefined;

  private constructor(path: string, target: string, temporary: string | undefined, handle: FileHandle) {
    this.#path = path;
    this.#target = target;
    this.#temporary = temporary;
    this.handle = handle;
  }

  /**
   * @param mode of the file, whatever it was before; default 0600
   * @throws TalosctlError that names the path
   */
  static async create(path: string, mode = 0o600): Promise<GrowingFile> {
    return naming(path, async () => {
      const found = await stat(path).catch(() => undefined);
      if (found?.isDirectory() === true) throw new Error('it is a folder');
      if (found !== undefined && !found.isFile()) return new GrowingFile(path, path, undefined, await open(path, 'w'));
      const target = found === undefined ? path : await realpath(path);
      const temporary = `${target}.${randomBytes(6).toString('hex')}.part`;
      return new GrowingFile(path, target, temporary, await open(temporary, 'wx+', mode));
    });
  }

  /** Whether the file can be read again from its start. */
  get isRegular(): boolean {
    return this.#temporary !== undefined;
  }

  async write(piece: Uint8Array): Promise<void> {
    await naming(this.#path, () => writeAll(this.handle, piece));
  }

  /** The file is complete: it takes its place, over whatever was there. */
  async place(): Promise<void> {
    await naming(this.#path, async () => {
      const temporary = this.#temporary;
      if (temporary !== undefined) await this.handle.sync();
      await this.handle.close();
      if (temporary !== undefined) await rename(temporary, this.#target);
    });
  }

  /**
   * What was written stays, though it is not complete: beside its place, under its name with `.partial` behind.
   * @returns that path
   */
  async keep(): Promise<string> {
    const kept = `${this.#target}.partial`;
    await naming(kept, async () => {
      await this.handle.close();
      if (this.#temporary !== undefined) await rename(this.#temporary, kept);
    });
    return kept;
  }

  /** Takes away what was written, unless it has its place already or is kept. */
  async discard(): Promise<void> {
    await this.handle.close().catch(() => undefined);
    if (this.#temporary !== undefined) await rm(this.#temporary, { force: true });
  }
}

async function naming<T>(path: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    throw new TalosctlError(`cannot write ${path}: ${reason(error)}`, { cause: error });
  }
}
