import { normalize } from 'node:path/posix';
import {
  type DiskUsageRequest,
  type FileInfo,
  type ListRequest,
  ListRequest_Type,
  MachineServiceService,
} from '../../gen/machine/machine.js';
import { Archive } from '../files/archive.js';
import { FileError, type FileTree, type Visit } from '../files/file-tree.js';
import { filesOf } from '../files/files-of.js';
import type { FileNode } from '../files/node.js';
import { usageOf } from '../files/usage.js';
import type { Runtime } from '../machine/runtime.js';
import { serverStream } from '../rpc/handler.js';
import { Code, StatusError } from '../rpc/status.js';

/** Bytes that a node sends at a time. */
const pieceSize = 1024;

/** The files of the machine. */
export const files = [
  serverStream(MachineServiceService.read, async function* (runtime: Runtime, { path }) {
    const { node } = found(filesOf(runtime), path);
    if (node.kind !== 'file') throw new Error('path must be a regular file');
    for (const bytes of node.content.pieces()) yield* pieces(bytes);
  }),
  serverStream(MachineServiceService.copy, async function* (runtime: Runtime, { rootPath }) {
    const path = normalize(rootPath).replace(/(.)\/$/, '$1');
    if (!path.startsWith('/')) throw new Error(`path is not absolute ${path}`);
    const archive = new Archive(filesOf(runtime), path);
    let failure: string;
    try {
      for await (const bytes of archive.bytes()) yield* pieces(bytes);
      failure = archive.failure;
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      failure = error.message;
    }
    if (failure !== '') {
      yield { metadata: { hostname: '', error: failure, status: undefined }, bytes: Buffer.alloc(0) };
    }
  }),
  serverStream(MachineServiceService.list, async function* (runtime: Runtime, request) {
    yield* listed(filesOf(runtime), request);
  }),
  serverStream(MachineServiceService.diskUsage, async function* (runtime: Runtime, request) {
    yield* used(filesOf(runtime), request);
  }),
];

function found(tree: FileTree, path: string) {
  try {
    return tree.stat(path);
  } catch (error) {
    if (error instanceof FileError && error.isMissing) throw new StatusError(Code.notFound, error.message);
    throw error;
  }
}

function* pieces(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += pieceSize) {
    yield { metadata: undefined, bytes: bytes.subarray(at, at + pieceSize) };
  }
}

/** A path as a node completes it: from the root on, without a slash at its end. */
function rooted(path: string): string {
  return `/${path.replace(/^\//, '')}`.replace(/(.)\/$/, '$1');
}

function* listed(tree: FileTree, { root, recurse, recursionDepth, types, reportXattrs }: ListRequest) {
  const path = rooted(root);
  const deepest = recurse ? recursionDepth || -1 : 0;
  const isWanted = ({ node }: Visit): boolean =>
    types.length === 0 || types.some((type) => node.kind === typeKinds[type]);
  const base = slashes(path);
  // A folder that is not wanted itself is gone into at any depth.
  const enter = (visit: Visit): boolean => !isWanted(visit) || deepest < 0 || slashes(visit.path) - base < deepest;
  for (const visit of tree.walk(path, enter)) if (isWanted(visit)) yield fileInfo(visit, reportXattrs);
}

const typeKinds: Readonly<Partial<Record<ListRequest_Type, FileNode['kind']>>> = {
  [ListRequest_Type.REGULAR]: 'file',
  [ListRequest_Type.DIRECTORY]: 'folder',
  [ListRequest_Type.SYMLINK]: 'link',
};

/** The bits of Go's file modes. */
const modeBits: Readonly<Record<FileNode['kind'], number>> = {
  file: 0,
  folder: 2 ** 31,
  link: 2 ** 27,
  block: 2 ** 26,
  character: 2 ** 26 + 2 ** 21,
  socket: 2 ** 24,
};

function fileInfo({ path, relative, node, attributes }: Visit, reportXattrs: boolean): FileInfo {
  const { mode, owner, label, modified, size } = attributes;
  const data = Buffer.from(`system_u:object_r:${label}:s0\0`);
  return {
    metadata: undefined,
    name: path,
    size: BigInt(size),
    mode: modeBits[node.kind] + mode,
    modified: BigInt(Math.floor(modified.getTime() / 1000)),
    isDir: node.kind === 'folder',
    error: '',
    link: node.kind === 'link' ? node.target : '',
    relativeName: relative,
    uid: owner[0],
    gid: owner[1],
    xattrs: reportXattrs ? [{ name: 'security.selinux', data }] : [],
  };
}

/** Answers for the first path that is there, as a node does. */
function* used(tree: FileTree, { paths, all, threshold, recursionDepth }: DiskUsageRequest) {
  for (const asked of paths) {
    const path = rooted(asked);
    try {
      for (const { path: name, relative, size, isFolder, depth } of usageOf(tree, path)) {
        if ((recursionDepth > 0 && depth >= recursionDepth) || !(isFolder || all)) continue;
        if (threshold > 0n ? size < threshold : threshold < 0n && size > -threshold) continue;
        yield { metadata: undefined, name, relativeName: relative, size: BigInt(size), error: '' };
      }
      return;
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      yield { metadata: undefined, name: path, relativeName: path, size: 0n, error: error.message };
    }
  }
}

function slashes(path: string): number {
  return path.split('/').length - 1;
}
