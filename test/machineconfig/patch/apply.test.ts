import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeConfig } from '../../../src/machineconfig/decode/decode.js';
import { encodeConfig } from '../../../src/machineconfig/encode/encode.js';
import { applyPatches, loadPatches, parsePatch } from '../../../src/machineconfig/patch/patch.js';
import { patch, problemsOf, reencode, warningsOf, worker } from '../helpers.js';

const reader = (files: Readonly<Record<string, string>>) => ({
  readFile: async (path: string) => {
    const text = files[path];
    if (text === undefined) throw Object.assign(new Error('no such file'), { code: 'ENOENT' });
    return text;
  },
  readStdin: async () => 'machine: {token: from-stdin}\n',
});

test('patches come from files, standard input, and the command line', async () => {
  const patches = await loadPatches(
    ['@a.yaml', 'b.yaml', '@-', '{"machine":{"type":"worker"}}', '[]', 'machine: {}'],
    reader({ 'a.yaml': '# nothing\n', 'b.yaml': '- {op: test, path: "", value: 1}\n' }),
    '--patch',
  );
  assert.deepEqual(
    patches.map(({ kind, source }) => [kind, source]),
    [
      ['empty', 'a.yaml'],
      ['json', 'b.yaml'],
      ['strategic', 'standard input'],
      ['strategic', '--patch (4th)'],
      ['empty', '--patch (5th)'],
      ['strategic', '--patch (6th)'],
    ],
  );
  await assert.rejects(
    loadPatches(['nonsense'], reader({}), '--patch'),
    /"nonsense" is no patch, and no file of that name/,
  );
  await assert.rejects(loadPatches(['@gone.yaml'], reader({}), '--patch'), /no such file/);
});

test('JSON indented with tabs', () => {
  assert.equal(parsePatch('{\n\t"machine": {\n\t\t"type": "worker"\n\t}\n}\n', 'p.json').kind, 'strategic');
});

for (const nothing of ['', '# comment\n', '---\n', '{}', '---\n{}\n---\n', '[]', 'null\n']) {
  test(`the patch ${JSON.stringify(nothing)} changes nothing, not even the form`, () => {
    const config = `# kept\n${worker}`;
    assert.equal(patch(config, [nothing, nothing]), config);
  });
}

test('several patches apply in order', () => {
  const label = (value: string) => `machine: {nodeLabels: {a: ${value}}}\n`;
  assert.match(patch(worker, [label('x'), label('y')]), /nodeLabels:\n {8}a: "?y"?\n/);
});

test('a bad patch among several is named, with line and key', () => {
  assert.deepEqual(
    problemsOf(() => patch(worker, ['machine: {sysctls: {a.b: "1"}}\n', 'machine:\n  sysctls:\n    a.b: [1]\n'])),
    ['p2.yaml, line 3, column 10: v1alpha1 machine.sysctls["a.b"]: expected a string, found a list'],
  );
  assert.match(
    problemsOf(() => patch(worker, ['machin: {}\n'])).join(),
    /^p1\.yaml, line 1, column 1: .*did you mean machine\?/,
  );
  assert.match(problemsOf(() => patch(worker, ['just text'])).join(), /^p1\.yaml, .*expected a document/);
});

test('a bad configuration is named too', () => {
  assert.match(
    problemsOf(() =>
      applyPatches('machine: {x: 1}\n', [parsePatch('machine: {token: t}', 'p')], { file: 'w.yaml' }),
    ).join(),
    /^w\.yaml, line 1/,
  );
});

test('a decoded configuration can be patched, and stays as it was', () => {
  const config = decodeConfig(worker);
  const { text } = applyPatches(config, [parsePatch('machine: {certSANs: [a]}', 'p')]);
  assert.match(text, /- a\n/);
  assert.equal(encodeConfig(config), reencode(worker));
});

test('documents that only a newer client can read pass through, and cannot be patched', () => {
  const newer = 'apiVersion: v1alpha1\nkind: HostnameConfig\nauto: {now: a map}\n# why\n';
  const config = `${worker}---\n${newer}`;
  const patched = applyPatches(config, [parsePatch('machine: {token: t}', 'p')], { source: 'node' });
  assert.ok(patched.text.endsWith(`---\n${newer}`));
  const host = parsePatch('apiVersion: v1alpha1\nkind: HostnameConfig\nhostname: x\n', 'p');
  assert.match(
    problemsOf(() => applyPatches(config, [host], { source: 'node' })).join(),
    /only a newer client can read/,
  );
});

test('documents of kinds that only a newer client knows can be deleted', () => {
  const kind = 'apiVersion: v1alpha1\nkind: KubeFlannelCNIConfig\n';
  const remove = parsePatch(`${kind}$patch: delete\n`, 'p');
  const there = applyPatches(`${worker}---\n${kind}shiny: 1\n`, [remove], { source: 'node' });
  assert.deepEqual([there.text, there.warnings], [reencode(worker), []]);
  const absent = applyPatches(worker, [remove]);
  assert.equal(absent.text, reencode(worker));
  assert.match(absent.warnings[0]?.message ?? '', /^nothing to delete: .*; unknown kind .* since version 1\.14/);
  const misspelt = 'apiVersion: v1alpha1\nkind: HostnamConfig\nname: a\n$patch: delete\n';
  assert.match(warningsOf(worker, [misspelt]).join(), /HostnamConfig\/a .*did you mean HostnameConfig\?/);
  assert.match(problemsOf(() => parsePatch(`${kind}shiny: 2\n`, 'p')).join(), /unknown kind "KubeFlannelCNIConfig"/);
});

test('keys of a newer node stay when their document is patched', () => {
  const config = `machine:
  type: worker
  shiny: {a: [1, "yes"]}
  time: {only: new}
  network:
    interfaces: [{interface: eth0, shiny: true}]
---
apiVersion: v1alpha1
kind: HostnameConfig
auto: stable
mood: good
`;
  const change = 'machine: {network: {interfaces: [{interface: eth0, mtu: 9000}]}}\n';
  const { text } = applyPatches(config, [parsePatch(change, 'p')], { source: 'node' });
  assert.equal(
    text,
    `version: ""
machine:
    type: worker
    token: ""
    certSANs: []
    network:
        interfaces:
            - interface: eth0
              mtu: 9000
              shiny: true
    time:
        only: new
    shiny:
        a:
            - 1
            - "yes"
cluster: null
---
apiVersion: v1alpha1
kind: HostnameConfig
auto: stable
mood: good
`,
  );
  const gone = 'machine: {shiny: {$patch: delete}}\n';
  assert.doesNotMatch(applyPatches(config, [parsePatch(gone, 'p')], { source: 'node' }).text, / {4}shiny:\n/);
  assert.match(problemsOf(() => parsePatch('machine: {shiny: {}}\n', 'p')).join(), /unknown key "shiny"/);
  assert.match(problemsOf(() => patch(config, [change])).join(), /unknown key "shiny"/);
});
