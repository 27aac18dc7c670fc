import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GoTemplate } from '../../../src/render/gotemplate/template.js';
import { TemplateMethod, type TemplateObject, type TemplateValue } from '../../../src/render/gotemplate/value.js';

const group: TemplateObject = {
  member: (name) => {
    if (name === 'Name') return 'etcd';
    return name === 'Add' ? new TemplateMethod((args) => args.map(String).join('+')) : undefined;
  },
  toString: () => 'the group',
};
const data = new Map<string, TemplateValue>([
  ['s', 'hello'],
  ['i', 42n],
  ['f', 2.5],
  ['z', 0n],
  ['e', ''],
  ['l', ['a', 'b', 'c']],
  ['n', [1n, 2n, 3n]],
  [
    'm',
    new Map([
      ['b', 2n],
      ['a', 1n],
    ]),
  ],
  ['nil', null],
  ['g', group],
]);

/** Templates, and what Go's text/template makes of them. */
const rendered: readonly (readonly [template: string, text: string])[] = [
  ['text only', 'text only'],
  ['{{.s}} {{ .i }} {{ .f }} {{ .l }} {{ .m }}', 'hello 42 2.5 [a b c] map[a:1 b:2]'],
  ['{{ .missing }} {{ .nil }}', '<no value> <no value>'],
  ['{{ if .z }}y{{ else if .s }}s{{ else }}n{{ end }}', 's'],
  ['{{ if .z }}y{{ else if .e }}s{{ else }}n{{ end }}', 'n'],
  ['{{ range .l }}<{{ . }}>{{ end }}', '<a><b><c>'],
  ['{{ range $i, $v := .l }}{{ $i }}={{ $v }};{{ end }}', '0=a;1=b;2=c;'],
  ['{{ range $k, $v := .m }}{{ $k }}={{ $v }};{{ end }}', 'a=1;b=2;'],
  ['{{ range .missing }}x{{ else }}none{{ end }}', 'none'],
  ['{{ range .n }}{{ if eq . 2 }}{{ continue }}{{ end }}{{ . }}{{ end }}', '13'],
  ['{{ range .n }}{{ if eq . 2 }}{{ break }}{{ end }}{{ . }}{{ end }}', '1'],
  ['{{ range 3 }}{{ . }}{{ end }}', '012'],
  ['{{ with .e }}x{{ else with .s }}{{ . }}{{ end }}', 'hello'],
  ['{{ with $x := .s }}{{ $x }}{{ $.i }}{{ end }}', 'hello42'],
  ['{{ $x := 1 }}{{ if true }}{{ $x = 5 }}{{ end }}{{ $x }}', '5'],
  ['{{ $x := 1 }}{{ if true }}{{ $x := 5 }}{{ $x }}{{ end }}{{ $x }}', '51'],
  ['a {{- .s -}} \n b {{- /* why */ -}} c', 'ahellobc'],
  ['{{ "q\\"\\n" }}{{ `r\\n` }}{{ \'a\' }} {{ 0x1F }} {{ 1.5e3 }} {{ -3 }}', 'q"\nr\\n97 31 1500 -3'],
  ['{{ .g.Name }} {{ .g }} {{ .g.Add 1 "b" }} {{ .s | .g.Add .i }}', 'etcd the group 1+b 42+hello'],
  ['{{ (index .m "a") }} {{ index .l 1 }} {{ slice .s 1 3 }} {{ len "äö" }}', '1 b el 4'],
  ['{{ eq .s "x" "hello" }} {{ ne .i 42 }} {{ lt .i 50 }} {{ ge .f 3.0 }}', 'true false true false'],
  ['{{ and .s .i }} {{ and .e .i }}|{{ or .e .i }} {{ not .s }}', '42 |42 false'],
  ['{{ and .e (index .l 99) }}', ''],
  ['{{ print 1 2 "a" "b" }} {{ println .i .s }}', '1 2ab 42 hello\n'],
  ['{{ .l | len | printf "%04d" }}', '0003'],
];

for (const [template, text] of rendered) {
  test(`${template} is filled in`, () => {
    assert.equal(new GoTemplate(template).render(data), text);
  });
}

const formats: readonly (readonly [words: string, text: string])[] = [
  ['"%5d|%-5d|%05d|%+d|% d" .i .i .i .i .i', '   42|42   |00042|+42| 42'],
  ['"%8s|%-8s|%.2s|%8.3s" .s .s .s .s', '   hello|hello   |he|     hel'],
  ['"%q %v %t" .s .l true', '"hello" [a b c] true'],
  ['"%.2f|%8.3f|%e|%g" .f .f .f .f', '2.50|   2.500|2.500000e+00|2.5'],
  ['"%x %X %o %b %c" .i .i .i .i 65', '2a 2A 52 101010 A'],
  ['"%6s %3d" .l .n', '[     a      b      c] [  1   2   3]'],
  ['"%4s|%%" "äö"', '  äö|%'],
  ['"%d %s" .s', '%!d(string=hello) %!s(MISSING)'],
  ['"%s" .nil', '%!s(<nil>)'],
  ['"x" .i', 'x%!(EXTRA int=42)'],
];

for (const [words, text] of formats) {
  test(`printf ${words}`, () => {
    assert.equal(new GoTemplate(`{{ printf ${words} }}`).render(data), text);
  });
}

for (const [template, why] of [
  ['{{ .s', /a \{\{ has no \}\}/],
  ['{{ if .s }}x', /a \{\{ if \}\} has no \{\{ end \}\}/],
  ['{{ end }}', /\{\{ end \}\} belongs to nothing/],
  ['{{ }}', /empty/],
  ['{{ nope .s }}', /no function nope; there are and, /],
  ['{{ if (nope) }}{{ end }}', /no function nope/],
  ['{{ define "a" }}{{ end }}', /define/],
  ['{{ .s) }}', /\) where/],
  ['{{ ; }}', /";" has no meaning/],
] as const) {
  test(`${template} cannot be read`, () => {
    assert.throws(() => new GoTemplate(template), why);
  });
}

for (const [template, why] of [
  ['{{ .g.Nobody }}', /no \.Nobody in the group/],
  ['{{ .g.Name 1 }}', /\.Name takes no arguments/],
  ['{{ .s.x }}', /no \.x in hello/],
  ['{{ .nil.x }}', /nothing at all for \.x/],
  ['{{ index .l 9 }}', /no item 9/],
  ['{{ len .i }}', /42 has no length/],
  ['{{ eq .s 1 }}', /eq cannot compare hello with 1/],
  ['{{ range .s }}{{ end }}', /cannot range over hello/],
  ['{{ $y }}', /no variable \$y/],
  ['{{ "a" "b" }}', /gives arguments to a/],
] as const) {
  test(`${template} does not fit the data`, () => {
    assert.throws(() => new GoTemplate(template).render(data), why);
  });
}
