import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatCsvList, parseCsvRecord } from '../../src/cli/csv.js';

test('comma lists are CSV records', () => {
  const table: [string, string[]][] = [
    ['', []],
    ['a', ['a']],
    ['a,b', ['a', 'b']],
    ['a,', ['a', '']],
    [',', ['', '']],
    ['a, b', ['a', ' b']],
    ['"a,b",c', ['a,b', 'c']],
    ['"say ""hi""",x', ['say "hi"', 'x']],
    ['""', ['']],
    ['"two\nlines",b', ['two\nlines', 'b']],
    ['a,b\nc,d', ['a', 'b']],
    ['a\r\n', ['a']],
    ['\na', ['a']],
    ['host=https://mirror:5000/v2', ['host=https://mirror:5000/v2']],
  ];
  for (const [text, fields] of table) assert.deepEqual(parseCsvRecord(text), fields, JSON.stringify(text));
});

test('misplaced quotes are refused with a reason', () => {
  assert.throws(() => parseCsvRecord('foo,"b'), /never closed/);
  assert.throws(() => parseCsvRecord('a"b'), /quote stands inside/);
  assert.throws(() => parseCsvRecord('"a"b'), /comma is missing after the quoted item "a"/);
  assert.throws(() => parseCsvRecord('\n\n'), /empty lines/);
});

test('lists are shown as CSV in brackets', () => {
  assert.equal(formatCsvList([]), '[]');
  assert.equal(formatCsvList(['a', 'b,c', 'd"e', ' f', '']), '[a,"b,c","d""e"," f",]');
});
