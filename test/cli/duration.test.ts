import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatDuration, parseDuration } from '../../src/cli/duration.js';

const hour = 3_600_000;

test('durations are read as Go reads them', () => {
  const table: [string, number][] = [
    ['0', 0],
    ['-0', 0],
    ['0s', 0],
    ['5s', 5000],
    ['+5s', 5000],
    ['-5s', -5000],
    ['1m30s', 90_000],
    ['1h15m30.918s', hour + 15 * 60_000 + 30_918],
    ['1.5h', 1.5 * hour],
    ['.5s', 500],
    ['1.s', 1000],
    ['100ms', 100],
    ['250us', 0.25],
    ['250µs', 0.25],
    ['250μs', 0.25],
    ['7ns', 0.000007],
    ['30s1m', 90_000],
    ['1s1s', 2000],
  ];
  for (const [text, milliseconds] of table) assert.equal(parseDuration(text), milliseconds, text);
});

test('what is no duration is refused with a reason', () => {
  const table: [string, RegExp][] = [
    ['', /needed/],
    ['-', /needed/],
    ['5', /no unit.*5s/],
    ['1.5', /no unit/],
    ['abc', /not a duration/],
    ['.s', /not a duration/],
    ['1s-1m', /"s-" is no unit/],
    ['1d', /"d" is no unit/],
    ['1 s', /" s" is no unit/],
    ['1constructor', /"constructor" is no unit/],
    ['9223372037s', /too long/],
  ];
  for (const [text, reason] of table) assert.throws(() => parseDuration(text), reason, text);
});

test('durations are written as Go prints them', () => {
  const table: [number, string][] = [
    [0, '0s'],
    [0.000007, '7ns'],
    [0.25, '250µs'],
    [0.0015, '1.5µs'],
    [1.5, '1.5ms'],
    [100, '100ms'],
    [5000, '5s'],
    [60_000, '1m0s'],
    [90_500, '1m30.5s'],
    [hour, '1h0m0s'],
    [24 * hour, '24h0m0s'],
    [-90_000, '-1m30s'],
  ];
  for (const [milliseconds, text] of table) assert.equal(formatDuration(milliseconds), text);
});

test('reading what was written gives the same duration', () => {
  for (let milliseconds = 0.001; milliseconds < 1e10; milliseconds = Math.round(milliseconds * 7.3 * 1000) / 1000) {
    assert.equal(parseDuration(formatDuration(milliseconds)), milliseconds);
  }
});
