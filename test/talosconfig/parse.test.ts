import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeTalosconfig } from '../../src/talosconfig/encode.js';
import { parseTalosconfig } from '../../src/talosconfig/parse.js';

const lab = `context: lab
contexts:
    lab:
        endpoints:
            - 192.0.2.1
            - '[2001:db8::1]:50001'
        nodes:
            - 192.0.2.11
            - "7"
        ca: bGFi
        crt: bGFi
        key: bGFi
        cluster: lab
`;

test('a file in the usual form is written as it was read', () => {
  assert.equal(encodeTalosconfig(parseTalosconfig(lab, 't')), lab);
});

test('other forms of YAML mean the same and are written in the usual form', () => {
  const flow =
    '\uFEFF---\r\n{context: lab, contexts: {lab: {nodes: [192.0.2.11, 7], cluster: lab, endpoints: [192.0.2.1, "[2001:db8::1]:50001"], key: &k bGFi, ca: *k, crt: *k}}}\r\n';
  assert.equal(encodeTalosconfig(parseTalosconfig(flow, 't')), lab);
});

test('contexts come out in the order of their names, numbers counted; empty fields are left out', () => {
  const text = 'contexts:\n  lab-10: {ca: "", nodes: []}\n  lab-9:\n  Lab: {endpoints: [a]}\n';
  assert.equal(
    encodeTalosconfig(parseTalosconfig(text, 't')),
    'context: ""\ncontexts:\n    Lab:\n        endpoints:\n            - a\n    lab-9:\n        endpoints: []\n    lab-10:\n        endpoints: []\n',
  );
});

test('the single target of old files becomes an endpoint', () => {
  const { contexts } = parseTalosconfig('contexts:\n  a:\n    target: 192.0.2.7\n    endpoints: [192.0.2.1]\n', 't');
  assert.deepEqual(contexts.get('a')?.endpoints, ['192.0.2.1', '192.0.2.7']);
});

test('an empty text is an empty configuration', () => {
  for (const text of ['', '# nothing\n', 'null\n', '{}', 'contexts:\n']) {
    const { context, contexts } = parseTalosconfig(text, 't');
    assert.deepEqual([context, contexts.size], ['', 0], JSON.stringify(text));
  }
});

test('contexts of other makers and unknown keys are kept', () => {
  const text = `context: omni
contexts:
    omni:
        endpoints:
            - https://acme.omni.example:443
        auth:
            siderov1:
                identity: someone@example.org
        cluster: talos-default
        proxy-url: socks5://192.0.2.9:1080
        retries: 0x10
        weights:
            - 1.50
            - true
            - text
version: 2
`;
  assert.equal(encodeTalosconfig(parseTalosconfig(text, 't')), text);
});

const wrong: readonly (readonly [name: string, text: string, message: RegExp])[] = [
  ['an open bracket', 'context: a\ncontexts:\n  a:\n    endpoints: [192.0.2.1\n', /^t\.yaml, line (4|5), column \d+: /],
  ['a list for the file', '- a\n', /^t\.yaml, line 1, column 1: a talosconfig must be a mapping/],
  ['a text for a context', 'contexts:\n  a: x\n', /^t\.yaml, line 2, column 6: contexts\.a must be a mapping/],
  [
    'a text for a list',
    'contexts:\n  a:\n    endpoints: x\n',
    /line 3, column 16: contexts\.a\.endpoints must be a list/,
  ],
  [
    'a list for a text',
    'contexts:\n  a:\n    endpoints: [[b]]\n',
    /line 3, column 17: contexts\.a\.endpoints\[0\] must be a text/,
  ],
  ['a key twice', 'context: a\ncontexts: {}\ncontext: b\n', /line 3, column 1: the key context stands twice/],
  ['a context twice', 'contexts:\n  a: {}\n  a: {}\n', /line 3, column 3: the key a stands twice in contexts/],
  ['two documents', 'context: a\n---\ncontext: b\n', /line 3, column 1: .*one YAML document/],
];

for (const [name, text, message] of wrong) {
  test(`a malformed file is named with line and column: ${name}`, () => {
    assert.throws(() => parseTalosconfig(text, 't.yaml'), { name: 'TalosctlError', message });
  });
}
