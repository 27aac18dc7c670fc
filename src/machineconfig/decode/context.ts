import { YamlError } from '../../yaml/errors.js';
import {
  type AliasNode,
  type ContentNode,
  type MappingNode,
  resolveAlias,
  type ScalarNode,
  type YamlNode,
  type YamlSource,
} from '../../yaml/node.js';
import type { Problem } from '../document.js';
import { keyPath } from '../path.js';
import { FormError, type ScalarInput } from '../scalars/form.js';
import { readScalar } from './scalar.js';

/** One key of a mapping, aliases and merge keys resolved. */
export interface Entry {
  readonly key: string;
  readonly keyNode: ScalarNode;
  readonly value: YamlNode;
}

/**
 * Which merge keys a map takes. Nodes refuse them among known keys, where they count as unknown ones, and take aliases only
 * in maps of strings or of structs.
 */
export type MergeKeys = 'refused' | 'aliases' | 'any';

/** What becomes of keys that a description does not have: problems, or values of free form beside the known ones. */
export type UnknownKeys = 'refused' | 'kept';

/** What decoding one document needs: where problems go, and the limit on how far aliases may blow a text up. */
export class DecodeContext {
  readonly source: YamlSource;
  readonly document: string;
  readonly unknownKeys: UnknownKeys;
  readonly problems: Problem[] = [];
  #visited = 0;
  #aliased = 0;
  #aliasDepth = 0;

  constructor(source: YamlSource, document: string, unknownKeys: UnknownKeys = 'refused') {
    this.source = source;
    this.document = document;
    this.unknownKeys = unknownKeys;
  }

  error(at: YamlNode, path: string, message: string): undefined {
    const position = this.source.position(at.start);
    this.problems.push({ severity: 'error', document: this.document, path, message, position });
  }

  /** Calls `visit` with the node, or what its alias stands for. Throws YamlError where aliases multiply without limit. */
  content<T>(node: YamlNode, visit: (content: ContentNode) => T): T {
    this.#visited++;
    if (this.#aliasDepth > 0) this.#aliased++;
    if (this.#aliased > 100 && this.#visited > 1000 && this.#aliased / this.#visited > allowedShare(this.#visited)) {
      throw new YamlError('the aliases repeat too much of the document', this.source.position(node.start));
    }
    if (node.kind !== 'alias') return visit(node);
    return this.#behindAlias(node, visit);
  }

  #behindAlias<T>(node: AliasNode, visit: (content: ContentNode) => T): T {
    this.#aliasDepth++;
    try {
      return this.content(node.target, visit);
    } finally {
      this.#aliasDepth--;
    }
  }

  /** What a scalar means; a problem and undefined where its tag does not fit. */
  scalar(node: ScalarNode, path: string): ScalarInput | undefined {
    try {
      return readScalar(node);
    } catch (error) {
      if (error instanceof FormError) return this.error(node, path, error.message);
      throw error;
    }
  }

  /**
   * The entries of a mapping, those of its merge keys after its own. Duplicate keys and keys that are no scalars are
   * reported and left out.
   */
  entries(mapping: MappingNode, path: string, mergeKeys: MergeKeys): Entry[] {
    const entries: Entry[] = [];
    const seen = new Map<string, ScalarNode>();
    let merged: YamlNode | undefined;
    for (const { key, value } of mapping.entries) {
      const keyNode = this.content(key, (content) => content);
      if (keyNode.kind !== 'scalar') {
        this.error(key, path, 'a key must be a plain word, not a list or a map');
        continue;
      }
      if (keyNode.text === '<<' && keyNode.plain && keyNode.tag === undefined) {
        const wrong = mergeKeyProblem(mergeKeys, value);
        if (wrong === undefined) merged = value;
        else this.error(key, path, wrong);
        continue;
      }
      const first = seen.get(keyNode.text);
      if (first !== undefined) {
        const line = this.source.position(first.start).line;
        this.error(key, keyPath(path, keyNode.text), `duplicate key, already defined at line ${line}`);
        continue;
      }
      seen.set(keyNode.text, keyNode);
      entries.push({ key: keyNode.text, keyNode, value });
    }
    if (merged !== undefined) this.#mergeInto(entries, new Set(seen.keys()), merged, path);
    return entries;
  }

  #mergeInto(entries: Entry[], seen: Set<string>, merged: YamlNode, path: string): void {
    this.content(merged, (content) => {
      if (content.kind === 'mapping') {
        for (const entry of this.entries(content, path, 'any')) {
          if (seen.has(entry.key)) continue;
          seen.add(entry.key);
          entries.push(entry);
        }
      } else if (content.kind === 'sequence' && content.items.every((item) => resolveAlias(item).kind === 'mapping')) {
        for (const item of content.items) this.#mergeInto(entries, seen, item, path);
      } else {
        this.error(merged, path, 'a merge key (<<) takes a map or a list of maps');
      }
    });
  }
}

function mergeKeyProblem(mergeKeys: MergeKeys, value: YamlNode): string | undefined {
  if (mergeKeys === 'refused') return 'Talos takes no merge key (<<) here, only in maps of labels and the like';
  if (mergeKeys === 'any' || value.kind === 'alias') return undefined;
  return 'Talos takes only an alias (*name) for a merge key (<<) here';
}

/** The share of a document that may come from aliases: nearly all of a small one, a tenth of a huge one. */
function allowedShare(visited: number): number {
  const low = 400_000;
  const high = 4_000_000;
  if (visited <= low) return 0.99;
  if (visited >= high) return 0.1;
  return 0.99 - (0.89 * (visited - low)) / (high - low);
}
