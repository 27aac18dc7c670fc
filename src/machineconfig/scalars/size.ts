import { PlainScalar } from '../../yaml/emit.js';
import { compact, integerOf } from './basic.js';
import { FormError, type ScalarForm } from './form.js';

const prefixes = ['k', 'm', 'g', 't', 'p', 'e'];

/** Bytes of a unit such as `GiB`, `GB`, `G`, `Gi`, `B`; undefined where it is none. */
function bytesPer(unit: string): number | undefined {
  const name = unit.trim().toLowerCase();
  if (name === '' || name === 'b') return 1;
  const match = /^([kmgtpe])(i?)b?$/.exec(name);
  if (match === null) return undefined;
  const power = prefixes.indexOf(match[1] ?? '') + 1;
  return match[2] === 'i' ? 1024 ** power : 1000 ** power;
}

/** Bytes of a size such as `10GiB` or `1,024 kB`. Throws FormError. */
export function parseBytes(text: string): bigint {
  const match = /^([\p{Nd}.,]*)(.*)$/su.exec(text);
  const digits = (match?.[1] ?? '').replaceAll(',', '');
  const scale = bytesPer(match?.[2] ?? '');
  if (!/^(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)$/.test(digits)) throw new FormError('expected a size such as 10GiB');
  if (scale === undefined) throw new FormError(`the unit ${(match?.[2] ?? '').trim()} is not known`);
  const value = Number(digits) * scale;
  if (value >= 2 ** 64) throw new FormError('the size is too large');
  return BigInt(Math.trunc(value));
}

const decimalUnits = ['B', 'kB', 'MB', 'GB', 'TB', 'PB', 'EB'];

/** A size in decimal units with two digits, `1.5 GB`. */
function formatBytes(bytes: bigint): string {
  if (bytes < 10n) return `${bytes} B`;
  const value = Number(bytes);
  const power = Math.floor(Math.log(value) / Math.log(1000));
  const scaled = Math.floor((value / 1000 ** power) * 10 + 0.5) / 10;
  return `${scaled < 10 ? scaled.toFixed(1) : scaled.toFixed(0)} ${decimalUnits[power] ?? ''}`;
}

function checkBytes(text: string): void {
  if (text !== '') parseBytes(text.replace(/^-/, ''));
}

function checkPercentage(text: string): void {
  const number = Number(/^-?([0-9.]+)%$/.exec(text)?.[1] ?? Number.NaN);
  if (!(number >= 0 && number <= 100)) throw new FormError('expected a share from 0% to 100%');
}

/** A size that keeps its spelling, `10GiB`. */
export const byteSizeForm: ScalarForm = {
  name: 'a size such as 10GiB',
  schema: { type: ['string', 'integer'] },
  unset: '',
  merge: 'always',
  decode({ text }) {
    checkBytes(text);
    return text;
  },
};

/** A size or a share of the whole, `50%`. In the reference's merges a size is not displaced by a share. */
export const sizeForm: ScalarForm = {
  name: 'a size such as 10GiB or a share such as 50%',
  schema: { type: ['string', 'integer'] },
  unset: '',
  outranks: (present, patched) => String(patched).endsWith('%') && !String(present).endsWith('%'),
  decode({ text }) {
    if (text.includes('%')) checkPercentage(text);
    else checkBytes(text);
    return text;
  },
};

/** Size of a partition: held as a number of bytes, written in decimal units where that loses nothing. */
export const diskSizeForm: ScalarForm = {
  name: 'a size such as 10GiB',
  schema: { type: ['string', 'integer'] },
  unset: 0,
  decode: ({ text }) => compact(parseBytes(text)),
  encode(value) {
    const bytes = BigInt(value);
    if (bytes % 1000n !== 0n) return value;
    const text = formatBytes(bytes);
    return parseBytes(text) === bytes ? text : value;
  },
};

/** A size with a comparison, `>= 100GB`. */
export const sizeConditionForm: ScalarForm = {
  name: 'a comparison with a size such as >= 100GB',
  schema: { type: 'string' },
  unset: '',
  decode({ text }) {
    const condition = text.trim();
    parseBytes(condition.replace(/^(?:>=|<=|>|<|==)/, '').trim());
    return condition;
  },
};

/** Permissions of a file: held as a number, written octal. */
export const fileModeForm: ScalarForm = {
  name: 'permissions such as 0o644',
  schema: { type: ['integer', 'string'] },
  unset: 0,
  decode: (input) => Number(integerOf(input, 0n, 2n ** 32n - 1n)),
  encode: (value) => new PlainScalar(`0o${Number(value).toString(8)}`),
};
