import { breakText, isBlank, isBlankOrEnd, isBreak, isBreakOrEnd, isSpace } from './characters.js';
import type { Cursor } from './cursor.js';

/** The text of a scalar, and the offset where it ends (which may lie before blanks that were passed). */
export interface ScannedScalar {
  readonly text: string;
  readonly end: number;
  /** Whether line breaks were passed after the last character, so that a new line has begun. */
  readonly onNewLine: boolean;
}

/** White space between the words of a scalar: blanks, or line breaks that fold into a space or fewer breaks. */
class Gap {
  #blanks = '';
  #firstBreak = '';
  #moreBreaks = '';
  broken = false;

  /** Passes blanks and breaks. `blank` is told of each blank that is not kept. */
  pass(cursor: Cursor, blank: () => void): void {
    for (let char = cursor.peek(); char !== undefined && (isBlank(char) || isBreak(char)); char = cursor.peek()) {
      if (isBlank(char)) {
        if (this.broken) blank();
        else this.#blanks += char;
        cursor.skip();
      } else {
        if (!this.broken) {
          this.#blanks = '';
          this.#firstBreak = breakText(char);
          this.broken = true;
        } else this.#moreBreaks += breakText(char);
        cursor.skipBreak();
      }
    }
  }

  /** A line break that was escaped away: what follows on the next line is joined without a space. */
  escapeBreak(): void {
    this.broken = true;
  }

  /** What the gap stands for; it is empty afterwards. */
  take(): string {
    let text = this.#blanks;
    if (this.broken) {
      const folds = this.#firstBreak === '\n';
      if (folds) text = this.#moreBreaks === '' ? ' ' : this.#moreBreaks;
      else text = this.#firstBreak + this.#moreBreaks;
    }
    this.#blanks = '';
    this.#firstBreak = '';
    this.#moreBreaks = '';
    this.broken = false;
    return text;
  }
}

/** Most of a plain scalar: characters that never end one. */
const ordinary = /[^\s:,?[\]{}\u0085]+/y;

/** Scans a plain scalar; `indent` is the least column of its further lines. */
export function scanPlain(cursor: Cursor, indent: number, inFlow: boolean): ScannedScalar {
  let gap: Gap | undefined;
  let text = '';
  let end = cursor.at;
  for (;;) {
    if (cursor.atDocumentMarker() || cursor.peek() === '#') break;
    const start = cursor.at;
    for (;;) {
      cursor.pass(ordinary);
      if (isBlankOrEnd(cursor.peek()) || endsPlain(cursor, inFlow)) break;
      cursor.skip();
    }
    if (cursor.at > start) {
      text += (gap?.take() ?? '') + cursor.text.slice(start, cursor.at);
      end = cursor.at;
    }
    const next = cursor.peek();
    if (next === undefined || !(isBlank(next) || isBreak(next))) break;
    gap ??= new Gap();
    gap.pass(cursor, () => {
      if (cursor.column < indent && cursor.peek() === '\t') throw cursor.error('a tab cannot indent a line');
    });
    if (!inFlow && cursor.column < indent) break;
  }
  return { text, end, onNewLine: gap?.broken === true };
}

function endsPlain(cursor: Cursor, inFlow: boolean): boolean {
  const char = cursor.peek() ?? '';
  if (char === ':') return isBlankOrEnd(cursor.peek(1));
  if (!inFlow) return false;
  return ',[]{}'.includes(char) || (char === '?' && isBlankOrEnd(cursor.peek(1)));
}

/** Scans a scalar in single or double quotes, from its first quote. */
export function scanQuoted(cursor: Cursor, quote: "'" | '"'): string {
  const start = cursor.at;
  const gap = new Gap();
  let text = '';
  cursor.skip();
  for (;;) {
    if (cursor.atDocumentMarker())
      throw cursor.error(`the quote ${quote} is not closed before the document ends`, start);
    if (cursor.peek() === undefined) throw cursor.error(`missing closing quote ${quote}`, start);
    for (let char = cursor.peek(); !isBlankOrEnd(char); char = cursor.peek()) {
      if (char === quote) {
        if (quote === '"' || cursor.peek(1) !== quote) break;
        text += quote;
        cursor.skip(2);
      } else if (char === '\\' && quote === '"') {
        if (isBreak(cursor.peek(1))) {
          cursor.skip();
          cursor.skipBreak();
          gap.escapeBreak();
          break;
        }
        text += scanEscape(cursor, start);
      } else {
        text += char;
        cursor.skip();
      }
    }
    if (cursor.peek() === quote) break;
    gap.pass(cursor, () => undefined);
    text += gap.take();
  }
  cursor.skip();
  return text;
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['0', '\0'],
  ['a', '\u0007'],
  ['b', '\b'],
  ['t', '\t'],
  ['\t', '\t'],
  ['n', '\n'],
  ['v', '\v'],
  ['f', '\f'],
  ['r', '\r'],
  ['e', '\u001b'],
  [' ', ' '],
  ['"', '"'],
  ["'", "'"],
  ['\\', '\\'],
  ['N', '\u0085'],
  ['_', '\u00a0'],
  ['L', '\u2028'],
  ['P', '\u2029'],
]);

const codeLengths: ReadonlyMap<string, number> = new Map([
  ['x', 2],
  ['u', 4],
  ['U', 8],
]);

function scanEscape(cursor: Cursor, start: number): string {
  const letter = cursor.peek(1) ?? '';
  const simple = escapes.get(letter);
  if (simple !== undefined) {
    cursor.skip(2);
    return simple;
  }
  const length = codeLengths.get(letter);
  if (length === undefined) {
    throw cursor.error(`\\${letter} is no escape; a backslash in double quotes is written \\\\`, cursor.at);
  }
  const digits = cursor.text.slice(cursor.at + 2, cursor.at + 2 + length);
  const code = /^[0-9a-fA-F]+$/.test(digits) && digits.length === length ? Number.parseInt(digits, 16) : Number.NaN;
  if (!(code <= 0x10ffff) || (code >= 0xd800 && code <= 0xdfff)) {
    throw cursor.error(`\\${letter} needs ${length} hexadecimal digits of a character`, start);
  }
  cursor.skip(2 + length);
  return String.fromCodePoint(code);
}

/** Scans a literal (`|`) or folded (`>`) block, from its indicator; `parent` is the indentation around it. */
export function scanBlock(cursor: Cursor, parent: number): ScannedScalar {
  const start = cursor.at;
  const literal = cursor.peek() === '|';
  cursor.skip();
  const [, header = '', before = '', digit = '', after = ''] =
    /^(([-+]?)([0-9]?)([-+]?))/.exec(cursor.text.slice(cursor.at, cursor.at + 3)) ?? [];
  const doubled = before !== '' && after !== '';
  if (digit === '0') throw cursor.error('a block cannot be indented by 0', start);
  cursor.skip(doubled ? header.length - 1 : header.length);
  const chomping = before === '' ? after : before;
  while (isBlank(cursor.peek())) cursor.skip();
  if (cursor.peek() === '#') while (!isBreakOrEnd(cursor.peek())) cursor.skip();
  if (!isBreakOrEnd(cursor.peek())) throw cursor.error('a block begins on the next line', start);
  if (cursor.peek() !== undefined) cursor.skipBreak();

  const block = new BlockLines(cursor, start, digit === '' ? 0 : Math.max(parent, 0) + Number(digit), parent);
  let text = '';
  let leadingBreak = '';
  let leadingBlank = false;
  let breaks = block.passBreaks();
  while (cursor.column === block.indent && cursor.peek() !== undefined) {
    const blank = isBlank(cursor.peek());
    const folds = !literal && leadingBreak === '\n' && !leadingBlank && !blank;
    if (folds) text += breaks === '' ? ' ' : '';
    else text += leadingBreak;
    text += breaks;
    leadingBlank = blank;
    const lineStart = cursor.at;
    while (!isBreakOrEnd(cursor.peek())) cursor.skip();
    text += cursor.text.slice(lineStart, cursor.at);
    const end = cursor.peek();
    leadingBreak = end === undefined ? '' : breakText(end);
    if (end !== undefined) cursor.skipBreak();
    breaks = block.passBreaks();
  }
  if (chomping !== '-') text += leadingBreak;
  if (chomping === '+') text += breaks;
  return { text, end: block.end, onNewLine: true };
}

/** Finds the indentation of a block, and passes the empty lines before and between its lines. */
class BlockLines {
  /** Columns; 0 until it is known. */
  indent: number;
  /** Offset after the last line break that belongs to the block. */
  end: number;
  readonly #cursor: Cursor;
  readonly #start: number;
  readonly #parent: number;

  constructor(cursor: Cursor, start: number, indent: number, parent: number) {
    this.#cursor = cursor;
    this.#start = start;
    this.indent = indent;
    this.#parent = parent;
    this.end = cursor.at;
  }

  passBreaks(): string {
    const cursor = this.#cursor;
    let breaks = '';
    let deepest = 0;
    this.end = cursor.at;
    for (;;) {
      const within = () => this.indent === 0 || cursor.column < this.indent;
      while (within() && isSpace(cursor.peek())) cursor.skip();
      deepest = Math.max(deepest, cursor.column);
      if (within() && cursor.peek() === '\t') throw cursor.error('a tab cannot indent a block', this.#start);
      const char = cursor.peek();
      if (char === undefined || !isBreak(char)) break;
      breaks += breakText(char);
      cursor.skipBreak();
      this.end = cursor.at;
    }
    if (this.indent === 0) this.indent = Math.max(deepest, this.#parent + 1, 1);
    return breaks;
  }
}
