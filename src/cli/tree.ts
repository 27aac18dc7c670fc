import { connectionFlags } from './connection-flags.js';
import type { FlagSet } from './flags.js';
import type { Manifest, ManifestEntry } from './manifest.js';

/** The program's name, as in usage lines. */
export const programName = 'talosctl';

/** A word of the command line and the words that may follow it. */
export interface CommandNode {
  /** The word itself. */
  readonly name: string;
  /** The words from the program's name on, e.g. `talosctl etcd snapshot`. */
  readonly path: string;
  readonly entry: ManifestEntry;
  readonly parent: CommandNode | undefined;
  /** In alphabetical order. */
  readonly children: readonly CommandNode[];
}

const rootEntry: ManifestEntry = {
  words: '',
  use: programName,
  summary: 'Manage Talos Linux nodes through their API',
  connection: 'none',
};

const helpEntry: ManifestEntry = {
  words: 'help',
  use: 'help [command]',
  summary: 'Explain a command',
  description: `Prints what a command does and which flags it takes: ${programName} help <words of the command>.`,
  connection: 'none',
};

/** Hangs the commands of the manifest, and `help`, under the program's name. */
export function buildTree(manifest: Manifest): CommandNode {
  const below = new Map<string, ManifestEntry[]>();
  for (const entry of [...manifest, helpEntry]) {
    const siblings = below.get(parentWords(entry.words));
    if (siblings === undefined) below.set(parentWords(entry.words), [entry]);
    else siblings.push(entry);
  }
  const grow = (entry: ManifestEntry, parent: CommandNode | undefined): CommandNode => {
    const name = entry.words.slice(entry.words.lastIndexOf(' ') + 1) || programName;
    let children: readonly CommandNode[] | undefined;
    const node: CommandNode = {
      name,
      path: parent === undefined ? name : `${parent.path} ${name}`,
      entry,
      parent,
      // A run looks at few of them.
      get children() {
        children ??= (below.get(entry.words) ?? [])
          .map((child) => grow(child, node))
          .sort((a, b) => (a.name < b.name ? -1 : 1));
        return children;
      },
    };
    return node;
  };
  return grow(rootEntry, undefined);
}

function parentWords(words: string): string {
  return words.slice(0, Math.max(0, words.lastIndexOf(' ')));
}

/** The command below that answers to the word, by name or alias. */
export function findChild(node: CommandNode, word: string): CommandNode | undefined {
  return node.children.find(({ name, entry }) => name === word || entry.aliases?.includes(word));
}

/** Whether help lists the command. */
export function isListed(node: CommandNode): boolean {
  return (
    node.entry.hidden !== true &&
    (node.entry.load !== undefined || node.name === 'help' || node.children.some(isListed))
  );
}

/** The flags that this word itself gives to every command below. */
export function ownPersistentFlags(node: CommandNode): FlagSet {
  const { connection, load, persistentFlags } = node.entry;
  const connecting = connection === 'flags' && (load === undefined || node.children.length > 0);
  return { ...persistentFlags, ...(connecting ? connectionFlags : {}) };
}

/** The flags that the words above give. */
export function inheritedFlags(node: CommandNode): FlagSet {
  return node.parent === undefined ? {} : { ...inheritedFlags(node.parent), ...ownPersistentFlags(node.parent) };
}
