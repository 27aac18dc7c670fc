import { TalosctlError } from '../../errors/errors.js';
import { templateFunctions } from './functions.js';
import { parseTemplate } from './parser.js';
import type { Block, Command, Operand, Pipeline, Statement } from './syntax.js';
import {
  isList,
  isMap,
  isObject,
  isTrue,
  sortedEntries,
  TemplateMethod,
  type TemplateValue,
  valueText,
} from './value.js';

/** A template in the language of Go's text/template, ready to be filled in. */
export class GoTemplate {
  readonly #block: Block;

  /** @throws TalosctlError where the template cannot be read, or uses a function that there is not */
  constructor(template: string) {
    this.#block = parseTemplate(template);
    requireFunctions(this.#block);
  }

  /** @throws TalosctlError where the data does not have what the template asks for */
  render(data: TemplateValue): string {
    const out: string[] = [];
    new Execution(out, data).run(this.#block, data);
    return out.join('');
  }
}

/** How a block ended. */
type Outcome = 'done' | 'break' | 'continue';

class Execution {
  readonly #out: string[];
  /** The innermost last. */
  readonly #scopes: Map<string, TemplateValue>[];

  constructor(out: string[], data: TemplateValue) {
    this.#out = out;
    this.#scopes = [new Map([['', data]])];
  }

  run(block: Block, dot: TemplateValue): Outcome {
    this.#scopes.push(new Map());
    try {
      for (const statement of block) {
        const outcome = this.#statement(statement, dot);
        if (outcome !== 'done') return outcome;
      }
      return 'done';
    } finally {
      this.#scopes.pop();
    }
  }

  #statement(statement: Statement, dot: TemplateValue): Outcome {
    switch (statement.kind) {
      case 'text':
        this.#out.push(statement.text);
        return 'done';
      case 'print': {
        const value = this.#pipeline(statement.pipeline, dot);
        if (statement.pipeline.variables.length === 0) this.#out.push(value === null ? '<no value>' : valueText(value));
        return 'done';
      }
      case 'break':
      case 'continue':
        return statement.kind;
      case 'range':
        return this.#scoped(() => this.#range(statement, dot));
      default:
        return this.#scoped(() => {
          const value = this.#pipeline(statement.pipeline, dot);
          if (!isTrue(value)) return this.run(statement.otherwise, dot);
          return this.run(statement.body, statement.kind === 'with' ? value : dot);
        });
    }
  }

  /** Variables of a pipeline hold within its statement. */
  #scoped(body: () => Outcome): Outcome {
    this.#scopes.push(new Map());
    try {
      return body();
    } finally {
      this.#scopes.pop();
    }
  }

  #range({ pipeline, body, otherwise }: Extract<Statement, { body: Block }>, dot: TemplateValue): Outcome {
    const items = itemsOf(this.#pipeline({ ...pipeline, variables: [] }, dot));
    if (items.length === 0) return this.run(otherwise, dot);
    const [first, second] = pipeline.variables;
    for (const [key, item] of items) {
      if (second !== undefined) this.#set(second, item, pipeline.declares);
      if (first !== undefined) this.#set(first, second === undefined ? item : key, pipeline.declares);
      if (this.run(body, item) === 'break') break;
    }
    return 'done';
  }

  #pipeline({ variables, declares, commands }: Pipeline, dot: TemplateValue): TemplateValue {
    let value: TemplateValue | undefined;
    for (const command of commands) value = this.#command(command, dot, value);
    const [variable] = variables;
    if (variable !== undefined) this.#set(variable, value ?? null, declares);
    return value ?? null;
  }

  /** @param piped the value of the command before, the last argument of this one */
  #command({ operand, args }: Command, dot: TemplateValue, piped: TemplateValue | undefined): TemplateValue {
    const more = piped === undefined ? [] : [piped];
    if (operand.kind === 'function' && (operand.name === 'and' || operand.name === 'or')) {
      return this.#until(operand.name === 'or', args, dot, more);
    }
    const evaluated = (): readonly TemplateValue[] => [...args.map((arg) => this.#operand(arg, dot)), ...more];
    if (operand.kind === 'function') return call(operand.name, evaluated());
    if (operand.kind === 'fields') return this.#fields(operand, dot, evaluated());
    const given = args.length + more.length;
    if (given > 0) throw new TalosctlError(`the template gives arguments to ${valueText(this.#operand(operand, dot))}`);
    return this.#operand(operand, dot);
  }

  #operand(operand: Operand, dot: TemplateValue): TemplateValue {
    switch (operand.kind) {
      case 'constant':
        return operand.value;
      case 'dot':
        return dot;
      case 'variable':
        return this.#get(operand.name);
      case 'function':
        return call(operand.name, []);
      case 'fields':
        return this.#fields(operand, dot, []);
      case 'pipeline':
        return this.#pipeline(operand.pipeline, dot);
    }
  }

  /** A chain of fields, of which only the last one may be a method with arguments. */
  #fields(
    { of, names }: Extract<Operand, { kind: 'fields' }>,
    dot: TemplateValue,
    args: readonly TemplateValue[],
  ): TemplateValue {
    let value = this.#operand(of, dot);
    for (const [index, name] of names.entries()) {
      value = member(value, name, index === names.length - 1 ? args : []);
    }
    return value;
  }

  /** `and` and `or`: the first argument that decides, else the last. */
  #until(wanted: boolean, args: readonly Operand[], dot: TemplateValue, more: readonly TemplateValue[]): TemplateValue {
    let value: TemplateValue = null;
    for (const arg of args) {
      value = this.#operand(arg, dot);
      if (isTrue(value) === wanted) return value;
    }
    return more[0] ?? value;
  }

  #get(name: string): TemplateValue {
    const scope = this.#scopes.findLast((candidate) => candidate.has(name));
    if (scope === undefined) throw new TalosctlError(`the template has no variable $${name}`);
    return scope.get(name) ?? null;
  }

  #set(name: string, value: TemplateValue, declares: boolean): void {
    const scope = declares ? this.#scopes.at(-1) : this.#scopes.findLast((candidate) => candidate.has(name));
    if (scope === undefined) throw new TalosctlError(`the template has no variable $${name}`);
    scope.set(name, value);
  }
}

function call(name: string, args: readonly TemplateValue[]): TemplateValue {
  const known = templateFunctions.get(name);
  if (known === undefined) throw new TalosctlError(`templates have no function ${name}`);
  return known(args);
}

function member(value: TemplateValue, name: string, args: readonly TemplateValue[]): TemplateValue {
  if (value === null) throw new TalosctlError(`the template asks nothing at all for .${name}`);
  const found = isMap(value) ? (value.get(name) ?? null) : isObject(value) ? value.member(name) : undefined;
  if (found === undefined) throw new TalosctlError(`there is no .${name} in ${valueText(value)}`);
  if (found instanceof TemplateMethod) return found.call(args);
  if (args.length > 0) throw new TalosctlError(`.${name} takes no arguments`);
  return found;
}

function itemsOf(value: TemplateValue): readonly (readonly [key: TemplateValue, item: TemplateValue])[] {
  if (value === null) return [];
  if (isList(value)) return value.map((item, index) => [BigInt(index), item]);
  if (isMap(value)) return sortedEntries(value);
  if (typeof value === 'bigint')
    return Array.from({ length: Number(value) }, (_, index) => [BigInt(index), BigInt(index)]);
  throw new TalosctlError(`the template cannot range over ${valueText(value)}`);
}

function requireFunctions(block: Block): void {
  for (const statement of block) {
    if (!('pipeline' in statement)) continue;
    requireInPipeline(statement.pipeline);
    if (statement.kind === 'print') continue;
    requireFunctions(statement.body);
    requireFunctions(statement.otherwise);
  }
}

function requireInPipeline({ commands }: Pipeline): void {
  for (const { operand, args } of commands) for (const each of [operand, ...args]) requireInOperand(each);
}

function requireInOperand(operand: Operand): void {
  if (operand.kind === 'pipeline') requireInPipeline(operand.pipeline);
  if (operand.kind === 'fields') requireInOperand(operand.of);
  if (operand.kind === 'function' && !['and', 'or'].includes(operand.name) && !templateFunctions.has(operand.name)) {
    const known = [...templateFunctions.keys(), 'and', 'or'].sort().join(', ');
    throw new TalosctlError(`templates have no function ${operand.name}; there are ${known}`);
  }
}
