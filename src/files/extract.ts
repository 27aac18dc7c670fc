import { randomBytes } from 'node:crypto';
import { chmod, lstat, mkdir, open, rename, rm, symlink } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { TalosctlError } from '../errors/errors.js';
import { reason } from './atomic.js';
import type { TarEntry } from './tar-reader.js';

export interface ExtractOptions {
  /** Told of each entry that is left out: links that lead out of the folder, hard links, devices. */
  leftOut(name: string, why: string): Promise<void>;
}

/**
 * Puts the entries of an archive below a folder, which is made where it is missing. No entry gets out of the folder:
 * not by `..`, not by links of the archive, not by links that are there already. Nothing that exists is overwritten, and
 * a file has its name only when it is complete.
 *
 * @returns how many entries were extracted
 * @throws TalosctlError at the first entry with `..` in its name, whose name is taken, or that cannot be written
 */
export async function extract(
  entries: AsyncIterable<TarEntry>,
  folder: string,
  options: ExtractOptions,
): Promise<number> {
  const target = new Target(folder);
  let extracted = 0;
  for await (const entry of entries) {
    const path = safePath(entry.name);
    const refusal = refusalOf(entry, path);
    if (refusal === undefined) {
      await target.add(entry, path);
      extracted += 1;
    } else {
      await options.leftOut(entry.name, refusal);
    }
  }
  await target.makeFolder([]);
  return extracted;
}

type Path = readonly string[];

/** The names on the way to an entry, from the folder on. A leading slash is dropped, as tar does. */
function safePath(name: string): Path {
  const path = name.split('/').filter((part) => part !== '' && part !== '.');
  const isUnsafe = (part: string): boolean =>
    part === '..' || part.includes('\0') || (sep === '\\' && /[\\:]/.test(part));
  if (!path.some(isUnsafe)) return path;
  throw new TalosctlError(
    `the archive that the node sent has an entry that leads out of the folder: ${JSON.stringify(name)}`,
    { hint: 'no node makes such an archive, so nothing more of it was extracted' },
  );
}

function refusalOf({ kind, linkName }: TarEntry, path: Path): string | undefined {
  switch (kind) {
    case 'special':
      return 'it is neither file, folder nor link';
    case 'hardlink':
      return `it is a hard link to ${linkName}`;
    case 'symlink':
      return staysInside(linkName, path.length - 1) ? undefined : `it is a link to ${linkName}, out of the folder`;
    default:
      return undefined;
  }
}

/** Whether a link in a folder so deep leads no higher. Only steps up at its start are sure to go where they seem to. */
function staysInside(linkName: string, depth: number): boolean {
  const parts = linkName.split('/').filter((part) => part !== '.' && part !== '');
  const ups = parts.findIndex((part) => part !== '..');
  const up = ups < 0 ? parts.length : ups;
  return !linkName.startsWith('/') && !linkName.includes('\\') && up <= depth && !parts.slice(up).includes('..');
}

/** The folder that is extracted to. */
class Target {
  readonly #root: string;
  /** Folders that are there and are no links. */
  readonly #folders = new Set<string>();

  constructor(root: string) {
    this.#root = root;
  }

  async add(entry: TarEntry, path: Path): Promise<void> {
    if (entry.kind === 'folder') return this.makeFolder(path, entry.mode);
    if (path.length === 0) {
      throw new TalosctlError('the archive that the node sent is broken: a file in it has no name');
    }
    await this.makeFolder(path.slice(0, -1));
    const place = this.#place(path);
    await naming(place, async () => {
      if (await isThere(place)) throw new Error('it exists already');
      if (entry.kind === 'symlink') await symlink(entry.linkName, place);
      else await writeFile(entry, this.#place(path.slice(0, -1)), place);
    });
  }

  /** Makes a folder below the root, and the root, where they are missing. */
  async makeFolder(path: Path, mode = 0o755): Promise<void> {
    if (path.length === 0) {
      if (!this.#folders.has('')) await naming(this.#root, () => mkdir(this.#root, { recursive: true }));
      this.#folders.add('');
      return;
    }
    const place = this.#place(path);
    if (this.#folders.has(place)) return;
    await this.makeFolder(path.slice(0, -1));
    await naming(place, async () => {
      const found = await lstat(place).catch(() => undefined);
      if (found === undefined) {
        await mkdir(place);
        // Its owner has to get at what follows.
        await chmod(place, (mode & 0o777) | 0o700);
      } else if (!found.isDirectory()) {
        throw new Error(found.isSymbolicLink() ? 'it is a link, which may lead out of the folder' : 'it is no folder');
      }
    });
    this.#folders.add(place);
  }

  #place(path: Path): string {
    return join(this.#root, ...path);
  }
}

async function writeFile({ content, mode }: TarEntry, folder: string, place: string): Promise<void> {
  const temporary = join(folder, `.${randomBytes(6).toString('hex')}.part`);
  const file = await open(temporary, 'wx', 0o600);
  try {
    for await (const piece of content) await file.writeFile(piece);
    await file.chmod(mode & 0o777);
    await file.close();
    await rename(temporary, place);
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(temporary, { force: true });
    throw error;
  }
}

async function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

/** Failures of the archive and of the call pass as they are. */
async function naming(path: string, action: () => Promise<unknown>): Promise<void> {
  try {
    await action();
  } catch (error) {
    if (error instanceof TalosctlError) throw error;
    throw new TalosctlError(`cannot write ${path}: ${reason(error)}`, { cause: error });
  }
}
