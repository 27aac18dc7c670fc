import { TalosctlError } from '../../errors/errors.js';
import { isPlainList, isPlainMap, type PlainValue } from '../value.js';
import { compare, IncomparableError } from './compare.js';
import type { Filter, Part, Slice, Step } from './template.js';

export interface EvaluateOptions {
  /** A field that no value has gives nothing instead of an error. */
  readonly allowMissingKeys: boolean;
}

type Values = readonly PlainValue[];

function fail(reason: string): never {
  throw new TalosctlError(`JSONPath: ${reason}`);
}

function describe(value: PlainValue): string {
  return isPlainMap(value) ? 'a map' : `the value ${String(value)}`;
}

/** What a value holds one level below; a text holds its bytes. */
function children(value: PlainValue): Values {
  if (isPlainMap(value)) {
    return [...value.values()];
  }
  if (isPlainList(value)) {
    return value;
  }
  return typeof value === 'string' ? [...Buffer.from(value)].map(BigInt) : [];
}

/** The values that hold others, themselves and everything below, parents first. */
function descend(values: Values): PlainValue[] {
  const found: PlainValue[] = [];
  for (const value of values) {
    const below = children(value);
    if (below.length > 0) {
      found.push(value);
      // The bytes of a text hold nothing more.
      found.push(...(typeof value === 'string' ? [] : descend(below)));
    }
  }
  return found;
}

function slice(list: Values, step: Slice): Values {
  const length = list.length;
  const start = (step.start ?? 0) < 0 ? (step.start ?? 0) + length : (step.start ?? 0);
  let end = step.end ?? length;
  if (end < 0 || (end === 0 && step.single)) {
    end += length;
  }
  if (start === end) {
    return [];
  }
  for (const index of [start, end - 1]) {
    if (index < 0 || index >= length) {
      fail(`the index ${index} lies outside of a list of ${length}`);
    }
  }
  if (start > end) {
    fail(`a slice cannot begin at ${start} and end at ${end}`);
  }
  const every = step.step ?? 1;
  if (every <= 0) {
    fail('the step of a slice must be 1 or more');
  }
  return list.slice(start, end).filter((_, index) => index % every === 0);
}

class Evaluation {
  readonly #options: EvaluateOptions;

  constructor(options: EvaluateOptions) {
    this.#options = options;
  }

  parts(parts: readonly Part[], value: PlainValue): Values[] {
    const groups: Values[] = [];
    for (const part of parts) {
      if (part.kind === 'action') {
        groups.push(this.#steps(part.steps, [value]));
      } else {
        for (const item of this.#steps(part.over, [value])) {
          groups.push(...this.parts(part.body, item));
        }
      }
    }
    return groups;
  }

  #steps(steps: readonly Step[], values: Values): Values {
    return steps.reduce((current, step) => this.#step(step, current), values);
  }

  #step(step: Step, values: Values): Values {
    switch (step.kind) {
      case 'text':
        return [step.text];
      case 'integer':
      case 'float':
      case 'boolean':
        return values.map(() => step.value);
      case 'field':
        return this.#field(step.name, values);
      case 'wildcard':
        return values.flatMap(children);
      case 'descend':
        return descend(values);
      case 'slice':
        return values
          .filter((value) => value !== null)
          .flatMap((value) => (isPlainList(value) ? slice(value, step) : fail(`${describe(value)} is no list`)));
      case 'union':
        return step.branches.flatMap((branch) => this.#steps(branch, values));
      case 'filter':
        return this.#filter(step, values);
    }
  }

  #field(name: string, values: Values): Values {
    const found: PlainValue[] = [];
    for (const value of values) {
      const member = isPlainMap(value) ? value.get(name) : undefined;
      if (member !== undefined) {
        found.push(member);
      }
    }
    if (found.length === 0 && values.length > 0 && !this.#options.allowMissingKeys) {
      fail(`no field "${name}"`);
    }
    return found;
  }

  #filter(filter: Filter, values: Values): Values {
    return values.flatMap((value) => {
      if (!isPlainList(value)) {
        fail(`${describe(value)} is no list, so it cannot be filtered`);
      }
      return value.filter((item) => this.#passes(filter, item));
    });
  }

  /** Here a missing field or item is the answer, not a mistake. */
  #exists(steps: readonly Step[], item: PlainValue): boolean {
    try {
      return this.#steps(steps, [item]).length > 0;
    } catch {
      return false;
    }
  }

  #passes({ left, comparison }: Filter, item: PlainValue): boolean {
    if (comparison === undefined) {
      return this.#exists(left, item);
    }
    const [leftValue, ...moreLeft] = this.#steps(left, [item]);
    const [rightValue, ...moreRight] = this.#steps(comparison.right, [item]);
    if (moreLeft.length > 0 || moreRight.length > 0) {
      fail('a filter compares one value with one other');
    }
    if (leftValue === undefined || rightValue === undefined) {
      return false;
    }
    try {
      return compare(leftValue, comparison.operator, rightValue);
    } catch (error) {
      return error instanceof IncomparableError ? fail(error.message) : fail(String(error));
    }
  }
}

/**
 * Finds what a template selects: a group of values for each part of the template, loops unrolled. Throws TalosctlError
 * where the data does not have what is asked for.
 */
export function evaluate(parts: readonly Part[], value: PlainValue, options: EvaluateOptions): readonly Values[] {
  return new Evaluation(options).parts(parts, value);
}
