import type { Position } from '../errors/errors.js';

interface NodeBase {
  /** Offsets into the source's text. */
  readonly start: number;
  readonly end: number;
  /** Explicit tag in short form (`!!binary`), when one was written. */
  readonly tag?: string | undefined;
}

export interface ScalarNode extends NodeBase {
  readonly kind: 'scalar';
  /** The text without quotes, escapes and folding resolved. */
  readonly text: string;
  /** Whether it was written without quotes and not as a block, so that it may mean a number, a boolean or nothing. */
  readonly plain: boolean;
}

export interface MappingEntry {
  readonly key: YamlNode;
  readonly value: YamlNode;
}

export interface MappingNode extends NodeBase {
  readonly kind: 'mapping';
  readonly entries: readonly MappingEntry[];
  readonly flow: boolean;
}

export interface SequenceNode extends NodeBase {
  readonly kind: 'sequence';
  readonly items: readonly YamlNode[];
  readonly flow: boolean;
}

export interface AliasNode extends NodeBase {
  readonly kind: 'alias';
  readonly name: string;
  readonly target: YamlNode;
}

export type YamlNode = ScalarNode | MappingNode | SequenceNode | AliasNode;

/** A node that is no alias. */
export type ContentNode = Exclude<YamlNode, AliasNode>;

/** The node itself, or what an alias stands for. */
export function resolveAlias(node: YamlNode): ContentNode {
  return node.kind === 'alias' ? resolveAlias(node.target) : node;
}

/** One document of a stream. */
export interface YamlDocument {
  readonly root: YamlNode;
  /** Range of the document in the source's text, its `---` line not included. */
  readonly start: number;
  readonly end: number;
}

/** A text and its lines. Line ends are `\n` (others have been turned into it), a byte order mark is gone. */
export class YamlSource {
  readonly file: string | undefined;
  readonly text: string;
  #lineStarts: number[] | undefined;

  constructor(text: string, file?: string) {
    this.file = file;
    this.text = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  }

  /** 1-based line and column of an offset. */
  position(offset: number): Position {
    const starts = this.#starts();
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { file: this.file, line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  }

  /** A document as it was written, its `---` left out. */
  textOf({ start, end }: YamlDocument): string {
    const text = this.text.slice(start, end).replace(/^---[ \t]*\n/, '');
    return `${text.trimEnd()}\n`;
  }

  #starts(): number[] {
    if (this.#lineStarts === undefined) {
      const starts = [0];
      for (let at = this.text.indexOf('\n'); at >= 0; at = this.text.indexOf('\n', at + 1)) starts.push(at + 1);
      this.#lineStarts = starts;
    }
    return this.#lineStarts;
  }
}
