import { parseCsvRecord } from './csv.js';
import { parseDuration } from './duration.js';
import type { Flag, IntegerType } from './flags.js';

/** A flag's value while the command line is read. */
export type Value = string | boolean | number | readonly string[];

/** The text a flag takes when it stands alone (pflag's NoOptDefVal); undefined where a value must follow. */
export function bareValue(flag: Flag): string | undefined {
  switch (flag.kind) {
    case 'bool':
      return 'true';
    case 'count':
      return '+1';
    case 'string':
    case 'enum':
      return flag.bare === '' ? undefined : flag.bare;
    default:
      return undefined;
  }
}

/**
 * What the flag holds after it was given `text`. `previous` is what it held from the command line before, undefined when
 * this is the first time. Throws a plain Error that says what is wrong with the text.
 */
export function readValue(flag: Flag, text: string, previous: Value | undefined): Value {
  switch (flag.kind) {
    case 'string':
      return text;
    case 'bool':
      return parseBool(text);
    case 'int':
      return parseInteger(text, flag.type ?? 'int');
    case 'count':
      return text === '+1' ? Number(previous ?? flag.default) + 1 : parseInteger(text, 'int');
    case 'duration':
      return parseDuration(text);
    case 'stringSlice':
      return [...asList(previous), ...parseCsvRecord(text)];
    case 'stringArray':
      return [...asList(previous), text];
    case 'enum':
      if (flag.values.includes(text)) return text;
      if (flag.foldCase === true && flag.values.includes(text.toLowerCase())) return text.toLowerCase();
      throw new Error(`it must be one of ${flag.values.join(', ')}`);
  }
}

function asList(value: Value | undefined): readonly string[] {
  return Array.isArray(value) ? value : [];
}

const truths = new Set(['1', 't', 'T', 'true', 'TRUE', 'True']);
const falsehoods = new Set(['0', 'f', 'F', 'false', 'FALSE', 'False']);

function parseBool(text: string): boolean {
  if (truths.has(text)) return true;
  if (falsehoods.has(text)) return false;
  throw new Error('it must be true or false');
}

const ranges: Readonly<Record<IntegerType, readonly [min: bigint, max: bigint]>> = {
  int: [-(2n ** 63n), 2n ** 63n - 1n],
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
  int32: [-(2n ** 31n), 2n ** 31n - 1n],
  uint: [0n, 2n ** 64n - 1n],
  uint16: [0n, 2n ** 16n - 1n],
  uint32: [0n, 2n ** 32n - 1n],
};

/** A Go integer literal: decimal, 0x, 0o, 0b, a leading 0 for octal, underscores between the digits of a literal. */
function parseInteger(text: string, type: IntegerType): number {
  const [min, max] = ranges[type];
  const literal =
    /^([+-]?)(0[xX]_?[\da-fA-F]+(?:_[\da-fA-F]+)*|0[bB]_?[01]+(?:_[01]+)*|0[oO]?_?[0-7]+(?:_[0-7]+)*|0|[1-9]\d*(?:_\d+)*)$/.exec(
      text,
    );
  const digits = literal?.[2]?.replaceAll('_', '');
  if (digits === undefined || (min === 0n && literal?.[1] !== '')) {
    throw new Error(min === 0n ? 'it must be a whole number, not negative' : 'it must be a whole number');
  }
  const value = BigInt(/^0[0-7]/.test(digits) ? `0o${digits.slice(1)}` : digits) * (literal?.[1] === '-' ? -1n : 1n);
  if (value < min || value > max) throw new Error(`it must be between ${min} and ${max}`);
  return Number(value);
}
