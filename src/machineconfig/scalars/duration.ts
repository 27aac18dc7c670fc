import { FormError, type ScalarForm } from './form.js';

const nanosecondsPer: ReadonlyMap<string, bigint> = new Map([
  ['ns', 1n],
  ['us', 1_000n],
  ['µs', 1_000n],
  ['μs', 1_000n],
  ['ms', 1_000_000n],
  ['s', 1_000_000_000n],
  ['m', 60_000_000_000n],
  ['h', 3_600_000_000_000n],
]);

const whole = /^([-+]?)((?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:ns|us|µs|μs|ms|s|m|h))+$/;
const part = /([0-9]*)(?:\.([0-9]*))?(ns|us|µs|μs|ms|s|m|h)/g;
const longest = 2n ** 63n;

/** Nanoseconds of a Go duration (`1h30m`, `1.5s`), undefined where the text is none. */
export function parseDuration(text: string): bigint | undefined {
  if (/^[-+]?0$/.test(text)) return 0n;
  if (!whole.test(text)) return undefined;
  let total = 0n;
  for (const [, integer = '', fraction = '', unit = ''] of text.matchAll(part)) {
    const scale = nanosecondsPer.get(unit) ?? 0n;
    total += BigInt(integer === '' ? '0' : integer) * scale;
    if (fraction !== '') total += (BigInt(fraction) * scale) / 10n ** BigInt(fraction.length);
  }
  const negative = text.startsWith('-');
  if (total > longest || (total === longest && !negative)) return undefined;
  return negative ? -total : total;
}

/** A duration as Go writes it: `5m0s`, `1.5s`, `100ms`. */
export function formatDuration(nanoseconds: bigint): string {
  if (nanoseconds === 0n) return '0s';
  const sign = nanoseconds < 0n ? '-' : '';
  const value = nanoseconds < 0n ? -nanoseconds : nanoseconds;
  if (value < 1_000n) return `${sign}${value}ns`;
  if (value < 1_000_000n) return `${sign}${withFraction(value, 3)}µs`;
  if (value < 1_000_000_000n) return `${sign}${withFraction(value, 6)}ms`;
  const seconds = withFraction(value % 60_000_000_000n, 9);
  const minutes = value / 60_000_000_000n;
  if (minutes === 0n) return `${sign}${seconds}s`;
  const hours = minutes / 60n;
  return hours === 0n ? `${sign}${minutes}m${seconds}s` : `${sign}${hours}h${minutes % 60n}m${seconds}s`;
}

/** `value` with the decimal point `digits` places from the right, without trailing zeros. */
function withFraction(value: bigint, digits: number): string {
  const scale = 10n ** BigInt(digits);
  const fraction = (value % scale).toString().padStart(digits, '0').replace(/0+$/, '');
  return fraction === '' ? `${value / scale}` : `${value / scale}.${fraction}`;
}

/** A Go duration; canonical with all its units, `5m0s`. */
export const durationForm: ScalarForm = {
  name: 'a duration such as 5m0s',
  schema: { type: 'string', pattern: '^[-+]?(((\\d+(\\.\\d*)?|\\d*(\\.\\d+)+)([nuµm]?s|m|h))|0)+$' },
  unset: '0s',
  decode({ resolved }) {
    if (resolved.tag === 'int' && resolved.value === 0n) return '0s';
    const value = resolved.tag === 'str' ? parseDuration(resolved.value) : undefined;
    if (value === undefined) throw new FormError('expected a duration with units, such as 90s or 5m');
    return formatDuration(value);
  },
};
