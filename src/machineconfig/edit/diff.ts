import { emitYaml } from '../../yaml/emit.js';
import type { MappingEntry, MappingNode, SequenceNode, YamlNode } from '../../yaml/node.js';
import type { Value, ValueMap } from '../document.js';
import { encodeTree, freeTree } from '../encode/encode.js';
import { typeOfItem, typeOfKey, withoutOptional } from '../model/navigate.js';
import type { FieldType } from '../model/types.js';
import { equalValues, getKey, isValueMap } from '../value.js';
import { alignItems } from './align.js';
import { columnOf, type Edit, indentLines, lineEnd, lineStart } from './edits.js';
import { flowText } from './flow.js';

/** The edits that turn a document's text into one of the wanted value; values are normalised. */
export function diffDocument(
  text: string,
  root: YamlNode,
  type: FieldType,
  present: ValueMap,
  wanted: ValueMap,
): readonly Edit[] {
  const differ = new Differ(text);
  differ.value({ kind: 'root' }, root, type, present, wanted);
  return differ.edits;
}

/** What a value hangs on, and so how it is written anew. */
type Holder =
  | { readonly kind: 'root' }
  | { readonly kind: 'entry'; readonly key: string; readonly keyNode: YamlNode }
  | { readonly kind: 'item'; readonly dash: number }
  | { readonly kind: 'flow' };

class Differ {
  readonly edits: Edit[] = [];
  readonly #text: string;
  readonly #step: number;

  constructor(text: string) {
    this.#text = text;
    this.#step = indentStep(text);
  }

  value(holder: Holder, node: YamlNode, type: FieldType, present: Value, wanted: Value): void {
    if (equalValues(present, wanted)) return;
    const bare = withoutOptional(type);
    const edited =
      (node.kind === 'mapping' && isValueMap(present) && isValueMap(wanted)
        ? this.#mapping(holder, node, bare, present, wanted)
        : false) ||
      (node.kind === 'sequence' && Array.isArray(present) && Array.isArray(wanted)
        ? this.#sequence(holder, node, bare, present, wanted)
        : false);
    if (!edited) this.#replace(holder, node, bare, wanted);
  }

  /** Edits a map key by key; false where it has to be written anew. */
  #mapping(holder: Holder, node: MappingNode, type: FieldType, present: ValueMap, wanted: ValueMap): boolean {
    const written = new Map<string, MappingEntry>();
    for (const entry of node.entries) if (entry.key.kind === 'scalar') written.set(entry.key.text, entry);
    const gone = [...written].filter(
      ([key]) => getKey(present, key) !== undefined && getKey(wanted, key) === undefined,
    );
    if (gone.length === node.entries.length) return false;
    const inFlow = node.flow || holder.kind === 'flow';
    for (const [key, entry] of written) {
      const before = getKey(present, key);
      const after = getKey(wanted, key);
      const inner: Holder = inFlow ? { kind: 'flow' } : { kind: 'entry', key, keyNode: entry.key };
      if (after === undefined) continue;
      if (before === undefined) this.#replace(inner, entry.value, typeOfKey(type, key), after);
      else this.value(inner, entry.value, typeOfKey(type, key), before, after);
    }
    for (const [, entry] of gone) this.#removeEntry(node, entry, inFlow);
    for (const [key, value] of Object.entries(wanted)) {
      if (!written.has(key) && !equalValues(getKey(present, key), value)) {
        this.#addEntry(node, key, treeOf(typeOfKey(type, key), value), inFlow);
      }
    }
    return true;
  }

  /** Edits a list item by item; false where it has to be written anew. */
  #sequence(
    holder: Holder,
    node: SequenceNode,
    type: FieldType,
    present: readonly Value[],
    wanted: readonly Value[],
  ): boolean {
    const pairs = alignItems(present, wanted);
    const partners = new Set(pairs.values());
    const lastPartner = Math.max(-1, ...partners);
    const onlyAppends = wanted.every((_, at) => partners.has(at) || at > lastPartner);
    const inFlow = node.flow || holder.kind === 'flow';
    const dashes = node.items.map((item) => this.#text.lastIndexOf('-', item.start - 1));
    const plain = inFlow || dashes.every((dash) => this.#text.slice(lineStart(this.#text, dash), dash).trim() === '');
    if (node.items.length !== present.length || partners.size === 0 || !onlyAppends || !plain) return false;
    const itemType = typeOfItem(type);
    for (const [at, item] of node.items.entries()) {
      const partner = pairs.get(at);
      const inner: Holder = inFlow ? { kind: 'flow' } : { kind: 'item', dash: dashes[at] ?? 0 };
      if (partner !== undefined) this.value(inner, item, itemType, present[at] ?? null, wanted[partner] ?? null);
      else if (inFlow) this.#removeFromFlow(node.items.map(rangeOf), at);
      else this.#removeLines(dashes[at] ?? 0, endOf(this.#text, item));
    }
    const added = wanted.slice(lastPartner + 1).map((item) => treeOf(itemType, item));
    for (const tree of added) this.#addItem(node, tree, inFlow, dashes);
    return true;
  }

  #replace(holder: Holder, node: YamlNode, type: FieldType, wanted: Value): void {
    const tree = treeOf(type, wanted);
    const end = endOf(this.#text, node);
    switch (holder.kind) {
      case 'flow':
        this.edits.push({ start: node.start, end, text: flowText(tree) });
        return;
      case 'root':
        this.edits.push({ start: node.start, end, text: emitYaml(tree, { indent: this.#step }).trimEnd() });
        return;
      case 'entry': {
        const key = emitYaml(new Map([[holder.key, null]])).replace(/ null\n$/, '');
        const entry = emitYaml(new Map([[holder.key, tree]]), { indent: this.#step });
        const lines = indentLines(entry, columnOf(this.#text, holder.keyNode.start)).trim();
        const start = holder.keyNode.end;
        this.edits.push({ start, end: Math.max(end, start + 1), text: `:${lines.slice(key.length)}` });
        return;
      }
      case 'item': {
        const lines = indentLines(emitYaml([tree], { indent: this.#step }), columnOf(this.#text, holder.dash)).trim();
        this.edits.push({ start: holder.dash, end: Math.max(end, holder.dash + 1), text: lines });
      }
    }
  }

  #removeEntry(node: MappingNode, entry: MappingEntry, inFlow: boolean): void {
    const at = node.entries.indexOf(entry);
    if (inFlow) {
      this.#removeFromFlow(node.entries.map(entryRange), at);
      return;
    }
    const start = entry.key.start;
    const end = Math.max(endOf(this.#text, entry.value), entry.key.end);
    const alone = this.#text.slice(lineStart(this.#text, start), start).trim() === '';
    const next = node.entries[at + 1];
    // The first key after a dash gives its place to the next one.
    if (alone || next === undefined) this.#removeLines(start, end);
    else this.edits.push({ start, end: next.key.start, text: '' });
  }

  #removeLines(start: number, end: number): void {
    this.edits.push({ start: lineStart(this.#text, start), end: lineEnd(this.#text, end), text: '' });
  }

  #removeFromFlow(ranges: readonly (readonly [number, number])[], at: number): void {
    const [start, end] = ranges[at] ?? [0, 0];
    const next = ranges[at + 1];
    if (next !== undefined) this.edits.push({ start, end: next[0], text: '' });
    else this.edits.push({ start: ranges[at - 1]?.[1] ?? start, end, text: '' });
  }

  #addEntry(node: MappingNode, key: string, tree: unknown, inFlow: boolean): void {
    const last = node.entries.at(-1);
    if (last === undefined) return;
    const end = Math.max(endOf(this.#text, last.value), last.key.end);
    const entry = new Map([[key, tree]]);
    if (inFlow) this.edits.push({ start: end, end, text: `, ${flowText(entry).slice(1, -1)}` });
    else this.#addLines(end, emitYaml(entry, { indent: this.#step }), columnOf(this.#text, last.key.start));
  }

  #addItem(node: SequenceNode, tree: unknown, inFlow: boolean, dashes: readonly number[]): void {
    const last = node.items.at(-1);
    if (last === undefined) return;
    const end = endOf(this.#text, last);
    if (inFlow) this.edits.push({ start: end, end, text: `, ${flowText(tree)}` });
    else this.#addLines(end, emitYaml([tree], { indent: this.#step }), columnOf(this.#text, dashes.at(-1) ?? 0));
  }

  /** Adds lines below the line in which `end` lies. */
  #addLines(end: number, lines: string, column: number): void {
    const at = lineEnd(this.#text, end);
    const start = at > 0 && this.#text[at - 1] !== '\n' ? '\n' : '';
    this.edits.push({ start: at, end: at, text: start + indentLines(lines, column) });
  }
}

/** Columns a level that the text uses, read off its first nested key. */
function indentStep(text: string): number {
  const nested = /^[^\s#-][^\n]*:[ \t]*(?:#[^\n]*)?\n(?:[ \t]*(?:#[^\n]*)?\n)*( +)[^\s#]/m.exec(text);
  return Math.min(Math.max(nested?.[1]?.length ?? 2, 2), 8);
}

/** End of a node without the line breaks after a block. */
function endOf(text: string, node: YamlNode): number {
  return node.start + text.slice(node.start, node.end).trimEnd().length;
}

function rangeOf({ start, end }: YamlNode): readonly [number, number] {
  return [start, end];
}

function entryRange({ key, value }: MappingEntry): readonly [number, number] {
  return [key.start, Math.max(key.end, value.end)];
}

function treeOf(type: FieldType, value: Value): unknown {
  return type.kind === 'free' ? freeTree(value) : encodeTree(type, value, { onlySet: true });
}
