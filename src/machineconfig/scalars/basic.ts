import { yaml11Boolean } from '../../yaml/scalar.js';
import { FormError, type ScalarForm, type ScalarInput } from './form.js';

/** Any text; numbers and booleans keep their spelling. */
export const stringForm: ScalarForm = {
  name: 'a string',
  schema: { type: 'string' },
  unset: '',
  decode: ({ text }) => text,
};

/** YAML 1.2 booleans, and the words of YAML 1.1 as the reference takes them in boolean fields. */
export const boolForm: ScalarForm = {
  name: 'true or false',
  schema: { type: 'boolean' },
  unset: false,
  decode({ resolved }) {
    if (resolved.tag === 'bool') return resolved.value;
    const old = resolved.tag === 'str' ? yaml11Boolean(resolved.value) : undefined;
    if (old === undefined) throw new FormError('expected true or false');
    return old;
  },
};

/** The integer that a scalar stands for: decimal, hexadecimal, octal, or a float without fraction. */
export function integerOf({ resolved }: ScalarInput, minimum: bigint, maximum: bigint): bigint {
  let value: bigint;
  if (resolved.tag === 'int') value = resolved.value;
  else if (resolved.tag === 'float' && Number.isInteger(resolved.value)) value = BigInt(resolved.value);
  else throw new FormError('expected a whole number');
  if (value < minimum || value > maximum) throw new FormError(`expected a number from ${minimum} to ${maximum}`);
  return value;
}

function integerForm(bits: number, signed: boolean): ScalarForm {
  const minimum = signed ? -(2n ** BigInt(bits - 1)) : 0n;
  const maximum = 2n ** BigInt(signed ? bits - 1 : bits) - 1n;
  const schema =
    signed || bits === 64 ? { type: 'integer' } : { type: 'integer', minimum: 0, maximum: Number(maximum) };
  return {
    name: 'a whole number',
    schema,
    unset: 0,
    decode: (input) => compact(integerOf(input, minimum, maximum)),
  };
}

/** A number where it is exact, else a bigint. */
export function compact(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

export const intForm = integerForm(64, true);
export const uintForm = integerForm(64, false);
export const uint8Form = integerForm(8, false);
export const uint16Form = integerForm(16, false);
export const uint32Form = integerForm(32, false);
