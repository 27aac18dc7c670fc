const unitNanoseconds: ReadonlyMap<string, bigint> = new Map([
  ['ns', 1n],
  ['us', 1_000n],
  ['\u00b5s', 1_000n], // the micro sign
  ['\u03bcs', 1_000n], // the Greek letter
  ['ms', 1_000_000n],
  ['s', 1_000_000_000n],
  ['m', 60_000_000_000n],
  ['h', 3_600_000_000_000n],
]);
const limit = 2n ** 63n;

/**
 * Reads a Go duration (`1m30s`, `1.5h`, `-250ms`, `0`) and gives milliseconds, with fractions.
 * Throws a plain Error that says what is wrong with the text.
 */
export function parseDuration(text: string): number {
  const sign = text.startsWith('-') ? -1 : 1;
  let rest = text.replace(/^[+-]/, '');
  if (rest === '0') return 0;
  if (rest === '') throw new Error('a duration such as 30s, 5m or 1h30m is needed');
  let nanoseconds = 0n;
  while (rest !== '') {
    const part = /^(\d*)(?:\.(\d*))?([^\d.]*)/.exec(rest);
    const [whole = '', count = '', fraction = '', unit] = part ?? [];
    if (count === '' && fraction === '') throw new Error('not a duration; write for example 30s, 5m or 1h30m');
    if (unit === undefined || unit === '') {
      throw new Error(`the duration has no unit; write for example ${text}s or ${text}m`);
    }
    const factor = unitNanoseconds.get(unit);
    if (factor === undefined) throw new Error(`"${unit}" is no unit of time (ns, us, ms, s, m, h)`);
    nanoseconds += BigInt(count) * factor + (BigInt(fraction) * factor) / 10n ** BigInt(fraction.length);
    rest = rest.slice(whole.length);
  }
  if (nanoseconds > limit || (nanoseconds === limit && sign > 0)) {
    throw new Error('the duration is too long (292 years at most)');
  }
  return nanoseconds === 0n ? 0 : (sign * Number(nanoseconds)) / 1e6;
}

/** Writes milliseconds as Go prints a duration: `1m30s`, `1.5s`, `250ms`, `0s`. */
export function formatDuration(milliseconds: number): string {
  const nanoseconds = Math.round(Math.abs(milliseconds) * 1e6);
  const sign = milliseconds < 0 && nanoseconds > 0 ? '-' : '';
  if (nanoseconds === 0) return '0s';
  if (nanoseconds < 1e3) return `${sign}${nanoseconds}ns`;
  if (nanoseconds < 1e6) return `${sign}${decimal(nanoseconds, 3)}µs`;
  if (nanoseconds < 1e9) return `${sign}${decimal(nanoseconds, 6)}ms`;
  const totalSeconds = Math.floor(nanoseconds / 1e9);
  const hours = Math.floor(totalSeconds / 3600);
  const minutes = Math.floor(totalSeconds / 60) % 60;
  const seconds = decimal(nanoseconds - Math.floor(totalSeconds / 60) * 60e9, 9);
  if (hours > 0) return `${sign}${hours}h${minutes}m${seconds}s`;
  return minutes > 0 ? `${sign}${minutes}m${seconds}s` : `${sign}${seconds}s`;
}

/** The number divided by ten to the power of `digits`, exactly, without trailing zeros. */
function decimal(value: number, digits: number): string {
  const text = value.toString().padStart(digits + 1, '0');
  const fraction = text.slice(-digits).replace(/0+$/, '');
  const whole = text.slice(0, -digits);
  return fraction === '' ? whole : `${whole}.${fraction}`;
}
