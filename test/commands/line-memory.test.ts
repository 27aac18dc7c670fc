import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LineJoiner, LineMemory, linesOf } from '../../src/commands/shared/line-memory.js';

const text = (lines: readonly string[]): Buffer => Buffer.from(lines.map((line) => `${line}\n`).join(''));

/** Indices of the lines at which the memory says that it has seen that far. */
function places(memory: LineMemory, lines: readonly string[]): readonly number[] {
  const isPlace = memory.finder();
  return [...linesOf(text(lines))].flatMap((line, index) => (isPlace(line) ? [index] : []));
}

const log = Array.from({ length: 40 }, (_, index) => (index % 3 === 0 ? '' : `line ${index % 7}`));

test('a place is found however the text before it came in pieces', () => {
  for (const pieces of [1, 2, 3, 40]) {
    for (let seen = 1; seen <= log.length; seen++) {
      const memory = new LineMemory();
      for (let at = 0; at < seen; at += pieces) memory.see(text(log.slice(at, Math.min(at + pieces, seen))));
      assert.ok(places(memory, log).includes(seen - 1), `${seen} lines in pieces of ${pieces}`);
    }
  }
});

test('a place is not found in another log, nor by a memory that has seen nothing', () => {
  const memory = new LineMemory();
  assert.ok(memory.isEmpty);
  assert.deepEqual(places(memory, log), []);
  memory.see(text(['a', 'b', 'c']));
  assert.ok(!memory.isEmpty);
  assert.deepEqual(places(memory, ['x', 'b', 'c', 'd']), []);
  assert.deepEqual(places(memory, ['b', 'c', 'd']), [1], 'the line before may have gone with the oldest ones');
});

test('lines are made whole, wherever they were torn, and long ones are not kept', () => {
  const bytes = text(log);
  for (let size = 1; size < 12; size++) {
    const joiner = new LineJoiner();
    const out: Buffer[] = [];
    for (let at = 0; at < bytes.length; at += size) out.push(joiner.push(bytes.subarray(at, at + size)));
    assert.ok(out.every((part) => part.length === 0 || part.at(-1) === 0x0a));
    assert.deepEqual(Buffer.concat(out), bytes);
    assert.equal(joiner.takeRest().length, 0);
  }
  const endless = new LineJoiner();
  let out = 0;
  for (let index = 0; index < 50; index++) out += endless.push(Buffer.alloc(100_000, 'x')).length;
  assert.ok(out >= 3_900_000);
});
