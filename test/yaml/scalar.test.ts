import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatFloat, resolvePlain, resolvesToItself, yaml11Boolean } from '../../src/yaml/scalar.js';

const meanings: readonly (readonly [string, string, unknown])[] = [
  ['', 'null', null],
  ['~', 'null', null],
  ['Null', 'null', null],
  ['nULL', 'str', 'nULL'],
  ['true', 'bool', true],
  ['False', 'bool', false],
  ['yes', 'str', 'yes'],
  ['off', 'str', 'off'],
  ['0', 'int', 0n],
  ['-12', 'int', -12n],
  ['+7', 'int', 7n],
  ['007', 'int', 7n],
  ['008', 'float', 8],
  ['0o644', 'int', 420n],
  ['0x1F', 'int', 31n],
  ['0b101', 'int', 5n],
  ['1_000', 'int', 1000n],
  ['18446744073709551615', 'int', 18446744073709551615n],
  ['18446744073709551616', 'float', 2 ** 64],
  ['1.20', 'float', 1.2],
  ['1e3', 'float', 1000],
  ['.5', 'float', 0.5],
  ['1.', 'float', 1],
  ['.', 'str', '.'],
  ['1e999', 'str', '1e999'],
  ['2026-09-01', 'timestamp', '2026-09-01T00:00:00Z'],
  ['2026-9-1T1:2:3.50+02:00', 'timestamp', '2026-09-01T01:02:03.5+02:00'],
  ['2026-09-01 10:00:00', 'timestamp', '2026-09-01T10:00:00Z'],
  ['2026-02-30', 'str', '2026-02-30'],
  ['2024-02-29', 'timestamp', '2024-02-29T00:00:00Z'],
  ['12:30:45', 'str', '12:30:45'],
  ['<<', 'merge', '<<'],
];

for (const [text, tag, value] of meanings) {
  test(`the plain scalar ${JSON.stringify(text)} is a ${tag}`, () => {
    assert.deepEqual(resolvePlain(text), { tag, value });
  });
}

test('special floats', () => {
  assert.deepEqual(resolvePlain('-.Inf'), { tag: 'float', value: Number.NEGATIVE_INFINITY });
  assert.ok(Number.isNaN(resolvePlain('.NaN').value));
  assert.ok(Object.is(resolvePlain('-0').value, -0));
});

test('strings that other readers would take for something else do not stand bare', () => {
  for (const text of ['', 'yes', 'On', 'n', '12:30', '1.5', 'null', '2026-01-01', '<<', '0o7']) {
    assert.equal(resolvesToItself(text), false, text);
  }
  for (const text of ['a', 'yess', 'v1.2.3', '10.0.0.1', '1 2', '1h']) assert.equal(resolvesToItself(text), true, text);
});

test('words of YAML 1.1', () => {
  assert.equal(yaml11Boolean('Yes'), true);
  assert.equal(yaml11Boolean('on'), true);
  assert.equal(yaml11Boolean('off'), false);
  assert.equal(yaml11Boolean('N'), false);
  assert.equal(yaml11Boolean('true'), undefined);
});

test('floats are written short', () => {
  const written = [1e6, 1e7, 1234567, 12345678.5, 1e21, 0.0001, 0.00001, 100000, 1.5, -0, 0].map(formatFloat);
  assert.deepEqual(written, [
    '1e+06',
    '1e+07',
    '1.234567e+06',
    '1.23456785e+07',
    '1e+21',
    '0.0001',
    '1e-05',
    '100000',
    '1.5',
    '-0',
    '0',
  ]);
});
