import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatTable, TableWriter } from '../../src/render/table.js';
import { CapturedOutput } from '../helpers/streams.js';

test('columns are three blanks apart and the last cell is not padded', () => {
  const text = formatTable([
    ['NODE', 'ID', 'ADDRESSES'],
    ['10.1.0.2', 'eth0', '["10.1.0.2"]'],
    ['10.1.0.3', 'a', ''],
  ]);
  assert.equal(text, 'NODE       ID     ADDRESSES\n' + '10.1.0.2   eth0   ["10.1.0.2"]\n' + '10.1.0.3   a      \n');
});

test('an empty column keeps its gap', () => {
  assert.equal(
    formatTable([
      ['', '', 'x'],
      ['', '', 'y'],
    ]),
    '      x\n      y\n',
  );
});

test('characters count one column each, wide ones too', () => {
  assert.equal(
    formatTable([
      ['日本', 'x'],
      ['abc', 'y'],
      ['😀', 'z'],
    ]),
    '日本    x\nabc   y\n😀     z\n',
  );
});

test('a row that does not reach a column ends it', () => {
  const text = formatTable([['a long cell', 'x', 'y'], ['alone'], ['b', 'x', 'y']]);
  assert.equal(text, 'a long cell   x   y\nalone\nb   x   y\n');
});

test('columns further right are measured within the rows that reach them', () => {
  const text = formatTable([
    ['a', 'bb', 'c'],
    ['aaa', 'b'],
    ['a', 'bbbbb', 'c', 'd'],
  ]);
  assert.equal(text, 'a     bb   c\naaa   b\na     bbbbb   c   d\n');
});

test('control characters come out escaped and leave the columns alone', () => {
  assert.equal(
    formatTable([
      ['a\u001b[31mb', 'x'],
      ['line\nbreak\t', 'y'],
    ]),
    'a\\x1b[31mb      x\nline\\nbreak\\t   y\n',
  );
});

test('a writer measures from flush to flush and writes nothing for nothing', async () => {
  const output = new CapturedOutput();
  const table = new TableWriter(output);
  table.row(['NODE', 'ID']);
  table.row(['node-with-a-name', 'x']);
  await table.flush();
  table.row(['n', 'y']);
  await table.flush();
  await table.flush();
  assert.equal(output.text, 'NODE               ID\nnode-with-a-name   x\nn   y\n');
});
