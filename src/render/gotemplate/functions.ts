import { TalosctlError } from '../../errors/errors.js';
import { printf } from './printf.js';
import { isList, isMap, isTrue, type TemplateValue, valueText } from './value.js';

/** A function of templates; it gets all its arguments evaluated. */
export type TemplateFunction = (args: readonly TemplateValue[]) => TemplateValue;

/** The functions that every template has. `and` and `or` are not among them: they leave arguments unevaluated. */
export const templateFunctions: ReadonlyMap<string, TemplateFunction> = new Map<string, TemplateFunction>([
  ['not', (args) => !isTrue(only(args, 'not'))],
  ['len', (args) => BigInt(lengthOf(only(args, 'len')))],
  ['index', ([value = null, ...keys]) => keys.reduce<TemplateValue>(itemAt, value)],
  ['slice', ([value = null, ...bounds]) => sliceOf(value, bounds)],
  ['print', (args) => spaced(args)],
  ['println', (args) => `${args.map(valueText).join(' ')}\n`],
  ['printf', ([format = '', ...args]) => printf(textOf(format, 'printf'), args)],
  ['eq', ([first = null, ...others]) => others.some((other) => compare('eq', first, other) === 0)],
  ['ne', (args) => compare('ne', ...two(args, 'ne')) !== 0],
  ['lt', (args) => compare('lt', ...two(args, 'lt')) < 0],
  ['le', (args) => compare('le', ...two(args, 'le')) <= 0],
  ['gt', (args) => compare('gt', ...two(args, 'gt')) > 0],
  ['ge', (args) => compare('ge', ...two(args, 'ge')) >= 0],
]);

function only(args: readonly TemplateValue[], name: string): TemplateValue {
  const [value] = args;
  if (value === undefined || args.length > 1) throw new TalosctlError(`${name} takes one argument, not ${args.length}`);
  return value;
}

function two(args: readonly TemplateValue[], name: string): readonly [TemplateValue, TemplateValue] {
  const [left, right] = args;
  if (left === undefined || right === undefined || args.length > 2) {
    throw new TalosctlError(`${name} takes two arguments, not ${args.length}`);
  }
  return [left, right];
}

function textOf(value: TemplateValue, name: string): string {
  if (typeof value !== 'string') throw new TalosctlError(`${name} takes a string first, not ${valueText(value)}`);
  return value;
}

function lengthOf(value: TemplateValue): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (isList(value)) return value.length;
  if (isMap(value)) return value.size;
  throw new TalosctlError(`${valueText(value)} has no length`);
}

function itemAt(value: TemplateValue, key: TemplateValue): TemplateValue {
  if (isMap(value)) return value.get(textOf(key, 'index of a map')) ?? null;
  if (!isList(value) || typeof key !== 'bigint')
    throw new TalosctlError(`${valueText(value)} has no item ${valueText(key)}`);
  const item = value[Number(key)];
  if (item === undefined) throw new TalosctlError(`${valueText(value)} has no item ${key}`);
  return item;
}

function sliceOf(value: TemplateValue, bounds: readonly TemplateValue[]): TemplateValue {
  const [from = 0, to] = bounds.map(Number);
  if (typeof value === 'string') return value.slice(from, to);
  if (isList(value)) return value.slice(from, to);
  throw new TalosctlError(`${valueText(value)} cannot be sliced`);
}

/** Blanks go between two values of which neither is a string. */
function spaced(args: readonly TemplateValue[]): string {
  return args
    .map((value, index) => {
      const before = args[index - 1];
      const blank = before !== undefined && typeof before !== 'string' && typeof value !== 'string';
      return (blank ? ' ' : '') + valueText(value);
    })
    .join('');
}

/** Below, above or equal to zero. Only values of one kind can be compared. */
function compare(name: string, left: TemplateValue, right: TemplateValue): number {
  const same = typeof left === typeof right && (left === null) === (right === null);
  if (same && (left === right || String(left) === String(right))) return 0;
  if (same && ['bigint', 'number', 'string'].includes(typeof left)) return (left ?? 0) < (right ?? 0) ? -1 : 1;
  if (same || left === null || right === null) {
    if (name === 'eq' || name === 'ne') return 1;
  }
  throw new TalosctlError(`${name} cannot compare ${valueText(left)} with ${valueText(right)}`);
}
