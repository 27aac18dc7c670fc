import {
  Composer,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  Parser,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { YamlError } from './errors.js';
import type {
  AliasNode,
  MappingEntry,
  MappingNode,
  ScalarNode,
  SequenceNode,
  YamlDocument,
  YamlNode,
  YamlSource,
} from './node.js';
import { resolvePlain } from './scalar.js';

/** Levels of nesting beyond which a text is refused, so that no input can exhaust the stack. */
const maxDepth = 500;

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that YAML forbids
const forbidden = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F\u0080-\u0084\u0086-\u009F\uFFFE\uFFFF]/;

/**
 * Reads all documents of a stream into nodes with their places. Empty documents are left out; scalars keep their text.
 * Throws YamlError.
 */
export function parseYaml(source: YamlSource): YamlDocument[] {
  const bad = forbidden.exec(source.text);
  if (bad !== null) {
    const code = bad[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
    throw new YamlError(`the character U+${code} is not allowed in YAML`, source.position(bad.index));
  }
  checkVersion(source);
  checkDepth(source);
  try {
    return compose(source);
  } catch (error) {
    if (error instanceof RangeError) throw new YamlError(tooDeep, source.position(0));
    throw error;
  }
}

function compose(source: YamlSource): YamlDocument[] {
  const composer = new Composer({ schema: 'failsafe', uniqueKeys: false, stringKeys: false, logLevel: 'silent' });
  const documents: YamlDocument[] = [];
  for (const parsed of composer.compose(new Parser().parse(source.text), true, source.text.length)) {
    const error = parsed.errors.find(({ message }) => !message.startsWith(tolerated));
    if (error !== undefined) throw new YamlError(oneLine(error.message), source.position(error.pos[0]));
    if (parsed.contents === null) continue;
    const root = new Converter(source).convert(parsed.contents, 0);
    if (root.kind === 'scalar' && root.plain && resolvePlain(root.text).tag === 'null') continue;
    const [start, , end] = parsed.range;
    documents.push({ root, start: Math.min(start, root.start), end });
  }
  return documents;
}

/** The reference takes a comment right after a quoted string. */
const tolerated = 'Comments must be separated';

const otherVersion = /(?:^|\n\.\.\.[^\n]*\n)(?:[ \t]*(?:#[^\n]*)?\n)*%YAML[ \t]+(?!1\.1\s)/;

/** Nodes read YAML 1.1 and refuse a text that says it is of another version. */
function checkVersion(source: YamlSource): void {
  const directive = otherVersion.exec(source.text);
  if (directive === null) return;
  const place = source.position(directive.index + directive[0].lastIndexOf('%'));
  throw new YamlError('Talos reads YAML 1.1 only: leave the %YAML line out', place);
}

/** Flow collections and block sequences nest within one line; the parser recurses over them. */
function checkDepth(source: YamlSource): void {
  const nested = /(?:[[{] *|- ){500,}/.exec(source.text);
  if (nested !== null) throw new YamlError(tooDeep, source.position(nested.index));
}

const tooDeep = `more than ${maxDepth} levels of nesting`;

function oneLine(message: string): string {
  return (message.split('\n')[0] ?? message).replace(/ at line \d+, column \d+:?$/, '');
}

class Converter {
  readonly #source: YamlSource;
  readonly #anchors = new Map<string, YamlNode>();
  /** Collections whose content is being converted. */
  readonly #open = new Set<YamlNode>();

  constructor(source: YamlSource) {
    this.#source = source;
  }

  convert(node: Node, depth: number): YamlNode {
    if (depth > maxDepth) throw new YamlError(tooDeep, this.#source.position(node.range?.[0] ?? 0));
    if (isAlias(node)) return this.#alias(node.source, range(node));
    if (isMap(node)) return this.#mapping(node, depth);
    if (isSeq(node)) return this.#sequence(node, depth);
    if (isScalar(node)) return this.#scalar(node);
    throw new YamlError('unexpected node', this.#source.position(0));
  }

  #alias(name: string, place: Range): AliasNode {
    const target = this.#anchors.get(name);
    if (target === undefined) {
      throw new YamlError(`the alias *${name} has no anchor &${name} before it`, this.#source.position(place.start));
    }
    if (this.#open.has(target)) {
      throw new YamlError(`the anchor &${name} contains itself`, this.#source.position(place.start));
    }
    return { kind: 'alias', name, target, ...place };
  }

  #mapping(node: YAMLMap, depth: number): MappingNode {
    const entries: MappingEntry[] = [];
    const result: MappingNode = {
      kind: 'mapping',
      entries,
      flow: node.flow === true,
      tag: shortTag(node.tag),
      ...range(node),
    };
    this.#remember(node.anchor, result);
    this.#open.add(result);
    for (const pair of node.items) {
      const key = this.convert(pair.key as Node, depth + 1);
      const value = pair.value === null ? emptyScalar(key.end) : this.convert(pair.value as Node, depth + 1);
      entries.push({ key, value });
    }
    this.#open.delete(result);
    return result;
  }

  #sequence(node: YAMLSeq, depth: number): SequenceNode {
    const items: YamlNode[] = [];
    const result: SequenceNode = {
      kind: 'sequence',
      items,
      flow: node.flow === true,
      tag: shortTag(node.tag),
      ...range(node),
    };
    this.#remember(node.anchor, result);
    this.#open.add(result);
    for (const item of node.items) items.push(this.convert(item as Node, depth + 1));
    this.#open.delete(result);
    return result;
  }

  #scalar(node: Scalar): ScalarNode {
    const result: ScalarNode = {
      kind: 'scalar',
      text: node.source ?? '',
      plain: node.type === undefined || node.type === 'PLAIN',
      tag: shortTag(node.tag),
      ...range(node),
    };
    this.#remember(node.anchor, result);
    return result;
  }

  #remember(anchor: string | undefined, node: YamlNode): void {
    if (anchor !== undefined) this.#anchors.set(anchor, node);
  }
}

interface Range {
  readonly start: number;
  readonly end: number;
}

function range(node: Node): Range {
  const [start, end] = node.range ?? [0, 0];
  return { start, end };
}

function emptyScalar(at: number): ScalarNode {
  return { kind: 'scalar', text: '', plain: true, start: at, end: at };
}

const coreTagPrefix = 'tag:yaml.org,2002:';

function shortTag(tag: string | undefined): string | undefined {
  if (tag === undefined || !tag.startsWith(coreTagPrefix)) return tag;
  return `!!${tag.slice(coreTagPrefix.length)}`;
}
