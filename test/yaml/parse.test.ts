import assert from 'node:assert/strict';
import { test } from 'node:test';
import { YamlError } from '../../src/yaml/errors.js';
import { type YamlNode, YamlSource } from '../../src/yaml/node.js';
import { parseYaml } from '../../src/yaml/parse.js';

/** Nodes as plain data: scalars by their text, plain ones with a leading `=`. */
function simple(node: YamlNode): unknown {
  switch (node.kind) {
    case 'scalar':
      return (node.plain ? '=' : '') + node.text;
    case 'alias':
      return simple(node.target);
    case 'sequence':
      return node.items.map(simple);
    case 'mapping':
      return Object.fromEntries(node.entries.map(({ key, value }) => [String(simple(key)), simple(value)]));
  }
}

const read = (text: string): unknown[] => parseYaml(new YamlSource(text)).map(({ root }) => simple(root));

test('scalars keep their text', () => {
  assert.deepEqual(read('a: 1.20\nb: "x\\ny"\nc: |\n  two\n  lines\nd:\ne: 007\n'), [
    { '=a': '=1.20', '=b': 'x\ny', '=c': 'two\nlines\n', '=d': '=', '=e': '=007' },
  ]);
});

test('several documents; empty ones are left out', () => {
  assert.deepEqual(read('---\n# nothing\n---\na: b\n---\n- c\n...\n'), [{ '=a': '=b' }, ['=c']]);
  assert.deepEqual(read(''), []);
  assert.deepEqual(read('# only a comment\n'), []);
});

test('a byte order mark and foreign line ends', () => {
  assert.deepEqual(read('\uFEFFa: |\r\n  x\r\n  y\r\n'), [{ '=a': 'x\ny\n' }]);
});

test('the version that Talos reads may be named', () => {
  assert.deepEqual(read('%YAML 1.1\n---\na: b\n'), [{ '=a': '=b' }]);
});

test('anchors and aliases', () => {
  assert.deepEqual(read('a: &x [1, 2]\nb: *x\n'), [{ '=a': ['=1', '=2'], '=b': ['=1', '=2'] }]);
});

test('quotes and brackets may go on at any column', () => {
  assert.deepEqual(read('a:\n  b: "one\ntwo\n\n  three"\n  c: [\nx,\n]\n'), [
    { '=a': { '=b': 'one two\nthree', '=c': ['=x'] } },
  ]);
});

test('plain text over several lines, and colons inside it', () => {
  assert.deepEqual(read('a: one\n  two\n\n  three:four # five\nb: {x:y, "z":1, w}\nc: [p: q, r]\n'), [
    { '=a': '=one two\nthree:four', '=b': { '=x:y': '=', z: '=1', '=w': '=' }, '=c': [{ '=p': '=q' }, '=r'] },
  ]);
});

test('blocks: chomping, folding, indentation', () => {
  assert.deepEqual(read('a: |+\n  x\n\nb: >-\n  one\n  two\n\n  three\n    four\nc: |1\n  x\nd: |\n\n  y\n# end\n'), [
    { '=a': 'x\n\n', '=b': 'one two\nthree\n  four', '=c': ' x\n', '=d': '\ny\n' },
  ]);
});

test('keys with ?, lists at the column of their key, tags', () => {
  assert.deepEqual(read('? a\n: - 1\n  - - 2\nb:\n- !!str 3\n- !x 4\n'), [
    { '=a': ['=1', ['=2']], '=b': ['=3', '=4'] },
  ]);
});

test('places', () => {
  const source = new YamlSource('a:\n  - b: c\n', 'f.yaml');
  const [document] = parseYaml(source);
  assert.ok(document?.root.kind === 'mapping');
  const list = document.root.entries[0]?.value;
  assert.ok(list?.kind === 'sequence');
  const item = list.items[0];
  assert.ok(item?.kind === 'mapping');
  assert.deepEqual(source.position(item.entries[0]?.value.start ?? 0), { file: 'f.yaml', line: 2, column: 8 });
});

const broken: readonly (readonly [string, RegExp, number])[] = [
  ['a: [1\nb: 2\n', /./, 2],
  ['a: b\n c: d\n', /colon/, 2],
  ['a: "x\n', /quote/, 1],
  ['a: *x\n', /alias \*x has no anchor/, 1],
  ['a: &x [*x]\n', /contains itself/, 1],
  ['a: b\u0000\n', /U\+0000/, 1],
  ['# c\n%YAML 1.2\n---\na: b\n', /YAML 1\.1 only/, 2],
  ['a: "\\q"\n', /\\q is no escape/, 1],
  ['a: b\n\tc: d\n', /tab/, 2],
  ['a: |\n\tb\n', /tab cannot indent a block/, 1],
  ['a: @b\n', /cannot start a value/, 1],
  ['a: {b: c\n', /expected `,` or `}`/, 2],
  ['a: b\n--- c\n... d\n', /expected/, 3],
  ['a:\n  b: 1\n c: 2\n', /./, 3],
  ['a: [b]\nc\n', /missing `:` after a key/, 2],
  [`a: ${'['.repeat(5000)}`, /nesting/, 1],
];

for (const [text, reason, line] of broken) {
  test(`no YAML: ${JSON.stringify(text.slice(0, 20))}`, () => {
    assert.throws(
      () => parseYaml(new YamlSource(text, 'f.yaml')),
      (error) => error instanceof YamlError && reason.test(error.reason) && error.position.line === line,
    );
  });
}
