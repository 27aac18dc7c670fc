import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainReporter } from '../../src/tracker/report/plain.js';
import type { Update } from '../../src/tracker/report/reporter.js';
import { screenReporter } from '../../src/tracker/report/screen.js';
import { CapturedOutput } from '../helpers/streams.js';

const update = (node: string, kind: Update['kind'], text: string): Update => ({ node, phase: 'waiting', kind, text });

test('plain: the node before every line', async () => {
  const output = new CapturedOutput();
  await plainReporter(output).update(update('a', 'note', 'taken\ndiff:\n+x\n'));
  assert.equal(output.text, 'a: taken\na: diff:\na: +x\n');
});

test('screen: a line for each node, of one line each', async () => {
  const output = new CapturedOutput({ columns: 20 });
  const reporter = screenReporter(output, ['a', 'bb']);
  await reporter.update(update('bb', 'note', 'taken\nand more'));
  assert.equal(output.text, '\r… a   \x1b[K\n\r… bb  taken\x1b[K\n');
  await reporter.update(update('a', 'phase', 'a very long phase indeed'));
  assert.ok(output.text.endsWith('\x1b[2A\r… a   a very long p\x1b[K\n\r… bb  taken\x1b[K\n'));
});

test('screen: what failed and did not fit is written below when all have ended', async () => {
  const output = new CapturedOutput({ columns: 24 });
  const reporter = screenReporter(output, ['a', 'b', 'c']);
  await reporter.update(update('a', 'failed', 'interrupted: the node goes back'));
  await reporter.update(update('c', 'failed', 'no'));
  assert.doesNotMatch(output.text, /goes back/);
  await reporter.update(update('b', 'done', 'is well'));
  assert.ok(output.text.endsWith('✗ c  no\x1b[K\na: interrupted: the node goes back\n'), output.text);
});
