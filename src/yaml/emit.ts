import { escapeForDoubleQuotes, isLineBreak, scalarTraits } from './presentation.js';
import { formatFloat, resolvePlain, resolvesToItself } from './scalar.js';

export interface EmitOptions {
  /** Columns a level, 4 when absent. */
  readonly indent?: number;
  /**
   * `modern` as configurations and resources are written; `json` as the result of a JSON patch is: lists not indented,
   * long lines folded at 80 columns.
   */
  readonly layout?: 'modern' | 'json';
}

/** A scalar written as it is, without quotes: numbers in a form of their own, timestamps. */
export class PlainScalar {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** A string that is quoted only where readers of YAML 1.2 need it; `yes` and `12:30` stay bare. */
export class CoreString {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** A value with a comment above its key (or list item). The text has no `#`; it may have several lines. */
export class Commented {
  readonly value: unknown;
  readonly comment: string;
  constructor(value: unknown, comment: string) {
    this.value = value;
    this.comment = comment;
  }
}

/**
 * Writes plain data as the reference's YAML writer does (quoting, block scalars, indented lists), ending with a newline.
 * Objects and Maps keep their order of keys; undefined values are left out.
 */
export function emitYaml(value: unknown, options: EmitOptions = {}): string {
  return new Emitter(options).document(value);
}

/** Where a node stands; indentation depends on it. */
type Place = 'root' | 'item' | 'value' | 'key';

class Emitter {
  readonly #best: number;
  readonly #json: boolean;
  readonly #width: number;
  readonly #out: string[] = [];
  #column = 0;
  /** The last thing written was white space (or nothing yet). */
  #whitespace = true;
  /** The line so far holds only indentation and `-`, `?`, `:` marks. */
  #indention = true;
  #indent = -1;

  constructor(options: EmitOptions) {
    this.#best = options.indent ?? 4;
    this.#json = options.layout === 'json';
    this.#width = this.#json ? 80 : Number.POSITIVE_INFINITY;
  }

  document(value: unknown): string {
    this.#node(value, 'root');
    this.#newLine();
    return this.#out.join('');
  }

  #node(value: unknown, place: Place): void {
    if (value instanceof Commented) this.#node(value.value, place);
    else if (Array.isArray(value)) this.#sequence(value, place);
    else if (value instanceof Map) this.#mapping([...value], place);
    else if (value instanceof PlainScalar) this.#plain(value.text, place);
    else if (value instanceof CoreString) this.#string(value.text, place, true);
    else if (typeof value === 'object' && value !== null) this.#mapping(Object.entries(value), place);
    else this.#scalar(value, place);
  }

  #scalar(value: unknown, place: Place): void {
    if (typeof value === 'string') this.#string(value, place);
    else if (typeof value === 'number' && !Number.isSafeInteger(value)) this.#plain(formatFloat(value), place);
    else this.#plain(value === undefined ? 'null' : String(value), place);
  }

  #mapping(entries: [unknown, unknown][], place: Place): void {
    const present = entries.filter(([, value]) => unwrap(value) !== undefined);
    if (present.length === 0) {
      this.#mark('{}', true);
      return;
    }
    this.#nested(place, false, () => {
      for (const [key, value] of present) this.#entry(key, value);
    });
  }

  #entry(key: unknown, value: unknown): void {
    if (value instanceof Commented) this.#comment(value.comment);
    this.#newLine();
    if (typeof key === 'string' && !isSimpleKey(key)) {
      this.#mark('?', true, true);
      this.#node(key, 'value');
      this.#newLine();
      this.#mark(':', true, true);
    } else {
      this.#node(key, 'key');
      this.#mark(':', false);
    }
    this.#node(value, 'value');
  }

  #sequence(items: unknown[], place: Place): void {
    if (items.length === 0) {
      this.#mark('[]', true);
      return;
    }
    const indentless = this.#json && place === 'value' && !this.#indention;
    this.#nested(place, indentless, () => {
      for (const item of items) {
        if (item instanceof Commented) this.#comment(item.comment);
        this.#newLine();
        this.#mark('-', true, true);
        this.#node(item, 'item');
      }
    });
  }

  /** Runs `body` one level further in. */
  #nested(place: Place, indentless: boolean, body: () => void): void {
    const outer = this.#indent;
    if (outer < 0) this.#indent = 0;
    else if (!indentless) this.#indent = this.#deeper(place);
    body();
    this.#indent = outer;
  }

  #deeper(place: Place): number {
    if (this.#json) return this.#indent + this.#best;
    if (place === 'item') return this.#indent + 2;
    return this.#best * Math.floor((this.#indent + this.#best) / this.#best);
  }

  #string(value: string, place: Place, core = false): void {
    const traits = scalarTraits(value);
    const key = place === 'key';
    const block = value.includes('\n') && !key && traits.blockAllowed && (core || this.#json || /\S/.test(value));
    const bare = core ? resolvePlain(value).tag === 'str' : resolvesToItself(value);
    if (block) {
      this.#literal(value, place);
    } else if (value.includes('\n') || (key && traits.multiline) || !bare) {
      this.#doubleQuoted(value, place);
    } else if (traits.plainAllowed) {
      this.#plain(value, place);
    } else if (traits.singleQuotedAllowed) {
      this.#quoted(value, place);
    } else {
      this.#doubleQuoted(value, place);
    }
  }

  #plain(text: string, place: Place): void {
    if (text !== '' && !this.#whitespace) this.#put(' ');
    this.#folded(text, place, (char) => char);
    this.#whitespace = false;
    this.#indention = false;
  }

  #quoted(text: string, place: Place): void {
    this.#mark("'", true);
    this.#folded(text, place, (char) => (char === "'" ? "''" : char));
    this.#mark("'", false);
  }

  /** Writes the text of one line, folded at single spaces where the width is limited. */
  #folded(text: string, place: Place, write: (char: string) => string): void {
    if (this.#width === Number.POSITIVE_INFINITY || place === 'key') {
      this.#put(Array.from(text, write).join(''));
      return;
    }
    const chars = Array.from(text);
    const outer = this.#indent;
    this.#indent = outer < 0 ? this.#best : this.#deeper(place);
    chars.forEach((char, at) => {
      const single = char === ' ' && chars[at - 1] !== ' ' && chars[at + 1] !== ' ';
      if (single && this.#column > this.#width && at > 0 && at < chars.length - 1) this.#newLine();
      else {
        this.#put(write(char));
        this.#indention = false;
      }
    });
    this.#indent = outer;
  }

  #doubleQuoted(text: string, place: Place): void {
    const escapeAll = text.startsWith('\uFEFF');
    this.#mark('"', true);
    const chars = Array.from(text);
    const outer = this.#indent;
    this.#indent = outer < 0 ? this.#best : this.#deeper(place);
    const mayFold = place !== 'key' && this.#width !== Number.POSITIVE_INFINITY;
    let spaces = false;
    chars.forEach((char, at) => {
      const space = char === ' ' && !escapeAll;
      if (space && mayFold && !spaces && this.#column > this.#width && at > 0 && at < chars.length - 1) {
        this.#newLine();
        if (chars[at + 1] === ' ') this.#put('\\');
      } else this.#put(escapeForDoubleQuotes(char, escapeAll));
      this.#indention = false;
      spaces = space;
    });
    this.#indent = outer;
    this.#mark('"', false);
  }

  #literal(text: string, place: Place): void {
    const outer = this.#indent;
    this.#indent = outer < 0 ? this.#best : this.#deeper(place);
    this.#mark('|', true);
    this.#put(this.#blockHints(text, this.#indent - Math.max(outer, 0)));
    const padding = ' '.repeat(this.#indent);
    this.#breakLine('\n');
    let lineStart = true;
    for (const part of text.split(/([\r\n\u0085\u2028\u2029])/)) {
      if (part === '') continue;
      if (isLineBreak(part)) {
        this.#breakLine(part);
        lineStart = true;
      } else {
        this.#put(lineStart ? padding + part : part);
        this.#indention = false;
        lineStart = false;
      }
    }
    this.#whitespace = true;
    this.#indent = outer;
  }

  /** Indentation (columns beyond the parent's) and chomping indicators of a literal block. */
  #blockHints(text: string, columns: number): string {
    const first = text[0] ?? '';
    const indent = first === ' ' || (this.#json && isLineBreak(first)) ? String(columns) : '';
    const last = text.at(-1) ?? '';
    if (!isLineBreak(last)) return `${indent}-`;
    const beforeLast = text.at(-2);
    return beforeLast === undefined || isLineBreak(beforeLast) ? `${indent}+` : indent;
  }

  #comment(comment: string): void {
    for (const line of comment.split('\n')) {
      this.#newLine();
      this.#put(line === '' ? '#' : `# ${line}`);
      this.#indention = false;
      this.#breakLine('\n');
      this.#whitespace = true;
    }
  }

  /** Goes to the current indentation, on a new line unless this one holds nothing but indentation. */
  #newLine(): void {
    const indent = Math.max(this.#indent, 0);
    if (!this.#indention || this.#column > indent || (this.#column === indent && !this.#whitespace)) {
      this.#breakLine('\n');
    }
    if (this.#column < indent) this.#put(' '.repeat(indent - this.#column));
    this.#whitespace = true;
    if (this.#json) this.#indention = true;
  }

  #mark(text: string, needsSpace: boolean, indentation = false): void {
    if (needsSpace && !this.#whitespace) this.#put(' ');
    this.#put(text);
    this.#whitespace = false;
    this.#indention = this.#indention && indentation;
  }

  #breakLine(text: string): void {
    this.#out.push(text);
    this.#column = 0;
    this.#indention = true;
  }

  #put(text: string): void {
    this.#out.push(text);
    this.#column += text.length;
  }
}

function unwrap(value: unknown): unknown {
  return value instanceof Commented ? value.value : value;
}

/** Whether a key fits before its colon; others take the `? key` form. */
function isSimpleKey(key: string): boolean {
  return !/[\r\n\u0085\u2028\u2029]/.test(key) && Buffer.byteLength(key) <= 128;
}
