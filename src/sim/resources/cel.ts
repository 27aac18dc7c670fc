import { BinaryWriter } from '@bufbuild/protobuf/wire';
import { putBytes, putDouble, putInteger, putString } from './wire.js';

/*
 * CEL expressions (those that select disks and volumes) in the form in which a node sends them: parsed, as
 * google.api.expr.v1alpha1.CheckedExpr. Operators are calls of functions with names like `_&&_`.
 */

type Expression =
  | { readonly is: 'constant'; readonly value: string | number | bigint | boolean | null; readonly unsigned?: boolean }
  | { readonly is: 'double'; readonly value: number }
  | { readonly is: 'name'; readonly name: string }
  | { readonly is: 'field'; readonly of: Expression; readonly name: string }
  | { readonly is: 'call'; readonly name: string; readonly on?: Expression; readonly args: readonly Expression[] }
  | { readonly is: 'list'; readonly items: readonly Expression[] };

/** From loosest to tightest. */
const binary: readonly Readonly<Record<string, string>>[] = [
  { '||': '_||_' },
  { '&&': '_&&_' },
  { '==': '_==_', '!=': '_!=_', '<': '_<_', '<=': '_<=_', '>': '_>_', '>=': '_>=_', in: '@in' },
  { '+': '_+_', '-': '_-_' },
  { '*': '_*_', '/': '_/_', '%': '_%_' },
];

const token =
  /\s*(?:(\d+\.\d+(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+)|(0x[0-9a-fA-F]+|\d+)(u?)|("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|([A-Za-z_]\w*)|(\|\||&&|[=!<>]=|[-+*/%<>!?:.,()[\]]))/y;

interface Token {
  readonly kind: 'double' | 'integer' | 'unsigned' | 'string' | 'name' | 'sign' | 'end';
  readonly text: string;
}

/** The encoded form of an expression. Throws a SyntaxError for what is none. */
export function encodeCel(text: string): Uint8Array {
  const writer = new BinaryWriter();
  const number = counter();
  putBytes(writer, 4, encodeExpression(new Parser(text).parse(), number));
  return writer.finish();
}

class Parser {
  readonly #tokens: readonly Token[];
  #next = 0;

  constructor(text: string) {
    this.#tokens = tokens(text);
  }

  parse(): Expression {
    const expression = this.#conditional();
    this.#expect('');
    return expression;
  }

  #conditional(): Expression {
    const condition = this.#operation(0);
    if (!this.#take('?')) return condition;
    const yes = this.#operation(0);
    this.#expect(':');
    return { is: 'call', name: '_?_:_', args: [condition, yes, this.#conditional()] };
  }

  #operation(level: number): Expression {
    const operators = binary[level];
    if (operators === undefined) return this.#unary();
    let left = this.#operation(level + 1);
    for (;;) {
      const name = operators[this.#peek().kind === 'string' ? '' : this.#peek().text];
      if (name === undefined) return left;
      this.#next++;
      left = { is: 'call', name, args: [left, this.#operation(level + 1)] };
    }
  }

  #unary(): Expression {
    if (this.#take('!')) return { is: 'call', name: '!_', args: [this.#unary()] };
    if (this.#take('-')) return { is: 'call', name: '-_', args: [this.#unary()] };
    return this.#member();
  }

  #member(): Expression {
    let expression = this.#primary();
    for (;;) {
      if (this.#take('.')) {
        const { text } = this.#token('name');
        expression = this.#take('(')
          ? { is: 'call', name: text, on: expression, args: this.#list(')') }
          : { is: 'field', of: expression, name: text };
      } else if (this.#take('[')) {
        const index = this.#conditional();
        this.#expect(']');
        expression = { is: 'call', name: '_[_]', args: [expression, index] };
      } else return expression;
    }
  }

  #primary(): Expression {
    if (this.#take('(')) {
      const expression = this.#conditional();
      this.#expect(')');
      return expression;
    }
    if (this.#take('[')) return { is: 'list', items: this.#list(']') };
    const { kind, text } = this.#peek();
    this.#next++;
    switch (kind) {
      case 'double':
        return { is: 'double', value: Number(text) };
      case 'integer':
        return { is: 'constant', value: BigInt(text) };
      case 'unsigned':
        return { is: 'constant', value: BigInt(text), unsigned: true };
      case 'string':
        return { is: 'constant', value: unquote(text) };
      case 'name':
        if (text === 'true' || text === 'false') return { is: 'constant', value: text === 'true' };
        if (text === 'null') return { is: 'constant', value: null };
        return this.#take('(') ? { is: 'call', name: text, args: this.#list(')') } : { is: 'name', name: text };
      default:
        throw new SyntaxError(`unexpected ${text === '' ? 'end' : text} in a CEL expression`);
    }
  }

  #list(close: string): readonly Expression[] {
    const items: Expression[] = [];
    while (!this.#take(close)) {
      if (items.length > 0) this.#expect(',');
      items.push(this.#conditional());
    }
    return items;
  }

  #peek(): Token {
    return this.#tokens[this.#next] ?? { kind: 'end', text: '' };
  }

  #take(sign: string): boolean {
    const { kind, text } = this.#peek();
    if (kind === 'string' || text !== sign) return false;
    this.#next++;
    return true;
  }

  #expect(sign: string): void {
    const { text } = this.#peek();
    if (!this.#take(sign)) throw new SyntaxError(`expected ${sign === '' ? 'end' : sign}, found ${text}`);
  }

  #token(kind: Token['kind']): Token {
    const found = this.#peek();
    if (found.kind !== kind) throw new SyntaxError(`expected a ${kind}, found ${found.text}`);
    this.#next++;
    return found;
  }
}

function tokens(text: string): readonly Token[] {
  const found: Token[] = [];
  const pattern = new RegExp(token);
  const end = text.trimEnd().length;
  while (pattern.lastIndex < end) {
    const at = pattern.lastIndex;
    const match = pattern.exec(text);
    if (match === null) throw new SyntaxError(`unexpected ${text.slice(at).trim()} in a CEL expression`);
    const [, double, integer, unsigned, string, name, sign] = match;
    if (double !== undefined) found.push({ kind: 'double', text: double });
    else if (integer !== undefined) found.push({ kind: unsigned === 'u' ? 'unsigned' : 'integer', text: integer });
    else if (string !== undefined) found.push({ kind: 'string', text: string });
    else if (name !== undefined) found.push({ kind: 'name', text: name });
    else found.push({ kind: 'sign', text: sign ?? '' });
  }
  return found;
}

function unquote(literal: string): string {
  const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };
  return literal.slice(1, -1).replace(/\\(.)/g, (_, character: string) => escapes[character] ?? character);
}

/** Numbers for the parts of an expression, from 1. */
function counter(): () => number {
  let last = 0;
  return () => ++last;
}

function encodeExpression(expression: Expression, number: () => number): Uint8Array {
  const writer = new BinaryWriter();
  putInteger(writer, 2, number());
  const body = new BinaryWriter();
  switch (expression.is) {
    case 'constant':
      putConstant(body, expression.value, expression.unsigned === true);
      putBytes(writer, 3, body.finish());
      break;
    case 'double':
      putDouble(body, 5, expression.value);
      putBytes(writer, 3, body.finish());
      break;
    case 'name':
      putString(body, 1, expression.name);
      putBytes(writer, 4, body.finish());
      break;
    case 'field':
      putBytes(body, 1, encodeExpression(expression.of, number));
      putString(body, 2, expression.name);
      putBytes(writer, 5, body.finish());
      break;
    case 'call':
      if (expression.on !== undefined) putBytes(body, 1, encodeExpression(expression.on, number));
      putString(body, 2, expression.name);
      for (const arg of expression.args) putBytes(body, 3, encodeExpression(arg, number));
      putBytes(writer, 6, body.finish());
      break;
    case 'list':
      for (const item of expression.items) putBytes(body, 1, encodeExpression(item, number));
      putBytes(writer, 7, body.finish());
      break;
  }
  return writer.finish();
}

function putConstant(writer: BinaryWriter, value: string | number | bigint | boolean | null, unsigned: boolean): void {
  if (value === null) putInteger(writer, 1, 0);
  else if (typeof value === 'boolean') putInteger(writer, 2, value ? 1 : 0);
  else if (typeof value === 'string') putString(writer, 6, value);
  else putInteger(writer, unsigned ? 4 : 3, value);
}
