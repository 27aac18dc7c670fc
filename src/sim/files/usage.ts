import type { FileTree, Found } from './file-tree.js';

export interface Usage {
  readonly path: string;
  /** Below the path that is asked about, which itself is `.`. */
  readonly relative: string;
  /** Bytes, with all that is below. */
  readonly size: number;
  readonly isFolder: boolean;
  /** Slashes more than the path that is asked about. */
  readonly depth: number;
}

/** How much room everything below a path takes, folders after what they hold. */
export function usageOf(tree: FileTree, path: string): readonly Usage[] {
  const visits = [...tree.walk(path)];
  const sizes = new Map<string, number>();
  const all: Usage[] = [];
  // From the last to the first, what a folder holds comes before it.
  for (const visit of visits.toReversed()) {
    const size = ownSize(visit) + (sizes.get(visit.path) ?? 0);
    const parent = visit.path.slice(0, visit.path.lastIndexOf('/')) || '/';
    if (visit.path !== '/') sizes.set(parent, (sizes.get(parent) ?? 0) + size);
    all.push({
      path: visit.path,
      relative: visit.relative,
      size,
      isFolder: visit.node.kind === 'folder',
      depth: slashes(visit.path) - slashes(path),
    });
  }
  return inOrder(all.reverse());
}

/** Folders behind what they hold, everything else as it was. */
function inOrder(preorder: readonly Usage[]): readonly Usage[] {
  const ordered: Usage[] = [];
  const open: Usage[] = [];
  for (const usage of preorder) {
    for (let last = open.at(-1); last !== undefined && !isBelow(usage.path, last.path); last = open.at(-1)) {
      ordered.push(last);
      open.pop();
    }
    if (usage.isFolder) open.push(usage);
    else ordered.push(usage);
  }
  return [...ordered, ...open.reverse()];
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder === '/' ? '/' : `${folder}/`);
}

function ownSize({ path, attributes }: Found): number {
  // Its size is that of the address space.
  return path === '/proc/kcore' ? 0 : attributes.size;
}

function slashes(path: string): number {
  return path.split('/').length - 1;
}
