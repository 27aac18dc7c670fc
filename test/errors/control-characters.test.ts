import assert from 'node:assert/strict';
import { test } from 'node:test';
import { printableField, printableText } from '../../src/errors/control-characters.js';

test('escape sequences and what turns the text around are shown, not sent', () => {
  assert.equal(printableText('a\u001b[31mb\u009b1m\u0007\r\u007f\u202ec'), 'a\\x1b[31mb\\x9b1m\\x07\\r\\x7f\\u202ec');
});

test('newlines and tabs stay in a text, and are escaped in a field', () => {
  assert.equal(printableText('a\n\tb'), 'a\n\tb');
  assert.equal(printableField('a\n\tb'), 'a\\n\\tb');
});

test('other characters stay', () => {
  assert.equal(printableField('naïve 日本 😀 \\x1b'), 'naïve 日本 😀 \\x1b');
});
