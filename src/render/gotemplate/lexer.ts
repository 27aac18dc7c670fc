import { TalosctlError } from '../../errors/errors.js';

export type Token =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'open' | 'close' | 'pipe' | 'declare' | 'assign' | 'comma' | 'left' | 'right' | 'space' | 'dot' }
  /** `.Name`. */
  | { readonly kind: 'field'; readonly name: string }
  /** `$` or `$name`, without the dollar. */
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'word'; readonly name: string }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'number'; readonly value: bigint | number };

const blank = /\s/;

/** Cuts a template into tokens: text outside of `{{ }}`, and what stands inside. */
export function tokenize(template: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  let trimNext = false;
  while (at < template.length) {
    const open = template.indexOf('{{', at);
    const end = open < 0 ? template.length : open;
    const trims = open >= 0 && /^-\s/.test(template.slice(open + 2));
    let text = template.slice(at, end);
    if (trimNext) text = text.trimStart();
    if (trims) text = text.trimEnd();
    if (text !== '') tokens.push({ kind: 'text', text });
    if (open < 0) break;
    const action = new ActionLexer(template, open + (trims ? 3 : 2));
    at = action.read(tokens);
    trimNext = action.trimsAfter;
  }
  return tokens;
}

/** The inside of one `{{ }}`. */
class ActionLexer {
  readonly #source: string;
  #at: number;
  trimsAfter = false;

  constructor(source: string, at: number) {
    this.#source = source;
    this.#at = at;
  }

  /** Adds its tokens and gives the place behind it. */
  read(tokens: Token[]): number {
    const comment = /^\s*\/\*[\s\S]*?\*\/\s*?( -)?\}\}/.exec(this.#source.slice(this.#at));
    if (comment !== null) {
      this.trimsAfter = comment[1] !== undefined;
      return this.#at + comment[0].length;
    }
    tokens.push({ kind: 'open' });
    for (;;) {
      const rest = this.#source.slice(this.#at);
      if (rest === '') throw new TalosctlError('a {{ has no }}');
      const close = /^(\s-)?\}\}/.exec(rest);
      if (close !== null) {
        this.trimsAfter = close[1] !== undefined;
        tokens.push({ kind: 'close' });
        return this.#at + close[0].length;
      }
      tokens.push(this.#token(rest));
    }
  }

  #token(rest: string): Token {
    const [character = ''] = rest;
    if (blank.test(character))
      return this.#take(/^\s+?(?=\s-\}\}|\S|$)/.exec(rest)?.[0] ?? character, { kind: 'space' });
    if (rest.startsWith(':=')) return this.#take(':=', { kind: 'declare' });
    const sign = signs[character];
    if (sign !== undefined) return this.#take(character, { kind: sign });
    const name = /^([.$]?)([\p{L}_][\p{L}\p{Nd}_]*)/u.exec(rest);
    if (name !== null) {
      const [all, prefix, word = ''] = name;
      const kind = prefix === '.' ? 'field' : prefix === '$' ? 'variable' : 'word';
      return this.#take(all, { kind, name: word });
    }
    if (character === '$') return this.#take('$', { kind: 'variable', name: '' });
    if (character === '.' && !/^\.\d/.test(rest)) return this.#take('.', { kind: 'dot' });
    const quoted = /^"(?:[^"\\\n]|\\.)*"/.exec(rest)?.[0];
    if (quoted !== undefined) return this.#take(quoted, { kind: 'string', value: unquote(quoted) });
    const raw = /^`([^`]*)`/.exec(rest);
    if (raw !== null) return this.#take(raw[0], { kind: 'string', value: raw[1] ?? '' });
    const rune = /^'([^'\\\n])'/u.exec(rest);
    if (rune !== null) return this.#take(rune[0], { kind: 'number', value: BigInt(rune[1]?.codePointAt(0) ?? 0) });
    const number = /^[+-]?(?:0x[\da-f_]+|(?:\d[\d_]*)?\.?\d+(?:e[+-]?\d+)?)/i.exec(rest)?.[0];
    if (number !== undefined) return this.#take(number, { kind: 'number', value: numberOf(number) });
    throw new TalosctlError(`${JSON.stringify(character)} has no meaning in a template`);
  }

  #take(text: string, token: Token): Token {
    this.#at += text.length;
    return token;
  }
}

const signs: Readonly<Record<string, 'pipe' | 'assign' | 'comma' | 'left' | 'right'>> = {
  '|': 'pipe',
  '=': 'assign',
  ',': 'comma',
  '(': 'left',
  ')': 'right',
};

/** A quoted string of Go. What JSON does not know in it is rare. */
function unquote(quoted: string): string {
  try {
    return String(JSON.parse(quoted.replace(/\\x([\da-f]{2})/gi, '\\u00$1').replace(/\t/g, '\\t')));
  } catch (cause) {
    throw new TalosctlError(`${quoted} is no string that can be read`, { cause });
  }
}

function numberOf(text: string): bigint | number {
  const digits = text.replaceAll('_', '');
  if (/^[+-]?(?:\d+|0x[\da-f]+)$/i.test(digits)) {
    const value = BigInt(digits.replace(/^[+-]/, ''));
    return digits.startsWith('-') ? -value : value;
  }
  return Number(digits);
}
