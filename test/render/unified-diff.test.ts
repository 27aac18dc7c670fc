import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unifiedDiff } from '../../src/render/unified-diff.js';

const lines = (...words: readonly string[]): string => words.map((word) => `${word}\n`).join('');

test('equal texts have no difference', () => {
  assert.equal(unifiedDiff('a\nb\n', 'a\nb\n'), '');
});

test('a change stands in three lines of context', () => {
  const before = lines('1', '2', '3', '4', '5', '6', '7', '8', '9');
  const after = lines('1', '2', '3', '4', 'five', '6', '7', '8', '9');
  assert.equal(unifiedDiff(before, after), '--- a\n+++ b\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n');
});

test('against nothing all is new', () => {
  assert.equal(unifiedDiff('', lines('a', 'b')), '--- a\n+++ b\n@@ -0,0 +1,2 @@\n+a\n+b\n');
  assert.equal(unifiedDiff(lines('a', 'b'), ''), '--- a\n+++ b\n@@ -1,2 +0,0 @@\n-a\n-b\n');
});

test('distant changes are hunks of their own, near ones share one', () => {
  const before = Array.from({ length: 30 }, (_, index) => `${index}`);
  const changed = (...places: readonly number[]) =>
    lines(...before.map((word, index) => (places.includes(index) ? `${word}!` : word)));
  const hunks = (text: string) => text.split('\n').filter((line) => line.startsWith('@@'));
  assert.deepEqual(hunks(unifiedDiff(lines(...before), changed(2, 25))), ['@@ -1,6 +1,6 @@', '@@ -23,7 +23,7 @@']);
  assert.deepEqual(hunks(unifiedDiff(lines(...before), changed(10, 16))), ['@@ -8,13 +8,13 @@']);
});

/** Applies a diff to a text. */
function patched(before: string, diff: string): string {
  const source = before.split('\n').slice(0, -1);
  const out: string[] = [];
  let at = 0;
  for (const line of diff.split('\n').slice(2, -1)) {
    const hunk = /^@@ -(\d+)(?:,(\d+))? /.exec(line);
    if (hunk !== null) {
      const start = Number(hunk[1]) - (hunk[2] === '0' ? 0 : 1);
      while (at < start) out.push(source[at++] ?? '');
      continue;
    }
    if (line.startsWith('+')) out.push(line.slice(1));
    else {
      assert.equal(source[at], line.slice(1));
      if (line.startsWith(' ')) out.push(line.slice(1));
      at++;
    }
  }
  return lines(...out, ...source.slice(at));
}

test('what a diff says leads from one text to the other', () => {
  let seed = 7;
  const random = (below: number): number => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return seed % below;
  };
  for (let round = 0; round < 300; round++) {
    const before = Array.from({ length: random(25) }, () => `line ${random(6)}`);
    const after = [...before];
    for (let change = 0; change < 4; change++) {
      const place = random(after.length + 1);
      if (random(2) === 0) after.splice(place, 1);
      else after.splice(place, 0, `new ${change}`);
    }
    const [from, to] = [lines(...before), lines(...after)];
    assert.equal(from === to ? from : patched(from, unifiedDiff(from, to)), to);
  }
});
