const unitNanoseconds: Readonly<Record<string, number>> = {
  ns: 1,
  us: 1e3,
  µs: 1e3, // U+00B5, the micro sign
  μs: 1e3, // U+03BC, the Greek letter
  ms: 1e6,
  s: 1e9,
  m: 60e9,
  h: 3600e9,
};
const longest = 2 ** 63;

/**
 * Reads a Go duration (`1m30s`, `1.5h`, `-250ms`, `0`) and gives milliseconds, with fractions.
 * Throws a plain Error that says what is wrong with the text.
 */
export function parseDuration(text: string): number {
  const sign = text.startsWith('-') ? -1 : 1;
  let rest = text.replace(/^[+-]/, '');
  if (rest === '0') return 0;
  if (rest === '') throw new Error('a duration such as 30s, 5m or 1h30m is needed');
  let nanoseconds = 0;
  while (rest !== '') {
    const part = /^(\d+\.?\d*|\.\d+)([^\d.]*)/.exec(rest);
    const [whole, number, unit] = part ?? [];
    if (whole === undefined || number === undefined) {
      throw new Error('not a duration; write for example 30s, 5m or 1h30m');
    }
    if (unit === undefined || unit === '') {
      throw new Error(`the duration has no unit; write for example ${text}s or ${text}m`);
    }
    const factor = Object.hasOwn(unitNanoseconds, unit) ? unitNanoseconds[unit] : undefined;
    if (factor === undefined) throw new Error(`"${unit}" is no unit of time (ns, us, ms, s, m, h)`);
    nanoseconds += Math.trunc(Number(number) * factor);
    rest = rest.slice(whole.length);
  }
  if (nanoseconds > longest || (nanoseconds === longest && sign > 0)) {
    throw new Error('the duration is too long (292 years at most)');
  }
  return nanoseconds === 0 ? 0 : (sign * nanoseconds) / 1e6;
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
