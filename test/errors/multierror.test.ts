import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flattenMultierror } from '../../src/errors/multierror.js';

const cases: readonly (readonly [name: string, text: string, flat: string])[] = [
  ['no list', 'label value is invalid', 'label value is invalid'],
  ['a text of several lines', 'not possible\ndiff:\n--- a\n+++ b', 'not possible\ndiff:\n--- a\n+++ b'],
  ['one fault', '1 error occurred:\n\t* wrong\n\n', 'wrong'],
  [
    'a list inside a list inside a list',
    '1 error occurred:\n\t* config: 1 error occurred:\n\t* labels: 1 error occurred:\n\t* bad value\n\n\n\n\n\n',
    'config: labels: bad value',
  ],
  [
    'several faults',
    '1 error occurred:\n\t* config: 3 errors occurred:\n\t* a\n\t* b\n\t* c\n\n\n\n',
    'config: a; b; c',
  ],
  [
    'a list between others',
    '3 errors occurred:\n\t* x\n\t* y: 2 errors occurred:\n\t* a\n\t* b\n\n\n\t* z\n\n',
    'x; y: a; b; z',
  ],
  ['a list that says more than it holds', '5 errors occurred:\n\t* a\n\t* b', 'a; b'],
  [
    'a list without marks',
    'error pulling image: 2 error(s) occurred:\n\tfailed to pull "x": not found\n\tfailed to pull "y"',
    'error pulling image: failed to pull "x": not found; failed to pull "y"',
  ],
  ['words before the list', 'cannot apply: 1 error occurred:\n\t* wrong\n\n', 'cannot apply: wrong'],
];

for (const [name, text, flat] of cases) {
  test(name, () => assert.equal(flattenMultierror(text), flat));
}
