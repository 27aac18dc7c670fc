import { TalosctlError } from '../../errors/errors.js';
import { type Token, tokenize } from './lexer.js';
import type { Block, Command, Operand, Pipeline, Statement } from './syntax.js';

/**
 * Reads a template of Go's text/template. Named templates (`define`, `block`, `template`) are not known.
 * @throws TalosctlError that says what is wrong
 */
export function parseTemplate(template: string): Block {
  const parser = new Parser(tokenize(template));
  const { block, end } = parser.block();
  if (end !== undefined) throw new TalosctlError(`{{ ${end} }} belongs to nothing`);
  return block;
}

type Ending = 'end' | 'else';

class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  /** Statements up to an `end` or `else`, which is taken up to its word, or to the end of the template. */
  block(): { readonly block: Block; readonly end: Ending | undefined } {
    const block: Statement[] = [];
    for (;;) {
      const token = this.#next();
      if (token === undefined) return { block, end: undefined };
      if (token.kind === 'text') {
        block.push({ kind: 'text', text: token.text });
        continue;
      }
      this.#blanks();
      const word = this.#peek();
      const name = word?.kind === 'word' ? word.name : '';
      if (name === 'end' || name === 'else') {
        this.#at += 1;
        return { block, end: name };
      }
      block.push(this.#statement(name));
    }
  }

  #statement(word: string): Statement {
    switch (word) {
      case 'if':
      case 'with':
      case 'range':
        this.#at += 1;
        return this.#branch(word);
      case 'break':
      case 'continue':
        this.#at += 1;
        this.#close();
        return { kind: word };
      case 'define':
      case 'block':
      case 'template':
        throw new TalosctlError(`{{ ${word} }} is not known here: columns have no named templates`);
      default: {
        const pipeline = this.#pipeline();
        this.#close();
        return { kind: 'print', pipeline };
      }
    }
  }

  #branch(kind: 'if' | 'with' | 'range'): Statement {
    const pipeline = this.#pipeline();
    this.#close();
    const { block: body, end } = this.block();
    if (end === 'end') {
      this.#close();
      return { kind, pipeline, body, otherwise: [] };
    }
    if (end === undefined) throw new TalosctlError(`a {{ ${kind} }} has no {{ end }}`);
    this.#blanks();
    const word = this.#peek();
    if (kind !== 'range' && word?.kind === 'word' && word.name === kind) {
      this.#at += 1;
      return { kind, pipeline, body, otherwise: [this.#branch(kind)] };
    }
    this.#close();
    const { block: otherwise, end: last } = this.block();
    if (last !== 'end') throw new TalosctlError(`a {{ ${kind} }} with {{ else }} has no {{ end }}`);
    this.#close();
    return { kind, pipeline, body, otherwise };
  }

  #pipeline(): Pipeline {
    const { variables, declares } = this.#declarations();
    const commands: Command[] = [];
    do commands.push(this.#command());
    while (this.#skip('pipe'));
    return { variables, declares, commands };
  }

  /** `$x :=`, `$i, $x :=` or `$x =` where the pipeline begins so. */
  #declarations(): Pick<Pipeline, 'variables' | 'declares'> {
    const start = this.#at;
    const variables: string[] = [];
    do {
      this.#blanks();
      const token = this.#next();
      if (token?.kind !== 'variable') break;
      variables.push(token.name);
      this.#blanks();
      if (this.#skip('declare')) return { variables, declares: true };
      if (this.#skip('assign')) return { variables, declares: false };
    } while (this.#skip('comma'));
    this.#at = start;
    return { variables: [], declares: false };
  }

  #command(): Command {
    const operands: Operand[] = [];
    for (;;) {
      this.#blanks();
      const token = this.#peek();
      if (token === undefined || token.kind === 'close' || token.kind === 'pipe' || token.kind === 'right') break;
      operands.push(this.#operand());
    }
    const [operand, ...args] = operands;
    if (operand === undefined) throw new TalosctlError('an action in the template is empty');
    return { operand, args };
  }

  #operand(): Operand {
    const operand = this.#term();
    const names = this.#fieldNames();
    return names.length === 0 ? operand : { kind: 'fields', of: operand, names };
  }

  #term(): Operand {
    const token = this.#next();
    switch (token?.kind) {
      case 'dot':
        return { kind: 'dot' };
      case 'field':
        return { kind: 'fields', of: { kind: 'dot' }, names: [token.name, ...this.#fieldNames()] };
      case 'variable':
        return { kind: 'variable', name: token.name };
      case 'string':
      case 'number':
        return { kind: 'constant', value: token.value };
      case 'word':
        return constants.get(token.name) ?? { kind: 'function', name: token.name };
      case 'left': {
        const pipeline = this.#pipeline();
        if (!this.#skip('right')) throw new TalosctlError('a ( in the template has no )');
        return { kind: 'pipeline', pipeline };
      }
      default:
        throw new TalosctlError(`the template has ${describe(token)} where a value belongs`);
    }
  }

  #fieldNames(): readonly string[] {
    const names: string[] = [];
    for (let token = this.#peek(); token?.kind === 'field'; token = this.#peek()) {
      names.push(token.name);
      this.#at += 1;
    }
    return names;
  }

  #close(): void {
    this.#blanks();
    const token = this.#next();
    if (token?.kind !== 'close') throw new TalosctlError(`the template has ${describe(token)} where }} belongs`);
  }

  #blanks(): void {
    while (this.#peek()?.kind === 'space') this.#at += 1;
  }

  /** Takes the next token where it is of this kind; blanks before it are passed over. */
  #skip(kind: Token['kind']): boolean {
    this.#blanks();
    if (this.#peek()?.kind !== kind) return false;
    this.#at += 1;
    return true;
  }

  #peek(): Token | undefined {
    return this.#tokens[this.#at];
  }

  #next(): Token | undefined {
    const token = this.#tokens[this.#at];
    this.#at += 1;
    return token;
  }
}

const constants: ReadonlyMap<string, Operand> = new Map(
  (
    [
      ['true', true],
      ['false', false],
      ['nil', null],
    ] as const
  ).map(([name, value]) => [name, { kind: 'constant', value }]),
);

const signs: Readonly<Record<string, string>> = {
  close: '}}',
  pipe: '|',
  declare: ':=',
  assign: '=',
  comma: ',',
  right: ')',
  space: 'a blank',
};

function describe(token: Token | undefined): string {
  if (token === undefined) return 'its end';
  if (token.kind === 'field') return `.${token.name}`;
  if (token.kind === 'variable') return `$${token.name}`;
  if (token.kind === 'word') return token.name;
  if (token.kind === 'string' || token.kind === 'number') return String(token.value);
  return signs[token.kind] ?? token.kind;
}
