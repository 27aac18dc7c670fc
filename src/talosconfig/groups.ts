import { readFile } from 'node:fs/promises';
import { TalosctlError } from '../errors/errors.js';
import { reason, writeFileAtomically } from '../files/atomic.js';
import { emitYaml } from '../yaml/emit.js';
import { FieldReader } from './fields.js';
import type { Talosconfig } from './talosconfig.js';

/** The groups of a context by name: what `-n @name` stands for. An item is all that `-n` takes, other groups too. */
export type NodeGroups = ReadonlyMap<string, readonly string[]>;

/** A file of groups, by context. */
export interface GroupFile {
  /** Absolute; the file need not be there. */
  readonly path: string;
  readonly contexts: ReadonlyMap<string, NodeGroups>;
}

const suffix = '.groups.yaml';
const what = 'a file of node groups';

/** Whether a group can have this name: letters, digits, and between them dots, hyphens and underscores. */
export function isGroupName(name: string): boolean {
  return /^[\p{L}\p{N}](?:[\p{L}\p{N}._-]*[\p{L}\p{N}])?$/u.test(name);
}

/**
 * Where the groups of a context are kept: beside the talosconfig file that has the context, `config.groups.yaml` for
 * `config`.
 */
export function groupsPath(config: Talosconfig, context: string): string {
  const owner = config.files?.find(({ contexts }) => contexts.has(context));
  return `${owner?.path ?? config.path}${suffix}`;
}

/** Reads a file of groups; one that is not there has none. */
export async function loadGroups(path: string): Promise<GroupFile> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { path, contexts: new Map() };
    throw new TalosctlError(`cannot read the node groups in ${path}: ${reason(error)}`, { cause: error });
  }
  return { path, contexts: parseGroups(text, path) };
}

/** The groups of a context: those of the file beside its talosconfig. */
export async function groupsOfContext(config: Talosconfig, context: string): Promise<NodeGroups> {
  const { contexts } = await loadGroups(groupsPath(config, context));
  return contexts.get(context) ?? new Map();
}

/**
 * What a group of a context holds.
 * @throws TalosctlError where there is no such group
 */
export async function requireGroup(config: Talosconfig, context: string, name: string): Promise<readonly string[]> {
  const groups = await groupsOfContext(config, context);
  const nodes = groups.get(name);
  if (nodes !== undefined) return nodes;
  const known = [...groups.keys()].map((group) => `@${group}`).join(', ');
  throw new TalosctlError(`context "${context}" has no node group @${name}`, {
    hint:
      known === ''
        ? `make it: \`talosctl config groups ${name} <node>…\``
        : `its groups are ${known}; \`talosctl config groups ${name} <node>…\` makes another`,
  });
}

/** Writes a file of groups, contexts and groups in the order of their names. */
export async function saveGroups({ path, contexts }: GroupFile): Promise<void> {
  await writeFileAtomically(
    path,
    emitYaml({ contexts: byName(contexts, (groups) => byName(groups, (nodes) => nodes)) }),
  );
}

/** The file with a group set, or taken away where it shall have no nodes. */
export function withGroup(file: GroupFile, context: string, name: string, nodes: readonly string[]): GroupFile {
  const groups = new Map(file.contexts.get(context));
  if (nodes.length > 0) groups.set(name, nodes);
  else groups.delete(name);
  const contexts = new Map(file.contexts);
  if (groups.size > 0) contexts.set(context, groups);
  else contexts.delete(context);
  return { ...file, contexts };
}

function parseGroups(text: string, file: string): GroupFile['contexts'] {
  const reader = new FieldReader(text, file, what);
  const { contexts, ...others } = reader.root();
  for (const [key, node] of Object.entries(others)) {
    reader.fail(node?.start ?? 0, `${what} has no key ${key}: groups stand below contexts, then the context's name`);
  }
  return new Map(
    Object.entries(reader.fields(contexts, 'contexts')).map(([context, node]) => {
      const path = `contexts.${context}`;
      const groups = Object.entries(reader.fields(node, path));
      return [context, new Map(groups.map(([name, nodes]) => [name, reader.texts(nodes, `${path}.${name}`)]))];
    }),
  );
}

function byName<T>(map: ReadonlyMap<string, T>, value: (item: T) => unknown): Readonly<Record<string, unknown>> {
  const entries = [...map].sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(entries.map(([name, item]) => [name, value(item)]));
}
