import { TalosctlError } from '../errors/errors.js';
import type { Member } from '../resources/member.js';

/** Whom a word stands for. */
export interface NodeWord {
  readonly controlPlanes: boolean;
  readonly workers: boolean;
  /** One line about it. */
  readonly meaning: string;
}

const controlPlanes: NodeWord = { controlPlanes: true, workers: false, meaning: 'the control plane nodes' };
const workers: NodeWord = { controlPlanes: false, workers: true, meaning: 'the workers' };

/** The words for nodes by their place in the cluster. */
export const nodeWords: ReadonlyMap<string, NodeWord> = new Map([
  ['all', { controlPlanes: true, workers: true, meaning: 'all nodes of the cluster' }],
  ['controlplanes', controlPlanes],
  ['controlplane', controlPlanes],
  ['workers', workers],
  ['worker', workers],
]);

/** Where the nodes behind words come from. Each is asked only when a word needs it. */
export interface NodeSources {
  /** The members of the cluster; undefined where the cluster does not tell. */
  members(): Promise<readonly Member[] | undefined>;
  /** What a group of this name holds. Throws TalosctlError where there is none. */
  group(name: string): Promise<readonly string[]>;
  /** Takes sentences for the user. */
  warn(sentence: string): void;
}

/**
 * The nodes that words stand for, in the order of the words, each once: the control plane before workers, both in the
 * order of their names with numbers counted. Everything else is a node's own name or address and stays as it is; so does
 * a word that is the hostname of a member, or that the cluster cannot explain.
 * @throws TalosctlError for a word that stands for nobody, and a group that is not there, is empty or holds itself
 */
export async function resolveNodes(words: readonly string[], sources: NodeSources): Promise<readonly string[]> {
  if (!words.some(isWord)) return words;
  const nodes = new Map<string, string>();
  const names = await expandGroups(words, sources, []);
  const members = names.some((name) => nodeWords.get(name) !== undefined) ? await sources.members() : [];
  if (members === undefined) {
    const unexplained = names.filter((name) => nodeWords.get(name) !== undefined).map((name) => JSON.stringify(name));
    sources.warn(`the cluster does not tell its members, so ${unexplained.join(', ')} is taken for the name of a node`);
  }
  /** A member is one node, by whichever of its names it is called. */
  const identity = (name: string): string =>
    members?.find(({ hostname, addresses }) => hostname === name || addresses.includes(name))?.hostname ?? name;
  const add = (name: string): void => {
    if (!nodes.has(identity(name))) nodes.set(identity(name), name);
  };
  for (const name of names) {
    const meant = nodeWords.get(name);
    if (meant === undefined || members === undefined || members.some(({ hostname }) => hostname === name)) add(name);
    else for (const member of chosen(members, name, meant)) add(addressOf(member));
  }
  return [...nodes.values()];
}

const isWord = (name: string): boolean => name.startsWith('@') || nodeWords.get(name) !== undefined;

async function expandGroups(
  names: readonly string[],
  sources: NodeSources,
  inside: readonly string[],
): Promise<readonly string[]> {
  const expanded: string[] = [];
  for (const name of names) {
    if (!name.startsWith('@')) {
      expanded.push(name);
      continue;
    }
    if (inside.includes(name)) {
      throw new TalosctlError(`the node group ${name} holds itself: ${[...inside, name].join(' holds ')}`, {
        hint: 'correct it with `talosctl config groups`',
      });
    }
    const group = await sources.group(name.slice(1));
    if (group.length === 0) {
      throw new TalosctlError(`the node group ${name} is empty`, { hint: 'set it with `talosctl config groups`' });
    }
    expanded.push(...(await expandGroups(group, sources, [...inside, name])));
  }
  return expanded;
}

function chosen(members: readonly Member[], word: string, meant: NodeWord): readonly Member[] {
  const wanted = members.filter(({ isControlPlane }) => (isControlPlane ? meant.controlPlanes : meant.workers));
  if (wanted.length === 0) {
    const known = members.map(({ hostname }) => hostname).join(', ');
    throw new TalosctlError(`"${word}" stands for no node of this cluster`, { hint: `its members are ${known}` });
  }
  const { compare } = new Intl.Collator('en', { numeric: true });
  return wanted.toSorted(
    (left, right) =>
      Number(right.isControlPlane) - Number(left.isControlPlane) || compare(left.hostname, right.hostname),
  );
}

function addressOf({ hostname, addresses: [address] }: Member): string {
  if (address !== undefined) return address;
  throw new TalosctlError(`member ${hostname} of the cluster has no address, and may not be left out in silence`, {
    hint: 'name the nodes one by one, or wait until it is back; see `talosctl get members`',
  });
}
