/** What `ls -l` shows of a file besides its name and kind; what is absent comes from the folder that holds it. */
export interface Attributes {
  /** Permission bits. */
  readonly mode?: number;
  readonly owner?: readonly [uid: number, gid: number];
  /** SELinux type, `etc_t`. */
  readonly label?: string;
  readonly modified?: Date;
  /** Bytes that are shown, where they are not those of the content: nothing below /proc, a page below /sys. */
  readonly size?: number;
}

export interface FolderNode {
  readonly kind: 'folder';
  readonly children: Map<string, FileNode>;
  readonly attributes: Attributes;
}

export interface RegularNode {
  readonly kind: 'file';
  readonly content: FileContent;
  readonly attributes: Attributes;
}

export interface LinkNode {
  readonly kind: 'link';
  readonly target: string;
  readonly attributes: Attributes;
}

export interface DeviceNode {
  readonly kind: 'block' | 'character' | 'socket';
  readonly attributes: Attributes;
}

export type FileNode = FolderNode | RegularNode | LinkNode | DeviceNode;

/** The bytes of a file, made when they are read. */
export interface FileContent {
  size(): number;
  pieces(): Iterable<Buffer>;
}

/** A node with the path where it lies. Folders on the way need not be named. */
export type Placed = readonly [path: string, node: FileNode];

export function folder(attributes: Attributes = {}): FolderNode {
  return { kind: 'folder', children: new Map(), attributes };
}

/** A file of a text that is made when somebody looks. */
export function file(text: string | Buffer | (() => string | Buffer), attributes: Attributes = {}): RegularNode {
  let bytes: Buffer | undefined;
  const read = (): Buffer => {
    bytes ??= Buffer.from(typeof text === 'function' ? text() : text);
    return bytes;
  };
  return { kind: 'file', content: { size: () => read().length, pieces: () => [read()] }, attributes };
}

const pieceSize = 64 * 1024;

/** A file of so many bytes behind its first ones, of which nobody expects sense: executables, libraries. */
export function binary(head: string, size: number, attributes: Attributes = {}): RegularNode {
  const pieces = function* (): Generator<Buffer, void, undefined> {
    const piece = Buffer.alloc(pieceSize, head, 'latin1');
    for (let at = 0; at < size; at += pieceSize) yield piece.subarray(0, Math.min(pieceSize, size - at));
  };
  return { kind: 'file', content: { size: () => size, pieces }, attributes };
}

export function link(target: string, attributes: Attributes = {}): LinkNode {
  return { kind: 'link', target, attributes };
}

export function device(kind: DeviceNode['kind'], attributes: Attributes = {}): DeviceNode {
  return { kind, attributes };
}

/** Puts nodes below a folder. */
export function below(path: string, nodes: readonly Placed[]): readonly Placed[] {
  return nodes.map(([name, node]) => [`${path}/${name}`, node]);
}
