import { YamlError } from './errors.js';
import type { YamlSource } from './node.js';

/** A place that moves through a text, and knows its column and line. */
export class Cursor {
  readonly source: YamlSource;
  readonly text: string;
  at = 0;
  line = 0;
  lineStart = 0;

  constructor(source: YamlSource) {
    this.source = source;
    this.text = source.text;
  }

  get column(): number {
    return this.at - this.lineStart;
  }

  peek(ahead = 0): string | undefined {
    return this.text[this.at + ahead];
  }

  /** Passes characters of one line. */
  skip(count = 1): void {
    this.at += count;
  }

  /** Passes what matches a sticky expression, which holds no line break. */
  pass(expression: RegExp): void {
    expression.lastIndex = this.at;
    if (expression.test(this.text)) this.at = expression.lastIndex;
  }

  /** Passes a line break. */
  skipBreak(): void {
    this.at++;
    this.line++;
    this.lineStart = this.at;
  }

  /** Whether `---` or `...` stands here at the start of a line, with nothing right after it. */
  atMarker(marker: '---' | '...'): boolean {
    if (this.at !== this.lineStart || !this.text.startsWith(marker, this.at)) return false;
    const next = this.text[this.at + 3];
    return next === undefined || /[ \t\n\u0085\u2028\u2029]/.test(next);
  }

  atDocumentMarker(): boolean {
    return this.atMarker('---') || this.atMarker('...');
  }

  error(reason: string, at = this.at): YamlError {
    return new YamlError(reason, this.source.position(at));
  }
}
