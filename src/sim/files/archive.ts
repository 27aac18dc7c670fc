import { pipeline } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { FileTree, Visit } from './file-tree.js';
import { tarEnd, tarHeader, tarPadding } from './tar.js';

/** As much as is read of a file that shows no size, to learn it. */
const probe = 4096;

/** What lies at a path as a .tar.gz archive; a folder's own entry is left out. */
export class Archive {
  readonly #tree: FileTree;
  readonly #path: string;
  readonly #skipped: string[] = [];

  constructor(tree: FileTree, path: string) {
    this.#tree = tree;
    this.#path = path;
  }

  /** What could not be packed, once the bytes have ended; empty: nothing. In the words of a node. */
  get failure(): string {
    const count = this.#skipped.length;
    if (count === 0) return '';
    const list = this.#skipped.map((text) => `\t* ${text}\n`).join('');
    return `${count === 1 ? '1 error' : `${count} errors`} occurred:\n${list}\n`;
  }

  /** @throws FileError where there is nothing at the path */
  bytes(): AsyncIterable<Buffer> {
    this.#tree.lstat(this.#path);
    const gzip = createGzip();
    pipeline(this.#tar(), gzip, () => undefined);
    return gzip as AsyncIterable<Buffer>;
  }

  *#tar(): Generator<Buffer, void, undefined> {
    for (const visit of this.#tree.walk(this.#path)) {
      if (visit.relative === '.') continue;
      if (visit.node.kind === 'socket') {
        this.#skipped.push(`skipping ${JSON.stringify(visit.path)}: archive/tar: sockets not supported`);
      } else {
        yield* entry(visit);
      }
    }
    yield tarEnd();
  }
}

function* entry({ node, relative, attributes }: Visit): Generator<Buffer, void, undefined> {
  const { mode, owner, modified } = attributes;
  if (node.kind === 'socket') return;
  const content = node.kind === 'file' ? node.content : undefined;
  const length = content?.size() ?? 0;
  const size = attributes.size === 0 && length >= probe ? 0 : length;
  yield tarHeader({
    name: node.kind === 'folder' ? `${relative}/` : relative,
    kind: node.kind,
    mode,
    owner,
    modified,
    size,
    ...(node.kind === 'link' ? { linkTarget: node.target } : {}),
  });
  if (size === 0) return;
  yield* content?.pieces() ?? [];
  yield tarPadding(size);
}
