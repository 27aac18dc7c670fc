import { basename } from 'node:path/posix';
import { type Attributes, type FileNode, type FolderNode, folder, type Placed } from './node.js';

/** A file as it is found under a path. */
export interface Found {
  readonly path: string;
  readonly node: FileNode;
  readonly attributes: Required<Attributes>;
}

/** One step of a walk. */
export interface Visit extends Found {
  /** Below where the walk began, which itself is `.`; the name alone where that is no folder. */
  readonly relative: string;
}

/** A failed look at a file, in the words of a node: `lstat /x: no such file or directory`. */
export class FileError extends Error {
  readonly reason: string;
  constructor(operation: string, path: string, reason: string) {
    super(`${operation} ${path}: ${reason}`);
    this.reason = reason;
  }

  get isMissing(): boolean {
    return this.reason === missing;
  }
}

const missing = 'no such file or directory';
const mostLinks = 40;
const permissions = { folder: 0o755, file: 0o644, link: 0o777, block: 0o600, character: 0o600, socket: 0o600 } as const;

/** The files of a machine as they are at one moment. */
export class FileTree {
  readonly #root: Found;

  /** @param inherited what a file has where neither it nor a folder above says something else */
  constructor(placed: readonly Placed[], inherited: Pick<Required<Attributes>, 'label' | 'modified'>) {
    const root = folder();
    for (const [path, node] of placed) place(root, path, node);
    this.#root = { path: '/', node: root, attributes: complete(root, { owner: [0, 0], ...inherited }) };
  }

  /** The file itself, also where it is a link. Links on the way are followed. */
  lstat(path: string): Found {
    return this.#find('lstat', path, false);
  }

  /** What a link leads to in the end. */
  stat(path: string): Found {
    return this.#find('stat', path, true);
  }

  /**
   * Everything below a path, in the order of names; where the path is a link, below what it leads to.
   * `enter` says whether to go into a folder that has been visited.
   */
  *walk(path: string, enter: (visit: Visit) => boolean = () => true): Generator<Visit, void, undefined> {
    const start = this.lstat(path);
    const root = start.node.kind === 'link' ? this.stat(path) : start;
    yield* this.#walk(root, root.node.kind === 'folder' ? '.' : basename(root.path), enter, true);
  }

  *#walk(
    found: Found,
    relative: string,
    enter: (visit: Visit) => boolean,
    isRoot: boolean,
  ): Generator<Visit, void, undefined> {
    const visit: Visit = { ...found, relative };
    yield visit;
    if (found.node.kind !== 'folder' || !(isRoot || enter(visit))) return;
    const names = [...found.node.children.keys()].sort();
    for (const name of names) {
      const child = childOf(found, name);
      if (child !== undefined) yield* this.#walk(child, relative === '.' ? name : `${relative}/${name}`, enter, false);
    }
  }

  #find(operation: string, asked: string, followLast: boolean): Found {
    const way: Found[] = [this.#root];
    const names = asked.split('/').reverse();
    for (let links = 0; names.length > 0; ) {
      const name = names.pop();
      const here = way.at(-1) ?? this.#root;
      if (name === undefined || name === '' || name === '.') continue;
      if (name === '..') {
        if (way.length > 1) way.pop();
        continue;
      }
      if (here.node.kind !== 'folder') throw new FileError(operation, asked, 'not a directory');
      const child = childOf(here, name);
      if (child === undefined) throw new FileError(operation, asked, missing);
      const isLast = names.every((next) => next === '' || next === '.');
      if (child.node.kind !== 'link' || (isLast && !followLast)) {
        way.push(child);
        continue;
      }
      links += 1;
      if (links > mostLinks) throw new FileError(operation, asked, 'too many levels of symbolic links');
      if (child.node.target.startsWith('/')) way.length = 1;
      names.push(...child.node.target.split('/').reverse());
    }
    return way.at(-1) ?? this.#root;
  }
}

function place(root: FolderNode, path: string, node: FileNode): void {
  const names = path.split('/').filter((name) => name !== '');
  const last = names.pop();
  let here = root;
  for (const name of names) {
    const next = here.children.get(name);
    if (next?.kind === 'folder') {
      here = next;
      continue;
    }
    const made = folder();
    here.children.set(name, made);
    here = made;
  }
  if (last === undefined) return;
  const before = here.children.get(last);
  // A folder that is placed once more gets attributes, and keeps what it holds.
  if (node.kind === 'folder' && before?.kind === 'folder') {
    here.children.set(last, { ...node, children: before.children });
  } else {
    here.children.set(last, node.kind === 'folder' ? folder(node.attributes) : node);
  }
}

function childOf({ path, node, attributes }: Found, name: string): Found | undefined {
  const child = node.kind === 'folder' ? node.children.get(name) : undefined;
  if (child === undefined) return undefined;
  return { path: path === '/' ? `/${name}` : `${path}/${name}`, node: child, attributes: complete(child, attributes) };
}

const folderSize = 4096;

function complete(
  node: FileNode,
  { owner, label, modified }: Pick<Required<Attributes>, 'owner' | 'label' | 'modified'>,
): Required<Attributes> {
  const size = node.kind === 'folder' ? folderSize : node.kind === 'link' ? node.target.length : 0;
  return { mode: permissions[node.kind], owner, label, modified, size, ...sizeOf(node), ...node.attributes };
}

function sizeOf(node: FileNode): Pick<Attributes, 'size'> {
  // Asked only where the file does not say it itself, since content is made for it.
  return node.kind === 'file' && node.attributes.size === undefined ? { size: node.content.size() } : {};
}
