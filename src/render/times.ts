const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const week = 7 * day;
const month = 30 * day;
const year = 12 * month;

function fraction(value: bigint, digits: number): string {
  const text = value.toString().padStart(digits, '0').replace(/0+$/, '');
  return text === '' ? '' : `.${text}`;
}

/**
 * A duration as Go writes it: `1m30s`, `2h0m5.25s`, `1.5ms`, `0s`.
 * @param nanoseconds may be negative
 */
export function formatNanoseconds(nanoseconds: bigint): string {
  const sign = nanoseconds < 0n ? '-' : '';
  const value = nanoseconds < 0n ? -nanoseconds : nanoseconds;
  if (value === 0n) {
    return '0s';
  }
  for (const [unit, size, digits] of [
    ['ns', 1n, 0],
    ['µs', 1_000n, 3],
    ['ms', 1_000_000n, 6],
  ] as const) {
    if (value < size * 1000n) {
      return `${sign}${value / size}${fraction(value % size, digits)}${unit}`;
    }
  }
  const billion = 1_000_000_000n;
  const seconds = value / billion;
  let text = `${seconds % 60n}${fraction(value % billion, 9)}s`;
  if (seconds >= 60n) {
    text = `${(seconds / 60n) % 60n}m${text}`;
  }
  if (seconds >= 3600n) {
    text = `${seconds / 3600n}h${text}`;
  }
  return sign + text;
}

/** A duration given in milliseconds, as Go writes it. */
export function formatDuration(milliseconds: number): string {
  return formatNanoseconds(BigInt(Math.round(milliseconds * 1e6)));
}

const steps: readonly (readonly [below: number, words: (amount: number) => string])[] = [
  [2 * second, () => '1 second'],
  [minute, (difference) => `${Math.floor(difference / second)} seconds`],
  [2 * minute, () => '1 minute'],
  [hour, (difference) => `${Math.floor(difference / minute)} minutes`],
  [2 * hour, () => '1 hour'],
  [day, (difference) => `${Math.floor(difference / hour)} hours`],
  [2 * day, () => '1 day'],
  [week, (difference) => `${Math.floor(difference / day)} days`],
  [2 * week, () => '1 week'],
  [month, (difference) => `${Math.floor(difference / week)} weeks`],
  [2 * month, () => '1 month'],
  [year, (difference) => `${Math.floor(difference / month)} months`],
  [18 * month, () => '1 year'],
  [2 * year, () => '2 years'],
  [37 * year, (difference) => `${Math.floor(difference / year)} years`],
];

/** How far a time lies from now, in words: `3 weeks ago`, `10 months from now`, `now`. */
export function formatRelativeTime(then: Date, now: Date): string {
  const difference = Math.abs(now.getTime() - then.getTime());
  if (difference < second) {
    return 'now';
  }
  const words = steps.find(([below]) => difference < below)?.[1](difference) ?? 'a long while';
  return `${words} ${then.getTime() > now.getTime() ? 'from now' : 'ago'}`;
}

/**
 * A protobuf timestamp in RFC 3339, UTC, whole seconds: `2026-11-30T21:02:38Z`. An absent one is the Unix epoch.
 */
export function formatTimestamp(timestamp: { readonly seconds: bigint } | undefined): string {
  return `${wholeSeconds(timestamp)}Z`;
}

/** A point in time as protobuf has it. */
interface Instant {
  readonly seconds: bigint;
  readonly nanos: number;
}

/**
 * A protobuf timestamp as Go writes times, UTC, with the decimals it has:
 * `2026-11-30 21:04:41.567758199 +0000 UTC`. An absent one is the Unix epoch.
 */
export function formatGoTime(timestamp: Instant | undefined): string {
  return `${wholeSeconds(timestamp).replace('T', ' ')}${decimals(timestamp)} +0000 UTC`;
}

/** A protobuf timestamp in RFC 3339, UTC, with the decimals it has: `2026-11-30T21:02:38.5Z`. */
export function formatExactTimestamp(timestamp: Instant | undefined): string {
  return `${wholeSeconds(timestamp)}${decimals(timestamp)}Z`;
}

/** Seconds that a calendar reaches, before and after the Unix epoch. */
const calendarEnd = 8_640_000_000_000n;

/** Date and time without zone. What no calendar reaches comes as seconds: `@9223372036854775807`. */
function wholeSeconds(timestamp: { readonly seconds: bigint } | undefined): string {
  const seconds = timestamp?.seconds ?? 0n;
  if (seconds > calendarEnd || seconds < -calendarEnd) return `@${seconds}`;
  return new Date(Number(seconds) * 1000).toISOString().replace(/\.\d+Z$/, '');
}

function decimals(timestamp: Instant | undefined): string {
  return fraction(BigInt(timestamp?.nanos ?? 0), 9);
}
