import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeConfig } from '../../../src/machineconfig/decode/decode.js';
import { lintConfig } from '../../../src/machineconfig/validate/lint.js';
import { controlPlane, findings, findsOnly, withLines } from './support.js';

const lint = (text: string) =>
  lintConfig(decodeConfig(text)).map(
    ({ severity, document, path, message }) => `${severity} ${document} ${path}: ${message}`,
  );

const troubles: readonly (readonly [section: 'machine' | 'cluster', lines: string, finding: RegExp])[] = [
  ['machine', 'kubelet: {extraArgs: {cert-dir: /x}}', /kubelet\.extraArgs\.cert-dir: Talos sets the flag cert-dir/],
  ['machine', 'network: {interfaces: [{interface: a, mtu: -5}]}', /interfaces\[0\]\.mtu: .*negative/],
  ['cluster', 'network: {podSubnets: [10.244.0.0]}', /podSubnets\[0\]: "10\.244\.0\.0" is no network/],
  ['cluster', 'network: {serviceSubnets: [10.96.0.0/12, x]}', /serviceSubnets\[1\]: "x" is no network/],
  [
    'machine',
    'files: [{path: /a, op: create, permissions: 644}]',
    /files\[0\]\.permissions: the number 644 .*0o1204; write 0o644/,
  ],
  ['machine', 'disks: [{partitions: [{mountpoint: /var/x}]}]', /disks\[0\]\.device: the disk has no device/],
  ['machine', 'certSANs: [a.b, "*.a.b", 10.0.0.1, 2001:db8::1, "https://a:6443"]', /machine\.certSANs\[4\]: "https:/],
  ['cluster', 'apiServer: {certSANs: ["a:6443"]}', /apiServer\.certSANs\[0\]: "a:6443" is neither/],
  ['cluster', 'apiServer: {certSANs: ["[2001:db8::1]"]}', /apiServer\.certSANs\[0\]: /],
  ['cluster', 'apiServer: {extraArgs: {tls-cert-file: x}}', /apiServer\.extraArgs\.tls-cert-file/],
];
for (const [section, lines, finding] of troubles) {
  test(`trouble ahead: ${lines}`, async () => {
    const text = withLines(controlPlane, section, lines);
    await findsOnly(text, new RegExp(`^warning .*${finding.source}`));
    assert.match(lint(text).join('\n'), finding);
  });
}

test('inline manifests without objects', () => {
  const inline = (contents: string) =>
    lint(JSON.stringify({ cluster: { inlineManifests: [{ name: 'a', contents }] } }));
  const object = 'apiVersion: v1\nkind: Namespace\nmetadata:\n  name: a\n';
  assert.deepEqual(inline(`---\n# one\n${object}---\n${object}---\n`), []);
  assert.deepEqual(inline(''), []);
  assert.match(inline(`\n--\n${object}`).join(), /inlineManifests\[0\]\.contents: line 2 of the manifest is no YAML: /);
  assert.match(inline(`${object}---\nCILIUM\n`).join(), /line 6 of the manifest begins no Kubernetes object/);
  assert.match(inline('kind: Namespace\n').join(), /line 1 .* needs apiVersion and kind/);
});

test('an endpoint without a port', async () => {
  await findsOnly(controlPlane.replace(':6443', ''), /^warning .*endpoint has no port/);
});

test('a file without op is an error when validating, a warning when making', async () => {
  const text = withLines(controlPlane, 'machine', 'files: [{path: /a, op: create}, {path: /b}]');
  await findsOnly(text, /^error v1alpha1 machine\.files\[1\]\.op: op is missing/);
  assert.match(lint(text).join('\n'), /^warning v1alpha1 machine\.files\[1\]\.op: /);
});

test('a host name beside an automatic one: a warning when making, told once when validating', async () => {
  const text = 'apiVersion: v1alpha1\nkind: HostnameConfig\nauto: stable\nhostname: box\n';
  assert.match(lint(text).join('\n'), /^warning HostnameConfig hostname: .*set auto: "off"/);
  assert.equal((await findings(text)).length, 1);
  assert.deepEqual(lint(text.replace('stable', '"off"')), []);
});

test('a part of a configuration is not complained about for what it lacks', () => {
  assert.deepEqual(lint('machine:\n    type: worker\n'), []);
});
