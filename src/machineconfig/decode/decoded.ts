import type { Position } from '../../errors/errors.js';
import { resolveAlias, type YamlNode, type YamlSource } from '../../yaml/node.js';
import type { Document, ValueMap } from '../document.js';
import { parsePath } from '../path.js';

interface Content {
  readonly kind: string;
  readonly apiVersion: string;
  readonly name?: string | undefined;
  readonly value: ValueMap;
  readonly opaqueText?: string | undefined;
}

/** A document that remembers the text it came from. */
export class DecodedDocument implements Document {
  readonly kind: string;
  readonly apiVersion: string;
  readonly name: string | undefined;
  readonly value: ValueMap;
  readonly opaqueText: string | undefined;
  readonly #source: YamlSource;
  readonly #root: YamlNode;

  constructor(content: Content, source: YamlSource, root: YamlNode) {
    this.kind = content.kind;
    this.apiVersion = content.apiVersion;
    this.name = content.name;
    this.value = content.value;
    this.opaqueText = content.opaqueText;
    this.#source = source;
    this.#root = root;
  }

  /** The place of the key, or of the nearest one above it that was written. */
  position(path: string): Position {
    let node = this.#root;
    let place = node.start;
    for (const segment of parsePath(path)) {
      node = resolveAlias(node);
      if (node.kind === 'sequence' && typeof segment === 'number') {
        const item = node.items[segment];
        if (item === undefined) break;
        node = item;
        place = item.start;
      } else if (node.kind === 'mapping') {
        const entry = node.entries.find(({ key }) => key.kind === 'scalar' && key.text === String(segment));
        if (entry === undefined) break;
        node = entry.value;
        place = entry.key.start;
      } else break;
    }
    return this.#source.position(place);
  }

  /** The same document with another value, as after a patch. */
  with(value: ValueMap): DecodedDocument {
    const { kind, apiVersion, name } = this;
    return new DecodedDocument({ kind, apiVersion, name, value }, this.#source, this.#root);
  }
}
