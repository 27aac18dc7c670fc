import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TalosctlError, UsageError } from '../../src/errors/errors.js';
import { parseJsonPath } from '../../src/render/jsonpath/jsonpath.js';
import type { PlainValue } from '../../src/render/value.js';
import { readPlainYaml } from '../../src/resources/read.js';

const data = readPlainYaml(`
name: node-a
count: 5
ratio: 1.50
huge: 1e21
nothing:
text: ""
when: 2026-01-02
list: [a, b, c, d]
links:
  - {name: eth0, mtu: 1500, up: true, tags: [x, y]}
  - {name: eth1, mtu: 9000, up: false}
  - {name: lo, up: true}
labels: {rack/name: r1, plain: p}
a.b: dotted
sub: {deep: {key: "<&>"}, key: v}
`);

function inline(template: string, value: PlainValue = data): string {
  return parseJsonPath(template).inline(value);
}

function lines(template: string, value: PlainValue = data): string {
  return parseJsonPath(template).lines(value);
}

test('on one line: what an action finds', () => {
  const cases: Readonly<Record<string, string>> = {
    'just text': 'just text',
    '{.name}': 'node-a',
    '{$.name} {@.count}': 'node-a 5',
    '{.ratio} {.huge} {.nothing} {.when}': '1.5 1e+21 null "2026-01-02T00:00:00Z"',
    '{.missing}{.missing.more}{.name.more}': '',
    '{.list}': '["a","b","c","d"]',
    '{.sub}': '{"deep":{"key":"\\u003c\\u0026\\u003e"},"key":"v"}',
    '{.list[0]}{.list[-1]}{.list[-2]}': 'adc',
    '{.list[*]}': 'a b c d',
    '{.list[1:]} {.list[:2]} {.list[0:4:2]} {.list[::3]} {.list[-2:]}': 'b c d a b a c a d c d',
    '{.list[2,0]}': 'c a',
    '{.links[*].name}': 'eth0 eth1 lo',
    "{['name','count']}": 'node-a 5',
    "{.labels['plain']} {.labels.rack/name}": 'p r1',
    '{.a\\.b}': 'dotted',
    '{.links[?(@.mtu>1500)].name}': 'eth1',
    '{.links[?(@.mtu<=1500)].name}': 'eth0',
    '{.links[?(@.name=="lo")].up}': 'true',
    '{.links[?(@.name!="lo")].mtu}': '1500 9000',
    '{.links[?(@.up==true)].name}': 'eth0 lo',
    '{.links[?(@.tags)].name} {.links[?(@.tags[1]=="y")].name}': 'eth0 eth0',
    '{.links[?(@.tags[5])].name}': '',
    '{..key}': 'v <&>',
    '{.sub.*}': '{"key":"\\u003c\\u0026\\u003e"} v',
    "{\"quoted\\ttext\"}{'it\\'s'}": "quoted\ttextit's",
    '{5}{1.5}{true}': '51.5true',
    '{range .links[*]}{.name}={.mtu};{end}.': 'eth0=1500;eth1=9000;lo=;.',
    '{range .links[*]}{.name}{range .tags[*]}<{@}>{end},{end}{.name}': 'eth0<x><y>,eth1,lo,node-a',
    '{range .missing[*]}x{end}y': 'y',
  };
  for (const [template, expected] of Object.entries(cases)) {
    assert.equal(inline(template), expected, template);
  }
});

test('on lines of their own: every value found', () => {
  assert.equal(lines('{.links[*].name}'), 'eth0\neth1\nlo\n');
  assert.equal(lines('name={.name}'), 'name=\nnode-a\n');
  assert.equal(lines('{.nothing}{.text}'), '<nil>\n\n');
  assert.equal(lines('{.list[0:2]}'), 'a\nb\n');
  assert.equal(lines('{.sub.deep}'), '{\n    "key": "\\u003c\\u0026\\u003e"\n}\n');
  assert.equal(lines('{.when}'), '"2026-01-02T00:00:00Z"\n');
  assert.equal(lines(''), '');
});

test('a template can be applied again and again', () => {
  const path = parseJsonPath('{range .list[-1:]}{@}{end}!');
  assert.equal(path.inline(readPlainYaml('list: [a]')), 'a!');
  assert.equal(path.inline(readPlainYaml('list: [a, b, c]')), 'c!');
});

test('on lines, what is not there is an error', () => {
  const failing: Readonly<Record<string, RegExp>> = {
    '{.missing}': /no field "missing"/,
    '{.list[9]}': /index 9 lies outside of a list of 4/,
    '{.name[0]}': /the value node-a is no list/,
    '{.list[3:1]}': /cannot begin at 3 and end at 1/,
    '{.sub[?(@.x)]}': /a map is no list/,
    '{.links[?(@.name==5)]}': /cannot compare a text with a whole number/,
    '{.links[?(@.up>true)]}': /cannot order booleans/,
  };
  for (const [template, message] of Object.entries(failing)) {
    assert.throws(
      () => lines(template),
      (error) => error instanceof TalosctlError && message.test(error.message),
      template,
    );
  }
});

test('mistakes in a template are named', () => {
  const wrong: Readonly<Record<string, RegExp>> = {
    '{.name': /closing brace is missing/,
    '{name}': /unknown word "name".*\.name/,
    '{.list[1': /closing bracket is missing/,
    '{.list[a]}': /\[a\] is neither/,
    '{.list[-]}': /number after the minus/,
    '{.links[?(@.up==true].x}': /not closed/,
    '{.links[?(@.mtu=>1)]}': /unknown operator "=>"/,
    '{"open}': /closing quote is missing/,
    '{"\\q"}': /unknown escape/,
    '{.a}{end}': /\{end\} without \{range\}/,
    '{....a}': /stands twice/,
    '{#}': /unexpected character "#"/,
  };
  for (const [template, message] of Object.entries(wrong)) {
    assert.throws(
      () => parseJsonPath(template),
      (error) => error instanceof UsageError && message.test(error.message),
      template,
    );
  }
});
