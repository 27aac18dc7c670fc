import { isBlankOrEnd, isBreak, isBreakOrEnd } from './characters.js';
import { Cursor } from './cursor.js';
import type { YamlSource } from './node.js';
import { scanBlock, scanPlain, scanQuoted } from './scan-scalar.js';
import type { Token, TokenKind } from './token.js';

/** A place where a key without `?` may have begun. */
interface KeyCandidate {
  /** Before which token the key mark would come. */
  readonly token: number;
  readonly at: number;
  readonly line: number;
  readonly column: number;
  readonly flowLevel: number;
  /** It stands where only a key may stand. */
  readonly required: boolean;
}

/** Turns a text into tokens. Indentation becomes start and end marks. Throws YamlError. */
export function scan(source: YamlSource): Token[] {
  return new Scanner(source).run();
}

class Scanner {
  readonly #cursor: Cursor;
  readonly #tokens: Token[] = [];
  /** Column of the block around, -1 outside of any. */
  #indent = -1;
  readonly #indents: number[] = [];
  #flowLevel = 0;
  #keyAllowed = true;
  #key: KeyCandidate | undefined;
  /** A key that must come stays due although its candidate is given up. */
  #keyDue: KeyCandidate | undefined;
  readonly #outerKeys: KeyCandidate[] = [];

  constructor(source: YamlSource) {
    this.#cursor = new Cursor(source);
  }

  run(): Token[] {
    while (this.#tokens.at(-1)?.kind !== 'stream-end') this.#next();
    return this.#tokens;
  }

  #next(): void {
    const cursor = this.#cursor;
    this.#passWhitespace();
    this.#closeBlocks(cursor.column);
    const char = cursor.peek();
    if (char === undefined) this.#streamEnd();
    else if (char === '%' && cursor.column === 0) this.#directive();
    else if (cursor.atMarker('---')) this.#documentMarker('document-start');
    else if (cursor.atMarker('...')) this.#documentMarker('document-end');
    else if (!indicators.has(char) || !this.#indicator(char)) this.#content(char);
  }

  /** Handles the marks of collections; false where the character is none. */
  #indicator(char: string): boolean {
    const blankFollows = isBlankOrEnd(this.#cursor.peek(1));
    if (char === '[') this.#flowStart('flow-sequence-start');
    else if (char === '{') this.#flowStart('flow-mapping-start');
    else if (char === ']') this.#flowEnd('flow-sequence-end');
    else if (char === '}') this.#flowEnd('flow-mapping-end');
    else if (char === ',') this.#flowEntry();
    else if (char === '-' && blankFollows) this.#blockEntry();
    else if (char === '?' && blankFollows) this.#explicitKey();
    else if (char === ':' && (blankFollows || (this.#flowLevel > 0 && !this.#inFlowSequence()))) this.#value();
    else return false;
    return true;
  }

  #content(char: string): void {
    const cursor = this.#cursor;
    if (startsPlain(char, cursor.peek(1))) this.#plain();
    else if (char === '*' || char === '&') this.#anchor(char === '*' ? 'alias' : 'anchor');
    else if (char === '!') this.#tag();
    else if ((char === '|' || char === '>') && this.#flowLevel === 0) this.#block();
    else if (char === "'" || char === '"') this.#quoted(char);
    else throw cursor.error(`${JSON.stringify(char)} cannot start a value; put the value in quotes`);
  }

  #passWhitespace(): void {
    const cursor = this.#cursor;
    for (;;) {
      const tabs = this.#flowLevel > 0 || !this.#keyAllowed;
      let char = cursor.peek();
      for (; char === ' ' || (tabs && char === '\t'); char = cursor.peek()) cursor.skip();
      if (char === '#') for (; !isBreakOrEnd(char); char = cursor.peek()) cursor.skip();
      if (!isBreak(char)) return;
      cursor.skipBreak();
      if (this.#flowLevel === 0) this.#keyAllowed = true;
    }
  }

  #add(kind: TokenKind, start: number, end: number, text = '', plain = false): void {
    this.#tokens.push({ kind, start, end, text, plain });
  }

  /** Opens a block collection where the column is deeper than the one around. */
  #openBlock(kind: TokenKind, column: number, token: number, at: number): void {
    if (this.#flowLevel > 0 || this.#indent >= column) return;
    this.#indents.push(this.#indent);
    this.#indent = column;
    this.#tokens.splice(token, 0, { kind, start: at, end: at, text: '', plain: false });
  }

  #closeBlocks(column: number): void {
    if (this.#flowLevel > 0) return;
    const { at } = this.#cursor;
    while (this.#indent > column) {
      this.#add('block-end', at, at);
      this.#indent = this.#indents.pop() ?? -1;
    }
  }

  /** Notes that a key may begin here. */
  #mayBeKey(): void {
    if (!this.#keyAllowed) return;
    this.#giveUpKey();
    const { at, line, column } = this.#cursor;
    const required = this.#flowLevel === 0 && this.#indent === column;
    this.#key = { token: this.#tokens.length, at, line, column, flowLevel: this.#flowLevel, required };
    this.#keyDue = required ? this.#key : undefined;
  }

  /** What began as a possible key is none. */
  #giveUpKey(): void {
    if (this.#keyDue !== undefined) throw this.#cursor.error('missing `:` after a key', this.#keyDue.at);
    this.#key = undefined;
  }

  #streamEnd(): void {
    this.#closeBlocks(-1);
    this.#giveUpKey();
    this.#add('stream-end', this.#cursor.at, this.#cursor.at);
  }

  #documentMarker(kind: TokenKind): void {
    this.#closeBlocks(-1);
    this.#giveUpKey();
    this.#keyAllowed = false;
    this.#mark(kind, 3);
  }

  #mark(kind: TokenKind, length = 1): void {
    const start = this.#cursor.at;
    this.#cursor.skip(length);
    this.#add(kind, start, this.#cursor.at);
  }

  #directive(): void {
    const cursor = this.#cursor;
    this.#closeBlocks(-1);
    this.#giveUpKey();
    this.#keyAllowed = false;
    const start = cursor.at;
    while (!isBreakOrEnd(cursor.peek())) cursor.skip();
    const text = cursor.text.slice(start, cursor.at);
    if (!/^%(?:YAML[ \t]+[0-9]+\.[0-9]+|TAG[ \t]+![A-Za-z0-9_-]*!?[ \t]+\S+)[ \t]*(?:#.*)?$/.test(text)) {
      throw cursor.error('a line that starts with % is no directive that YAML knows', start);
    }
    this.#add('directive', start, cursor.at, text);
  }

  #flowStart(kind: TokenKind): void {
    this.#mayBeKey();
    if (this.#key !== undefined) this.#outerKeys.push(this.#key);
    this.#key = undefined;
    this.#keyDue = undefined;
    this.#flowLevel++;
    this.#keyAllowed = true;
    this.#mark(kind);
  }

  #flowEnd(kind: TokenKind): void {
    this.#giveUpKey();
    if (this.#flowLevel > 0) {
      this.#flowLevel--;
      if (this.#outerKeys.at(-1)?.flowLevel === this.#flowLevel) {
        this.#key = this.#outerKeys.pop();
        this.#keyDue = this.#key?.required === true ? this.#key : undefined;
      }
    }
    this.#keyAllowed = false;
    this.#mark(kind);
  }

  #flowEntry(): void {
    this.#giveUpKey();
    this.#keyAllowed = true;
    this.#mark('flow-entry');
  }

  #inFlowSequence(): boolean {
    const last = this.#tokens.at(-1)?.kind;
    return last === 'flow-entry' || last === 'flow-sequence-start';
  }

  #blockEntry(): void {
    const { at, column } = this.#cursor;
    if (this.#flowLevel === 0) {
      if (!this.#keyAllowed) throw this.#cursor.error('a list item (-) must stand on a line of its own');
      this.#openBlock('block-sequence-start', column, this.#tokens.length, at);
    }
    this.#giveUpKey();
    this.#keyAllowed = true;
    this.#mark('block-entry');
  }

  #explicitKey(): void {
    const { at, column } = this.#cursor;
    if (this.#flowLevel === 0) {
      if (!this.#keyAllowed) throw this.#cursor.error('a key cannot stand here');
      this.#openBlock('block-mapping-start', column, this.#tokens.length, at);
    }
    this.#giveUpKey();
    this.#keyAllowed = this.#flowLevel === 0;
    this.#mark('key');
  }

  #value(): void {
    const cursor = this.#cursor;
    const key = this.#key;
    if (key !== undefined && key.line === cursor.line) {
      this.#tokens.splice(key.token, 0, { kind: 'key', start: key.at, end: key.at, text: '', plain: false });
      this.#openBlock('block-mapping-start', key.column, key.token, key.at);
      this.#key = undefined;
      this.#keyDue = undefined;
      this.#keyAllowed = false;
    } else {
      if (this.#flowLevel === 0) {
        if (!this.#keyAllowed) throw cursor.error('a value with a colon in it needs quotes, or a key its own line');
        this.#openBlock('block-mapping-start', cursor.column, this.#tokens.length, cursor.at);
      }
      this.#keyAllowed = this.#flowLevel === 0;
    }
    this.#mark('value');
  }

  #anchor(kind: 'alias' | 'anchor'): void {
    const cursor = this.#cursor;
    this.#mayBeKey();
    this.#keyAllowed = false;
    const start = cursor.at;
    cursor.skip();
    const name = /^[!-~]*/.exec(cursor.text.slice(cursor.at, cursor.at + 1024))?.[0].split(/[:,[\]{}]/)[0] ?? '';
    cursor.skip(name.length);
    const next = cursor.peek();
    if (name === '' || !(isBlankOrEnd(next) || '?:,]}%@`'.includes(next ?? ''))) {
      throw cursor.error(
        `an ${kind} needs a name of letters and digits; a text that starts with it needs quotes`,
        start,
      );
    }
    this.#add(kind, start, cursor.at, name);
  }

  #tag(): void {
    const cursor = this.#cursor;
    this.#mayBeKey();
    this.#keyAllowed = false;
    const start = cursor.at;
    const rest = cursor.text.slice(start, start + 1024);
    const tag = (/^!<[\w\-;/?:@&=+$.!~*'()%,[\]]+>/.exec(rest) ?? /^![\w\-;/?:@&=+$.!~*'()%]*/.exec(rest))?.[0] ?? '';
    cursor.skip(tag.length);
    if (!isBlankOrEnd(cursor.peek())) throw cursor.error('a tag (!) must be followed by a space', start);
    this.#add('tag', start, cursor.at, tag);
  }

  #block(): void {
    const start = this.#cursor.at;
    this.#giveUpKey();
    this.#keyAllowed = true;
    const { text, end } = scanBlock(this.#cursor, this.#indent);
    this.#add('scalar', start, end, text);
  }

  #quoted(quote: "'" | '"'): void {
    const start = this.#cursor.at;
    this.#mayBeKey();
    this.#keyAllowed = false;
    const text = scanQuoted(this.#cursor, quote);
    this.#add('scalar', start, this.#cursor.at, text);
  }

  #plain(): void {
    const start = this.#cursor.at;
    this.#mayBeKey();
    this.#keyAllowed = false;
    const { text, end, onNewLine } = scanPlain(this.#cursor, this.#indent + 1, this.#flowLevel > 0);
    if (onNewLine) this.#keyAllowed = true;
    this.#add('scalar', start, end, text, true);
  }
}

/** They may be marks of collections. */
const indicators = new Set('[]{},-?:');

/** No plain scalar starts with one of them. */
const neverPlain = new Set(',[]{}#&*!|>\'"%@`');

function startsPlain(char: string, next: string | undefined): boolean {
  if (char === '-') return next !== ' ' && next !== '\t';
  if (char === '?' || char === ':') return !isBlankOrEnd(next);
  return !neverPlain.has(char) && !isBlankOrEnd(char);
}
