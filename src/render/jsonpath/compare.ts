import { isPlainList, isPlainMap, type PlainValue, Timestamp } from '../value.js';
import type { Operator } from './template.js';

/** Why two values of a filter cannot be compared. */
export class IncomparableError extends Error {}

type Scalar = bigint | number | string | boolean;

function scalar(value: PlainValue): Scalar {
  if (value === null || isPlainList(value) || isPlainMap(value)) {
    throw new IncomparableError('a filter compares numbers, texts and booleans only');
  }
  return value instanceof Timestamp ? value.text : value;
}

function order(left: Scalar, right: Scalar): number {
  if (typeof left === 'string' && typeof right === 'string') {
    return Buffer.compare(Buffer.from(left), Buffer.from(right));
  }
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Compares two values of the same kind; integers and floating-point numbers are different kinds. */
export function compare(leftValue: PlainValue, operator: Operator, rightValue: PlainValue): boolean {
  const left = scalar(leftValue);
  const right = scalar(rightValue);
  if (typeof left !== typeof right) {
    throw new IncomparableError(`a filter cannot compare ${kindName(left)} with ${kindName(right)}`);
  }
  if (typeof left === 'boolean' && operator !== '==' && operator !== '!=') {
    throw new IncomparableError(`a filter cannot order booleans with ${operator}`);
  }
  const difference = order(left, right);
  switch (operator) {
    case '==':
      return difference === 0;
    case '!=':
      return difference !== 0;
    case '<':
      return difference < 0;
    case '<=':
      return difference <= 0;
    case '>':
      return difference > 0;
    case '>=':
      return difference >= 0;
  }
}

function kindName(value: Scalar): string {
  switch (typeof value) {
    case 'bigint':
      return 'a whole number';
    case 'number':
      return 'a floating-point number';
    case 'string':
      return 'a text';
    default:
      return 'a boolean';
  }
}
