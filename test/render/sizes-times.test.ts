import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatBinaryBytes, formatBytes } from '../../src/render/sizes.js';
import {
  formatDuration,
  formatExactTimestamp,
  formatNanoseconds,
  formatRelativeTime,
  formatTimestamp,
} from '../../src/render/times.js';

test('sizes', () => {
  const cases: readonly (readonly [number | bigint, string, string])[] = [
    [0, '0 B', '0 B'],
    [9, '9 B', '9 B'],
    [10, '10 B', '10 B'],
    [999, '999 B', '999 B'],
    [1000, '1.0 kB', '1000 B'],
    [1024, '1.0 kB', '1.0 KiB'],
    [9950, '10 kB', '9.7 KiB'],
    [12_500, '12 kB', '12 KiB'],
    [13_500, '14 kB', '13 KiB'],
    [82_854_982, '83 MB', '79 MiB'],
    [2n ** 63n, '9.2 EB', '8.0 EiB'],
  ];
  for (const [bytes, decimal, binary] of cases) {
    assert.deepEqual([formatBytes(bytes), formatBinaryBytes(bytes)], [decimal, binary], String(bytes));
  }
});

test('durations', () => {
  assert.deepEqual(
    [0n, 1n, 1500n, 2_500_000n, 1_000_000_000n, 90_500_000_000n, 3_600_000_000_000n, -61_000_000_000n].map(
      formatNanoseconds,
    ),
    ['0s', '1ns', '1.5µs', '2.5ms', '1s', '1m30.5s', '1h0m0s', '-1m1s'],
  );
  assert.equal(formatDuration(8000), '8s');
  assert.equal(formatDuration(0.25), '250µs');
});

test('relative times', () => {
  const now = new Date('2026-01-02T03:04:05Z');
  const second = 1000;
  const day = 86_400 * second;
  const words = (offset: number) => formatRelativeTime(new Date(now.getTime() + offset), now);
  assert.deepEqual(
    [0, -second, -59 * second, 90 * second, -2 * 3600 * second, -day, 3 * day, -20 * day, 100 * day].map(words),
    [
      'now',
      '1 second ago',
      '59 seconds ago',
      '1 minute from now',
      '2 hours ago',
      '1 day ago',
      '3 days from now',
      '2 weeks ago',
      '3 months from now',
    ],
  );
  assert.deepEqual([-400 * day, -600 * day, 3650 * day, -40 * 360 * day].map(words), [
    '1 year ago',
    '2 years ago',
    '10 years from now',
    'a long while ago',
  ]);
});

test('timestamps have whole seconds in UTC', () => {
  assert.equal(formatTimestamp({ seconds: 1_796_072_558n }), '2026-11-30T21:02:38Z');
  assert.equal(formatTimestamp(undefined), '1970-01-01T00:00:00Z');
});

test('times of clocks that are far off', () => {
  assert.equal(formatTimestamp({ seconds: -62_135_596_800n }), '0001-01-01T00:00:00Z');
  assert.equal(formatExactTimestamp({ seconds: 253_402_300_800n, nanos: 5 }), '+010000-01-01T00:00:00.000000005Z');
  assert.equal(formatTimestamp({ seconds: 2n ** 63n - 1n }), '@9223372036854775807Z');
  assert.equal(formatTimestamp({ seconds: -(2n ** 63n) }), '@-9223372036854775808Z');
});
