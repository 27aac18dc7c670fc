import { TalosctlError } from '../../../errors/errors.js';
import type { TarEntry } from '../../../files/tar-reader.js';
import type { TemplateObject, TemplateValue } from '../../../render/gotemplate/value.js';
import { compareBytes } from '../../../render/json.js';
import { type FileContent, fieldFiles, fileContent, isKnownFile, NestedValueMap, ValueMap } from './files.js';
import { CgroupValue } from './value.js';

/** Longer files are not what the kernel makes. */
const longestFile = 16 * 1024 * 1024;

/** A control group of a node. */
export class Cgroup implements TemplateObject {
  /** The name of its folder. */
  readonly name: string;
  readonly parent: Cgroup | undefined;
  readonly #files = new Map<string, FileContent>();
  readonly #children = new Map<string, Cgroup>();
  /** What its processes are called. */
  processes: readonly string[] = [];

  constructor(name: string, parent?: Cgroup) {
    this.name = name;
    this.parent = parent;
  }

  /** Path below the root, which is empty. */
  get path(): string {
    const above = this.parent?.path ?? '';
    return above === '' ? (this.parent === undefined ? '' : this.name) : `${above}/${this.name}`;
  }

  /** The groups below, by their names. */
  children(): readonly Cgroup[] {
    return [...this.#children.values()].sort((left, right) => compareBytes(left.name, right.name));
  }

  /** The group at a path below this one, made where it is missing. */
  at(path: readonly string[]): Cgroup {
    const [name, ...rest] = path;
    if (name === undefined) return this;
    const child = this.#children.get(name) ?? new Cgroup(name, this);
    this.#children.set(name, child);
    return child.at(rest);
  }

  /** The files that it has, with their contents. */
  files(): readonly (readonly [name: string, content: FileContent])[] {
    return [...this.#files];
  }

  has(file: string): boolean {
    return this.#files.has(file);
  }

  setFile(name: string, content: FileContent): void {
    this.#files.set(name, content);
  }

  /** A file with one value: `memory.current`. */
  value(file: string): CgroupValue {
    const content = this.#content(file);
    return content instanceof CgroupValue ? content : CgroupValue.unset;
  }

  /** One value of a file with names: `cpu.stat`, `user_usec`. */
  named(file: string, name: string): CgroupValue {
    const content = this.#content(file);
    return content instanceof ValueMap ? content.get(name) : CgroupValue.unset;
  }

  /** A file with values by name, by name: `io.stat`. */
  nested(file: string): NestedValueMap {
    const content = this.#content(file);
    return content instanceof NestedValueMap ? content : new NestedValueMap();
  }

  /** A file with a list of values: `cgroup.procs`. */
  list(file: string): readonly CgroupValue[] {
    const content = this.#content(file);
    return Array.isArray(content) ? content : [];
  }

  /** A file that is a text: `cpuset.cpus`. */
  text(file: string): string {
    const content = this.#content(file);
    return typeof content === 'string' ? content : '';
  }

  /** This group, then all below it. */
  *all(): Generator<Cgroup, void, undefined> {
    yield this;
    for (const child of this.children()) yield* child.all();
  }

  member(name: string): TemplateValue | undefined {
    if (name === 'Parent') return this.parent ?? null;
    if (name === 'Children') return new Map(this.children().map((child) => [child.name, child]));
    if (name === 'CgroupProcsResolved') return this.processes;
    const file = fieldFiles.get(name);
    return file === undefined ? undefined : this.#content(file);
  }

  toString(): string {
    return this.path || '.';
  }

  #content(file: string): FileContent {
    return this.#files.get(file) ?? fileContent(file);
  }
}

/**
 * Reads control groups from an archive of the folder where a node has them mounted. Files that say nothing of use are
 * passed over.
 * @throws TalosctlError where a file holds what it never does
 */
export async function readCgroups(entries: AsyncIterable<TarEntry>): Promise<Cgroup> {
  const root = new Cgroup('');
  for await (const { name, kind, content } of entries) {
    const path = name.split('/').filter((part) => part !== '' && part !== '.');
    const file = path.pop() ?? '';
    if (kind !== 'file' || !isKnownFile(file)) continue;
    const text = await textOf(content, name);
    try {
      root.at(path).setFile(file, fileContent(file, text));
    } catch (error) {
      if (!(error instanceof TalosctlError)) throw error;
      throw new TalosctlError(`the node's control group file ${name} cannot be read: ${error.message}`, {
        cause: error,
      });
    }
  }
  return root;
}

async function textOf(content: AsyncIterable<Buffer>, name: string): Promise<string> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of content) {
    pieces.push(piece);
    length += piece.length;
    if (length > longestFile) throw new TalosctlError(`the node's control group file ${name} does not end`);
  }
  return Buffer.concat(pieces).toString();
}
