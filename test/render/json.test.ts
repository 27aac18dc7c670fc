import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeJson } from '../../src/render/json.js';
import { Timestamp } from '../../src/render/value.js';

test('four blanks a level, keys in byte order, empty collections on one line', () => {
  const value = { b: [1n, 2.5, true, null], a: { z: '', '\u{1F600}': 1, '\uFFFF': 2 }, c: [], d: {}, gone: undefined };
  assert.equal(
    encodeJson(value),
    `{
    "a": {
        "z": "",
        "\uFFFF": 2,
        "\u{1F600}": 1
    },
    "b": [
        1,
        2.5,
        true,
        null
    ],
    "c": [],
    "d": {}
}`,
  );
});

test('maps and objects are written alike; large integers keep all digits', () => {
  assert.equal(encodeJson(new Map([['n', 18446744073709551615n]]), { indent: 0 }), '{"n":18446744073709551615}');
});

test('keys can keep their order', () => {
  assert.equal(encodeJson({ b: 1, a: 2 }, { indent: 0, sortKeys: false }), '{"b":1,"a":2}');
});

test('texts are escaped as Go escapes them', () => {
  const text = '<a href="x">&\u2028\u0001\b\f\t\u007fé\ud800';
  assert.equal(encodeJson(text), '"\\u003ca href=\\"x\\"\\u003e\\u0026\\u2028\\u0001\\b\\f\\t\u007fé\uFFFD"');
});

test('timestamps are texts', () => {
  assert.equal(encodeJson(new Timestamp('2026-03-04T05:06:07Z')), '"2026-03-04T05:06:07Z"');
});
