import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decodeText, EncodingError } from '../../src/files/text.js';

describe('text of files', () => {
  it('is UTF-8, or UTF-16 with its mark', () => {
    const text = 'é 日本 😀\n';
    assert.equal(decodeText(Buffer.from(text)), text);
    const little = Buffer.from(`\uFEFF${text}`, 'utf16le');
    assert.equal(decodeText(little), text);
    assert.equal(decodeText(Buffer.from(little).swap16()), text);
    assert.equal(decodeText(Buffer.alloc(0)), '');
  });

  it('names the place of the first byte that does not fit', () => {
    const cases: readonly (readonly [number[], number, number, RegExp])[] = [
      [[0xff], 1, 1, /0xFF/],
      [[0x61, 0x0a, 0x62, 0xe9, 0x63], 2, 2, /0xE9/],
      // A character of two bytes before it counts once; a genuine U+FFFD is none.
      [[0xc3, 0xa9, 0xef, 0xbf, 0xbd, 0xc3, 0x0a], 1, 3, /0xC3/],
      [[0x0a, 0x0a, 0xed, 0xa0, 0x80], 3, 1, /0xED/],
    ];
    for (const [bytes, line, column, message] of cases) {
      assert.throws(
        () => decodeText(Buffer.from(bytes)),
        (error: unknown) => {
          assert.ok(error instanceof EncodingError);
          assert.match(error.message, message);
          assert.deepEqual([error.line, error.column], [line, column]);
          return true;
        },
      );
    }
  });
});
