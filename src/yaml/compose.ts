import type { YamlError } from './errors.js';
import { YamlError as Failure } from './errors.js';
import type { MappingEntry, ScalarNode, YamlDocument, YamlNode, YamlSource } from './node.js';
import type { Token, TokenKind } from './token.js';

/** Levels of nesting beyond which a text is refused, so that no input can exhaust the stack. */
const maxDepth = 500;

/** Joins the tokens of a text into documents. Throws YamlError. */
export function compose(source: YamlSource, tokens: readonly Token[]): YamlDocument[] {
  return new Composer(source, tokens).run();
}

class Composer {
  readonly #source: YamlSource;
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;
  #anchors = new Map<string, YamlNode>();
  /** Collections whose content is being read. */
  readonly #open = new Set<YamlNode>();
  #handles = new Map<string, string>();

  constructor(source: YamlSource, tokens: readonly Token[]) {
    this.#source = source;
    this.#tokens = tokens;
  }

  run(): YamlDocument[] {
    const documents: YamlDocument[] = [];
    let start = 0;
    for (let first = true; ; first = false) {
      while (!first && this.#is('document-end')) start = this.#take().end;
      if (this.#is('stream-end')) return documents;
      const explicit = this.#is('directive', 'document-start');
      if (!explicit && !first) throw this.#unexpected('the end of the document');
      if (explicit) start = this.#documentStart();
      this.#anchors = new Map();
      const root = this.#is('directive', 'document-start', 'document-end', 'stream-end')
        ? this.#empty(this.#peek().start)
        : this.#node(true, false);
      documents.push({ root, start, end: this.#peek().start });
      if (this.#is('document-end')) start = this.#take().end;
    }
  }

  /** Reads directives and `---`; gives the offset of the line after it, or of what follows on the line. */
  #documentStart(): number {
    this.#handles = new Map([
      ['!', '!'],
      ['!!', '!!'],
    ]);
    let version = false;
    while (this.#is('directive')) {
      const directive = this.#take();
      if (directive.text.startsWith('%YAML')) {
        if (version) throw this.#error('a second %YAML line', directive.start);
        if (!/^%YAML[ \t]+1\.1(?:\s|$)/.test(directive.text)) {
          throw this.#error('Talos reads YAML 1.1 only: leave the %YAML line out', directive.start);
        }
        version = true;
      } else this.#addHandle(directive);
    }
    if (!this.#is('document-start')) throw this.#unexpected('--- after the directives');
    const { end } = this.#take();
    const rest = /^[ \t]*\n/.exec(this.#source.text.slice(end, end + 80));
    return end + (rest?.[0].length ?? 0);
  }

  #addHandle(directive: Token): void {
    const [, handle = '', prefix = ''] = /^%TAG[ \t]+(\S+)[ \t]+(\S+)/.exec(directive.text) ?? [];
    this.#handles.set(handle, prefix);
  }

  #peek(ahead = 0): Token {
    const token = this.#tokens[this.#at + ahead] ?? this.#tokens.at(-1);
    if (token === undefined) throw this.#error('the text has no end', 0);
    return token;
  }

  #is(kind: TokenKind, or?: TokenKind, orElse?: TokenKind, last?: TokenKind): boolean {
    const found = this.#peek().kind;
    return found === kind || found === or || found === orElse || found === last;
  }

  #take(): Token {
    const token = this.#peek();
    this.#at++;
    return token;
  }

  #error(reason: string, at: number): YamlError {
    return new Failure(reason, this.#source.position(at));
  }

  #unexpected(expected: string): YamlError {
    const token = this.#peek();
    return this.#error(`expected ${expected}, found ${describe(token)}`, token.start);
  }

  #empty(at: number, tag?: string): ScalarNode {
    return { kind: 'scalar', text: '', plain: true, tag, start: at, end: at };
  }

  /** A node; `block`: block collections may come, `indentless`: a list may stand at the column of its key. */
  #node(block: boolean, indentless: boolean): YamlNode {
    if (++this.#depth > maxDepth) throw this.#error(`more than ${maxDepth} levels of nesting`, this.#peek().start);
    try {
      return this.#nodeWithin(block, indentless);
    } finally {
      this.#depth--;
    }
  }

  #nodeWithin(block: boolean, indentless: boolean): YamlNode {
    if (this.#is('alias')) return this.#alias();
    const start = this.#peek().start;
    const { anchor, tag } = this.#properties();
    const token = this.#peek();
    switch (token.kind) {
      case 'scalar':
        this.#at++;
        return this.#remember(anchor, {
          kind: 'scalar',
          text: token.text,
          plain: token.plain && tag !== '!',
          tag: tag === '!' ? undefined : tag,
          start: token.start,
          end: token.end,
        });
      case 'flow-sequence-start':
        return this.#sequence(anchor, tag, true, (items) => this.#flowItems(items));
      case 'flow-mapping-start':
        return this.#mapping(anchor, tag, true, (entries) => this.#flowEntries(entries));
      case 'block-entry':
        if (indentless) return this.#sequence(anchor, tag, false, (items) => this.#indentlessItems(items));
        break;
      case 'block-sequence-start':
        if (block) return this.#sequence(anchor, tag, false, (items) => this.#blockItems(items));
        break;
      case 'block-mapping-start':
        if (block) return this.#mapping(anchor, tag, false, (entries) => this.#blockEntries(entries));
        break;
      default:
        break;
    }
    if (anchor !== undefined || tag !== undefined) return this.#remember(anchor, this.#empty(start, tag));
    throw this.#unexpected('a value');
  }

  #alias(): YamlNode {
    const { text: name, start, end } = this.#take();
    const target = this.#anchors.get(name);
    if (target === undefined) throw this.#error(`the alias *${name} has no anchor &${name} before it`, start);
    if (this.#open.has(target)) throw this.#error(`the anchor &${name} contains itself`, start);
    return { kind: 'alias', name, target, start, end };
  }

  #properties(): Properties {
    if (!this.#is('anchor', 'tag')) return noProperties;
    let anchor: string | undefined;
    let tag: string | undefined;
    while ((this.#is('anchor') && anchor === undefined) || (this.#is('tag') && tag === undefined)) {
      const token = this.#take();
      if (token.kind === 'anchor') anchor = token.text;
      else tag = this.#resolveTag(token);
    }
    return { anchor, tag };
  }

  /** A tag in its short form, `!!int`. */
  #resolveTag({ text, start }: Token): string {
    const verbatim = /^!<(.*)>$/.exec(text);
    if (verbatim !== null) return shortTag(verbatim[1] ?? '');
    const [, handle = '!', suffix = ''] = /^(![\w-]*!|!)(.*)$/.exec(text) ?? [];
    if (handle === '!' && suffix === '') return '!';
    const prefix =
      this.#handles.size === 0 ? (handle === '!' || handle === '!!' ? handle : undefined) : this.#handles.get(handle);
    if (prefix === undefined) throw this.#error(`the tag ${text} has a prefix that is not declared`, start);
    return shortTag(prefix + suffix);
  }

  #remember<N extends YamlNode>(anchor: string | undefined, node: N): N {
    if (anchor !== undefined) this.#anchors.set(anchor, node);
    return node;
  }

  #sequence(
    anchor: string | undefined,
    tag: string | undefined,
    flow: boolean,
    fill: (items: YamlNode[]) => number,
  ): YamlNode {
    const items: YamlNode[] = [];
    const node = { kind: 'sequence' as const, items, flow, tag, start: this.#peek().start, end: 0 };
    return this.#fill(anchor, node, () => fill(items));
  }

  #mapping(
    anchor: string | undefined,
    tag: string | undefined,
    flow: boolean,
    fill: (entries: MappingEntry[]) => number,
  ): YamlNode {
    const entries: MappingEntry[] = [];
    const node = { kind: 'mapping' as const, entries, flow, tag, start: this.#peek().start, end: 0 };
    return this.#fill(anchor, node, () => fill(entries));
  }

  #fill<N extends YamlNode & { end: number }>(anchor: string | undefined, node: N, fill: () => number): N {
    this.#remember(anchor, node);
    this.#open.add(node);
    node.end = fill();
    this.#open.delete(node);
    return node;
  }

  #blockItems(items: YamlNode[]): number {
    let { end } = this.#take();
    while (this.#is('block-entry')) {
      const entry = this.#take();
      const item = this.#is('block-entry', 'block-end') ? this.#empty(entry.end) : this.#node(true, false);
      items.push(item);
      end = Math.max(entry.end, item.end);
    }
    if (!this.#is('block-end')) throw this.#unexpected('another list item (-)');
    this.#at++;
    return end;
  }

  #indentlessItems(items: YamlNode[]): number {
    let end = this.#peek().start;
    while (this.#is('block-entry')) {
      const entry = this.#take();
      const none = this.#is('block-entry', 'key', 'value', 'block-end');
      const item = none ? this.#empty(entry.end) : this.#node(true, false);
      items.push(item);
      end = Math.max(entry.end, item.end);
    }
    return end;
  }

  #blockEntries(entries: MappingEntry[]): number {
    let { end } = this.#take();
    while (this.#is('key')) {
      const { end: keyEnd } = this.#take();
      const key = this.#is('key', 'value', 'block-end') ? this.#empty(keyEnd) : this.#node(true, true);
      let value: YamlNode = this.#empty(Math.max(key.end, keyEnd));
      if (this.#is('value')) {
        const mark = this.#take();
        value = this.#is('key', 'value', 'block-end') ? this.#empty(mark.end) : this.#node(true, true);
      }
      entries.push({ key, value });
      end = Math.max(key.end, value.end);
    }
    if (!this.#is('block-end')) throw this.#unexpected('another key at the same column');
    this.#at++;
    return end;
  }

  #flowItems(items: YamlNode[]): number {
    this.#at++;
    for (let first = true; !this.#is('flow-sequence-end'); first = false) {
      if (!first) {
        if (!this.#is('flow-entry')) throw this.#unexpected('`,` or `]`');
        this.#at++;
        if (this.#is('flow-sequence-end')) break;
      }
      items.push(this.#is('key') ? this.#pair() : this.#node(false, false));
    }
    return this.#take().end;
  }

  /** `a: b` inside brackets: a map of one key. */
  #pair(): YamlNode {
    const { start, end } = this.#take();
    const none = this.#is('value', 'flow-entry', 'flow-sequence-end');
    const key = none ? this.#empty(end) : this.#node(false, false);
    const value = this.#flowValue(Math.max(key.end, end), 'flow-sequence-end');
    return { kind: 'mapping', entries: [{ key, value }], flow: true, start, end: Math.max(key.end, value.end) };
  }

  #flowEntries(entries: MappingEntry[]): number {
    this.#at++;
    for (let first = true; !this.#is('flow-mapping-end'); first = false) {
      if (!first) {
        if (!this.#is('flow-entry')) throw this.#unexpected('`,` or `}`');
        this.#at++;
        if (this.#is('flow-mapping-end')) break;
      }
      if (this.#is('key')) {
        const { end } = this.#take();
        const none = this.#is('value', 'flow-entry', 'flow-mapping-end');
        const key = none ? this.#empty(end) : this.#node(false, false);
        entries.push({ key, value: this.#flowValue(Math.max(key.end, end), 'flow-mapping-end') });
      } else {
        const key = this.#node(false, false);
        entries.push({ key, value: this.#empty(key.end) });
      }
    }
    return this.#take().end;
  }

  #flowValue(after: number, end: TokenKind): YamlNode {
    if (!this.#is('value')) return this.#empty(after);
    const mark = this.#take();
    return this.#is('flow-entry', end) ? this.#empty(mark.end) : this.#node(false, false);
  }
}

/** What may be written before a node. */
interface Properties {
  readonly anchor?: string | undefined;
  readonly tag?: string | undefined;
}

const noProperties: Properties = {};

const coreTagPrefix = 'tag:yaml.org,2002:';

function shortTag(tag: string): string {
  return tag.startsWith(coreTagPrefix) ? `!!${tag.slice(coreTagPrefix.length)}` : tag;
}

function describe(token: Token): string {
  switch (token.kind) {
    case 'scalar':
      return JSON.stringify(token.text.length > 30 ? `${token.text.slice(0, 27)}...` : token.text);
    case 'stream-end':
      return 'the end of the text';
    case 'block-end':
      return 'a line that is indented less';
    case 'block-mapping-start':
    case 'key':
      return 'a key';
    case 'value':
      return '`:`';
    case 'block-sequence-start':
    case 'block-entry':
      return 'a list item (-)';
    case 'flow-entry':
      return '`,`';
    case 'flow-sequence-end':
      return '`]`';
    case 'flow-mapping-end':
      return '`}`';
    default:
      return token.kind.replace('-', ' ');
  }
}
