import { randomBytes } from 'node:crypto';
import { chmod, lstat, mkdir, open, rename, rm, rmdir, symlink } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { relative } from 'node:path/posix';
import { TalosctlError } from '../errors/errors.js';
import { reason } from './atomic.js';
import type { TarEntry } from './tar-reader.js';
import { writeAll } from './write-all.js';

export interface ExtractOptions {
  /** The folder that was packed, on its own machine: absolute links into it become relative. */
  readonly origin: string;
  /** Told of each entry that is left out: links that lead out of the folder, devices. */
  leftOut(name: string, why: string): Promise<void>;
}

/**
 * Puts the entries of an archive below a folder, which is made where it is missing. No entry gets out of the folder:
 * not by `..`, not by links of the archive, not by links that are there already. Nothing that exists is overwritten, and
 * a file has its name only when it is complete.
 *
 * @throws TalosctlError at the first entry that tries to get out, whose name is taken, or that cannot be written
 */
export async function extract(
  entries: AsyncIterable<TarEntry>,
  folder: string,
  options: ExtractOptions,
): Promise<void> {
  const target = new Target(folder);
  try {
    await extractAll(entries, target, options);
    await target.makeFolder([]);
  } catch (error) {
    await target.forget();
    throw error;
  }
}

async function extractAll(entries: AsyncIterable<TarEntry>, target: Target, options: ExtractOptions): Promise<void> {
  for await (const entry of entries) {
    const path = safePath(entry.name);
    const linkName = entry.kind === 'symlink' ? localLink(entry, path, options.origin) : '';
    if (entry.kind === 'hardlink') throw hostile('a hard link', entry.name);
    if (entry.kind === 'special') {
      await options.leftOut(entry.name, 'it is neither file, folder nor link');
    } else if (linkName === undefined) {
      target.bar(path);
      await options.leftOut(entry.name, `it is a link to ${entry.linkName}, out of the folder`);
    } else {
      await target.add({ ...entry, linkName }, path);
    }
  }
}

type Path = readonly string[];

/** The names on the way to an entry, from the folder on. A leading slash is dropped, as tar does. */
function safePath(name: string): Path {
  const path = name.split('/').filter((part) => part !== '' && part !== '.');
  const isUnsafe = (part: string): boolean =>
    part === '..' || part.includes('\0') || (sep === '\\' && /[\\:]/.test(part));
  if (path.some(isUnsafe)) throw hostile('an entry that leads out of the folder', name);
  return path;
}

/** Where a link leads to from its own place; undefined where that is out of the folder. */
function localLink({ linkName }: TarEntry, path: Path, origin: string): string | undefined {
  const depth = path.length - 1;
  const root = `${origin.replace(/\/+$/, '')}/`;
  const hasDots = linkName.split('/').includes('..');
  const local =
    linkName.startsWith(root) && !hasDots
      ? relative(`/${path.slice(0, -1).join('/')}`, `/${linkName.slice(root.length)}`)
      : linkName;
  const parts = local.split('/').filter((part) => part !== '.' && part !== '');
  const down = parts.findIndex((part) => part !== '..');
  const ups = down < 0 ? parts.length : down;
  // Only steps up at its start are sure to go where they seem to: behind a name, which may be a link, they are not.
  const staysInside = !local.startsWith('/') && ups <= depth && !parts.slice(ups).includes('..');
  return staysInside && local !== '' && !/[\\\0]/.test(local) ? local : undefined;
}

function hostile(what: string, name: string): TalosctlError {
  return new TalosctlError(`the archive that the node sent has ${what}: ${JSON.stringify(name)}`, {
    hint: 'no node makes such an archive, so nothing more of it was extracted',
  });
}

/** The folder that is extracted to. */
class Target {
  readonly #root: string;
  /** Folders that are there and are no links. */
  readonly #folders = new Set<string>();
  /** Places of links of the archive: nothing lies below them. */
  readonly #links = new Set<string>();
  #isNew = false;

  constructor(root: string) {
    this.#root = root;
  }

  /** Takes the folder away again where it was made in vain. */
  async forget(): Promise<void> {
    if (this.#isNew) await rmdir(this.#root).catch(() => undefined);
  }

  /** Keeps everything from the place of a link. */
  bar(path: Path): void {
    this.#links.add(this.#place(path));
  }

  async add(entry: TarEntry, path: Path): Promise<void> {
    if (entry.kind === 'folder') return this.makeFolder(path, entry.mode);
    if (path.length === 0) {
      throw new TalosctlError('the archive that the node sent is broken: a file in it has no name');
    }
    const folder = path.slice(0, -1);
    await this.makeFolder(folder);
    const place = this.#place(path);
    await naming(place, async () => {
      if (await isThere(place)) throw new Error('it exists already');
      if (entry.kind === 'symlink') await symlink(entry.linkName, place);
      else await writeFile(entry, this.#place(folder), place);
    });
    if (entry.kind === 'symlink') this.bar(path);
  }

  /** Makes a folder below the root, and the root, where they are missing. */
  async makeFolder(path: Path, mode = 0o755): Promise<void> {
    const place = this.#place(path);
    if (this.#folders.has(place)) return;
    if (path.length === 0) {
      await naming(place, async () => {
        this.#isNew = (await mkdir(place, { recursive: true })) !== undefined;
      });
      this.#folders.add(place);
      return;
    }
    if (this.#links.has(place)) throw hostile('an entry below a link', path.join('/'));
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
    for await (const piece of content) await writeAll(file, piece);
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
