import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Commented, CoreString, emitYaml, PlainScalar } from '../../src/yaml/emit.js';

const strings: readonly (readonly [string, string])[] = [
  ['plain', 'plain'],
  ['two words', 'two words'],
  ['', '""'],
  ['yes', '"yes"'],
  ['1.20', '"1.20"'],
  ['null', '"null"'],
  ['a: b', "'a: b'"],
  ['a:b', 'a:b'],
  ['a:', "'a:'"],
  ['# no comment', "'# no comment'"],
  ['x #y', "'x #y'"],
  ['x#y', 'x#y'],
  ['- x', "'- x'"],
  ['-x', '-x'],
  ['-', "'-'"],
  ['[x', "'[x'"],
  ['a, [b]', 'a, [b]'],
  ["it's", "it's"],
  ["'q", "'''q'"],
  ['"q"', `'"q"'`],
  [' lead', "' lead'"],
  ['trail ', "'trail '"],
  ['tab\there', '"tab\\there"'],
  ['--- x', "'--- x'"],
  ['😀', '"\\U0001F600"'],
  ['é', 'é'],
  ['\u0007', '"\\a"'],
  ['\u0085', '"\\N"'],
  ['\r', '"\\r"'],
  ['\n', '"\\n"'],
  ['a\nb', '|-\n    a\n    b'],
  ['a\nb\n', '|\n    a\n    b'],
  ['a\n\n', '|+\n    a\n\n'.trimEnd()],
  ['a \nb', '"a \\nb"'],
  [' a\nb', '|4-\n     a\n    b'],
  ['C:\\x', 'C:\\x'],
];

for (const [value, text] of strings) {
  test(`the string ${JSON.stringify(value)}`, () => {
    assert.equal(emitYaml({ k: value }).trimEnd(), `k: ${text}`.trimEnd());
  });
}

test('maps and lists are indented by four, keys of list items by two', () => {
  const value = { a: { b: [{ c: 1, d: ['x', { e: true }] }, []], f: {} }, g: [[1, 2], [3]] };
  assert.equal(
    emitYaml(value),
    `a:
    b:
        - c: 1
          d:
            - x
            - e: true
        - []
    f: {}
g:
    - - 1
      - 2
    - - 3
`,
  );
});

test('the layout of JSON patches: two columns, lists not indented, long lines folded', () => {
  const value = { list: ['x', { a: 1, b: [2] }], long: 'word '.repeat(30).trim(), text: '\n a' };
  assert.equal(
    emitYaml(value, { indent: 2, layout: 'json' }),
    `list:
- x
- a: 1
  b:
  - 2
long: word word word word word word word word word word word word word word word word
  word word word word word word word word word word word word word word
text: |2-

   a
`,
  );
});

test('blocks inside lists say how far they are indented', () => {
  assert.equal(emitYaml({ a: [' x\ny'] }), 'a:\n    - |2-\n       x\n      y\n');
});

test('keys', () => {
  assert.equal(emitYaml({ on: 1, 'a b': 2, 'x: y': 3 }), `"on": 1\na b: 2\n'x: y': 3\n`);
  assert.equal(emitYaml(new Map([['k'.repeat(129), { a: 1 }]])), `? ${'k'.repeat(129)}\n:   a: 1\n`);
  assert.equal(emitYaml(new Map([['a\nb', 1]])), '? |-\n    a\n    b\n: 1\n');
  assert.equal(emitYaml(new Map<unknown, unknown>([[new PlainScalar('80'), 'http']])), '80: http\n');
});

test('numbers, big ones too, nothing, and what is undefined', () => {
  assert.equal(
    emitYaml({ a: 2 ** 53 - 1, b: 18446744073709551615n, c: 1.5, d: 1e30, e: null, f: undefined }),
    `a: 9007199254740991
b: 18446744073709551615
c: 1.5
d: 1e+30
e: null
`,
  );
});

test('scalars in a form of their own', () => {
  assert.equal(
    emitYaml({ a: new PlainScalar('0o644'), b: new CoreString('yes'), c: new CoreString('1') }),
    'a: 0o644\nb: yes\nc: "1"\n',
  );
});

test('comments stand above their keys', () => {
  const value = new Map([['a', new Commented([new Map([['b', new Commented(1, 'two\nlines')]])], 'about a')]]);
  assert.equal(emitYaml(value), '# about a\na:\n    - # two\n      # lines\n      b: 1\n');
});
