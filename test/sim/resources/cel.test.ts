import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeCel } from '../../../src/sim/resources/cel.js';

const hex = (expression: string): string => Buffer.from(encodeCel(expression)).toString('hex');

test('a name is an identifier expression', () => {
  // expr { id: 1, ident_expr { name: "x" } }
  assert.equal(hex('x'), '2207100122030a0178');
});

test('operators are calls, tighter ones inside', () => {
  assert.equal(hex('a || b && !c'), hex('a || (b && (!c))'));
  assert.notEqual(hex('a || b && c'), hex('(a || b) && c'));
  assert.equal(hex('a + b * 2u > 3 == true'), hex('((a + (b * 2u)) > 3) == true'));
});

test('fields, methods, lists and strings', () => {
  // expr { id: 1, call_expr { function: "_==_", args: [ select(ident v).label, const "a\"b" ] } }
  assert.equal(
    hex(`v.label == 'a"b'`),
    '222b1001322712045f3d3d5f1a1410022a100a07100322030a017612056c6162656c1a0910041a053203612262',
  );
});

test('constants of every kind, a minus within the number', () => {
  const constant = (text: string): string => hex(text).slice(12);
  assert.equal(constant('null'), '0800');
  assert.equal(constant('true'), '1001');
  assert.equal(constant('-5'), '18fbffffffffffffffff01');
  assert.equal(constant('5u'), '2005');
  assert.equal(constant('1.5'), '29000000000000f83f');
  assert.equal(constant(`b'a'`), '3a0161');
});

test('what is no expression is refused', () => {
  for (const bad of ['', 'a &&', '(a', 'a b', '#']) assert.throws(() => encodeCel(bad), bad);
});
