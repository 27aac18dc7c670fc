import type { MappingEntry, MappingNode, SequenceNode, YamlNode } from '../../yaml/node.js';
import { scalarOf } from '../decode/identify.js';

/**
 * Something that a patch takes away: a path of keys and of list items that agree with some keys. The empty path is the
 * whole document.
 */
export interface Removal {
  readonly path: readonly Step[];
  /** Where the patch says so. */
  readonly node: YamlNode;
}

export type Step =
  | { readonly kind: 'key'; readonly key: string }
  /** The item of a list that is meant: `candidates` are the keys it was written with, the first one decides unless the list merges by another. */
  | { readonly kind: 'item'; readonly candidates: readonly ItemKey[]; readonly node: YamlNode };

export interface ItemKey {
  readonly key: string;
  readonly value: YamlNode;
}

/** A patch's document taken apart: what it removes, and what is left to merge (undefined when that is nothing). */
export interface TakenApart {
  readonly removals: readonly Removal[];
  readonly rest: MappingNode | undefined;
}

/** Separates `$patch: delete` from what a patch sets. */
export function takeApart(root: MappingNode): TakenApart {
  const removals: Removal[] = [];
  const rest = strip(root, [], removals);
  if (rest === root) return { removals, rest: root };
  const onlyHeader = rest === undefined || (rest.kind === 'mapping' && rest.entries.every(isHeader));
  return { removals, rest: onlyHeader || rest.kind !== 'mapping' ? undefined : rest };
}

function isHeader({ key, value }: MappingEntry): boolean {
  const name = key.kind === 'scalar' ? key.text : '';
  return value.kind === 'scalar' && ['apiVersion', 'kind', 'name', 'version'].includes(name);
}

/** The node without what is to be removed; the very node where nothing is, undefined where nothing is left. */
function strip(node: YamlNode, path: readonly Step[], removals: Removal[]): YamlNode | undefined {
  if (node.kind === 'mapping') return stripMapping(node, path, removals);
  if (node.kind === 'sequence') return stripSequence(node, path, removals);
  return node;
}

/** Whether a patch says to delete what stands at the node's place. */
export function isDelete(node: YamlNode): boolean {
  return node.kind === 'mapping' && scalarOf(node, '$patch')?.text === 'delete';
}

function stripMapping(node: MappingNode, path: readonly Step[], removals: Removal[]): YamlNode | undefined {
  if (isDelete(node)) {
    removals.push({ path, node });
    return undefined;
  }
  let changed = false;
  const entries: MappingEntry[] = [];
  for (const entry of node.entries) {
    const key = entry.key.kind === 'scalar' ? entry.key.text : '';
    const value = strip(entry.value, [...path, { kind: 'key', key }], removals);
    if (value !== entry.value) changed = true;
    if (value !== undefined) entries.push(value === entry.value ? entry : { key: entry.key, value });
  }
  if (!changed) return node;
  return entries.length === 0 ? undefined : { ...node, entries };
}

function stripSequence(node: SequenceNode, path: readonly Step[], removals: Removal[]): YamlNode | undefined {
  let changed = false;
  const items: YamlNode[] = [];
  for (const item of node.items) {
    const candidates = item.kind === 'mapping' ? itemKeys(item) : [];
    const value = strip(item, [...path, { kind: 'item', candidates, node: item }], removals);
    if (value !== item) changed = true;
    if (value === undefined) continue;
    // An item that only served to say where something is removed is not added to the list again.
    if (value !== item && value.kind === 'mapping' && value.entries.length === 1) continue;
    items.push(value);
  }
  if (!changed) return node;
  return items.length === 0 ? undefined : { ...node, items };
}

function itemKeys(item: MappingNode): ItemKey[] {
  const keys: ItemKey[] = [];
  for (const { key, value } of item.entries) {
    if (key.kind === 'scalar' && key.text !== '$patch' && !containsDelete(value)) keys.push({ key: key.text, value });
  }
  return keys;
}

function containsDelete(node: YamlNode): boolean {
  if (isDelete(node)) return true;
  if (node.kind === 'mapping') return node.entries.some(({ value }) => containsDelete(value));
  return node.kind === 'sequence' && node.items.some(containsDelete);
}
