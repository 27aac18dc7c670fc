import { UsageError } from '../../errors/errors.js';
import { type Filter, type Operator, operators, type Part, type Slice, type Step } from './template.js';

/** A keyword inside an action; it is no step but opens or closes a loop. */
type Token = Step | { readonly kind: 'range' } | { readonly kind: 'end' };

const fieldEnd = new Set([' ', '\t', '\r', '\n', '.', ',', '[', ']', '$', '@', '{', '}']);
const singleQuotedKey = /^'([^']*)'$/;
const slicePattern = /^(-?\d*)(:-?\d*)?(:-?\d*)?$/;
const comparisonPattern = /^([^!<>=]+)([!<>=]+)(.+)$/s;
const simpleEscapes: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
};

/** Reads one template from left to right. */
class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  fail(reason: string): never {
    throw new UsageError(`JSONPath ${JSON.stringify(this.#text)}: ${reason} (at character ${this.#at + 1})`);
  }

  /** The whole template: a list of tokens for each action, text outside of braces as an action of its own. */
  template(): (readonly Token[])[] {
    const actions: (readonly Token[])[] = [];
    while (this.#at < this.#text.length) {
      const brace = this.#text.indexOf('{', this.#at);
      const end = brace < 0 ? this.#text.length : brace;
      if (end > this.#at) {
        actions.push([{ kind: 'text', text: this.#text.slice(this.#at, end) }]);
      }
      this.#at = end;
      if (brace >= 0) {
        this.#at += 1;
        actions.push(this.#action());
      }
    }
    return actions;
  }

  /** The steps of an expression that stands without braces, as the sides of a filter do. */
  expression(): readonly Step[] {
    const steps: Step[] = [];
    while (this.#at < this.#text.length) {
      const token = this.#token(steps.at(-1));
      if (token === undefined) {
        continue;
      }
      for (const step of token) {
        if (step.kind === 'range' || step.kind === 'end') {
          this.fail(`${step.kind} cannot stand inside an expression`);
        }
        steps.push(step);
      }
    }
    return steps;
  }

  #action(): readonly Token[] {
    const tokens: Token[] = [];
    while (this.#text[this.#at] !== '}') {
      if (this.#at >= this.#text.length) {
        this.fail('the closing brace is missing');
      }
      const read = this.#token(tokens.at(-1));
      if (read !== undefined) {
        tokens.push(...read);
      }
    }
    this.#at += 1;
    return tokens;
  }

  /** Reads what comes next; undefined for characters that mean nothing (blanks, `@`, `$`). */
  #token(previous: Token | undefined): readonly Token[] | undefined {
    const rest = this.#text.slice(this.#at);
    const first = rest[0] ?? '';
    if (rest.startsWith('[?(')) {
      return [this.#filter()];
    }
    if (rest.startsWith('..')) {
      return this.#descend(previous);
    }
    if (first === ' ' || first === '@' || first === '$') {
      this.#at += 1;
      return undefined;
    }
    if (first === '[') {
      return this.#brackets();
    }
    if (first === '"' || first === "'") {
      return [{ kind: 'text', text: this.#quoted(first) }];
    }
    if (first === '.') {
      this.#at += 1;
      return [this.#field()];
    }
    if (/^[+\-\d]/.test(rest)) {
      return [this.#number()];
    }
    if (/^[\p{L}\p{Nd}_]/u.test(rest)) {
      return [this.#word()];
    }
    return this.fail(`unexpected character ${JSON.stringify(first)}`);
  }

  #descend(previous: Token | undefined): readonly Token[] {
    if (previous?.kind === 'descend') {
      this.fail('".." stands twice');
    }
    this.#at += 2;
    if (/^[\p{L}\p{Nd}_]/u.test(this.#text.slice(this.#at))) {
      return [{ kind: 'descend' }, this.#field()];
    }
    return [{ kind: 'descend' }];
  }

  /** A field's name up to the next separator; a backslash takes the separator's meaning away. */
  #field(): Step {
    let name = '';
    while (this.#at < this.#text.length) {
      const character = this.#text[this.#at] ?? '';
      if (character === '\\') {
        name += this.#text[this.#at + 1] ?? '';
        this.#at += 2;
        continue;
      }
      if (fieldEnd.has(character)) {
        break;
      }
      name += character;
      this.#at += 1;
    }
    return name === '*' ? { kind: 'wildcard' } : { kind: 'field', name };
  }

  #number(): Step {
    const text = /^[+-]?[\d.]*/.exec(this.#text.slice(this.#at))?.[0] ?? '';
    this.#at += text.length;
    if (/^[+-]?\d+$/.test(text)) {
      return { kind: 'integer', value: BigInt(text.replace('+', '')) };
    }
    const value = text === '' ? Number.NaN : Number(text);
    if (Number.isNaN(value)) {
      this.fail(`${JSON.stringify(text)} is no number`);
    }
    return { kind: 'float', value };
  }

  #word(): Token {
    let word = '';
    while (this.#at < this.#text.length && !fieldEnd.has(this.#text[this.#at] ?? '')) {
      word += this.#text[this.#at];
      this.#at += 1;
    }
    switch (word) {
      case 'true':
      case 'false':
        return { kind: 'boolean', value: word === 'true' };
      case 'range':
      case 'end':
        return { kind: word };
      default:
        return this.fail(`unknown word "${word}"; a field begins with a dot (.${word}), text stands in quotes`);
    }
  }

  #quoted(quote: string): string {
    let text = '';
    this.#at += 1;
    for (;;) {
      const character = this.#text[this.#at];
      if (character === undefined || character === '\n') {
        this.fail('the closing quote is missing');
      }
      this.#at += 1;
      if (character === quote) {
        return text;
      }
      text += character === '\\' ? this.#escape(quote) : character;
    }
  }

  #escape(quote: string): string {
    const rest = this.#text.slice(this.#at);
    const coded = /^(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8}))/.exec(rest);
    const octal = /^[0-3][0-7]{2}/.exec(rest)?.[0];
    const character = rest[0] ?? '';
    if (coded !== null) {
      this.#at += coded[0].length;
      const code = Number.parseInt(coded[1] ?? coded[2] ?? coded[3] ?? '', 16);
      return code > 0x10ffff ? this.fail('the escaped character does not exist') : String.fromCodePoint(code);
    }
    if (octal !== undefined) {
      this.#at += octal.length;
      return String.fromCodePoint(Number.parseInt(octal, 8));
    }
    this.#at += 1;
    if (character === quote) {
      return quote;
    }
    return simpleEscapes[character] ?? this.fail(`unknown escape "\\${character}"`);
  }

  #brackets(): readonly Step[] {
    const close = this.#text.indexOf(']', this.#at);
    if (close < 0 || this.#text.slice(this.#at, close).includes('\n')) {
      this.fail('the closing bracket is missing');
    }
    const content = this.#text.slice(this.#at + 1, close);
    const branches = content.split(',');
    if (branches.length > 1) {
      const union = branches.map((branch) => new Reader(`[${branch.replace(/^ +| +$/g, '')}]`).expression());
      this.#at = close + 1;
      return [{ kind: 'union', branches: union }];
    }
    const key = singleQuotedKey.exec(content);
    if (key !== null) {
      this.#at = close + 1;
      return new Reader(`.${key[1]}`).expression();
    }
    const slice = this.#slice(content === '*' ? ':' : content);
    this.#at = close + 1;
    return [slice];
  }

  #slice(content: string): Slice {
    const match = slicePattern.exec(content);
    if (match === null) {
      this.fail(`[${content}] is neither an index, a slice, a filter nor a key in single quotes`);
    }
    const bound = (text: string | undefined): number | undefined => {
      const digits = text?.replace(':', '') ?? '';
      if (digits === '-') {
        this.fail(`[${content}] lacks a number after the minus sign`);
      }
      return digits === '' ? undefined : Number(digits);
    };
    const start = bound(match[1]);
    const single = match[2] === undefined;
    return {
      kind: 'slice',
      start,
      end: single ? (start ?? 0) + 1 : bound(match[2]),
      step: bound(match[3]),
      single,
    };
  }

  #filter(): Filter {
    const from = this.#at + '[?('.length;
    const close = this.#filterEnd(from);
    const content = this.#text.slice(from, close);
    const comparison = comparisonPattern.exec(content);
    const [, left = content, operator = '', right = ''] = comparison ?? [];
    if (comparison !== null && !operators.some((known) => known === operator)) {
      this.fail(`unknown operator "${operator}" in a filter; there are ${operators.join(' ')}`);
    }
    this.#at = close + 2;
    return {
      kind: 'filter',
      left: new Reader(left).expression(),
      comparison:
        comparison === null ? undefined : { operator: operator as Operator, right: new Reader(right).expression() },
    };
  }

  /** Place of the `)` that ends the filter, which is not inside quotes. */
  #filterEnd(from: number): number {
    let quote = '';
    for (let at = from; at < this.#text.length && this.#text[at] !== '\n'; at += 1) {
      const character = this.#text[at] ?? '';
      if (quote === '' && (character === '"' || character === "'")) {
        quote = character;
      } else if (quote !== '' && character === '\\') {
        at += 1;
      } else if (character === quote) {
        quote = '';
      } else if (quote === '' && character === ')') {
        return this.#text[at + 1] === ']' ? at : this.fail('a filter ends with ")]"');
      }
    }
    return this.fail('the filter is not closed with ")]"');
  }
}

/** Puts what stands between `{range …}` and its `{end}` into the loop. */
function nest(actions: (readonly Token[])[], inLoop: boolean, fail: (reason: string) => never): Part[] {
  const parts: Part[] = [];
  for (let action = actions.shift(); action !== undefined; action = actions.shift()) {
    const steps = action.filter((token): token is Step => token.kind !== 'range' && token.kind !== 'end');
    if (action.some((token) => token.kind === 'end')) {
      if (!inLoop) {
        fail('{end} without {range}');
      }
      return parts;
    }
    if (action.some((token) => token.kind === 'range')) {
      parts.push({ kind: 'range', over: steps, body: nest(actions, true, fail) });
    } else {
      parts.push({ kind: 'action', steps });
    }
  }
  return parts;
}

/**
 * Parses a template such as `{.metadata.id}` or `{range .items[*]}{.name}{"\n"}{end}`. Throws UsageError naming the
 * place of the mistake.
 */
export function parseTemplate(text: string): readonly Part[] {
  const reader = new Reader(text);
  return nest(reader.template(), false, (reason) => {
    throw new UsageError(`JSONPath ${JSON.stringify(text)}: ${reason}`);
  });
}
