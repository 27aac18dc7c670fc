import assert from 'node:assert/strict';
import { test } from 'node:test';
import { patch, problemsOf, reencode, warningsOf, worker } from '../helpers.js';

function gives(config: string, patchText: string, wanted: string): void {
  assert.equal(patch(config, [patchText]), reencode(wanted));
}

const machine = (inner: string) => `machine: {${inner}}\n`;

test('keys, at any depth', () => {
  gives(
    machine('nodeLabels: {a: b, c/d: e}, token: t'),
    machine('nodeLabels: {c/d: {$patch: delete}}'),
    machine('nodeLabels: {a: b}, token: t'),
  );
  gives(machine('network: {hostname: a}, type: worker'), machine('network: {$patch: delete}'), machine('type: worker'));
  gives(
    machine('kubelet: {extraConfig: {a: {b: 1, c: 2}}}'),
    machine('kubelet: {extraConfig: {a: {b: {$patch: delete}}}}'),
    machine('kubelet: {extraConfig: {a: {c: 2}}}'),
  );
});

test('list items, found by their first key or the key of the list', () => {
  gives(
    machine('network: {interfaces: [{interface: a, mtu: 1}, {interface: b}]}'),
    machine('network: {interfaces: [{interface: b, $patch: delete}]}'),
    machine('network: {interfaces: [{interface: a, mtu: 1}]}'),
  );
  gives(
    'cluster: {inlineManifests: [{name: a, contents: x}, {name: b, contents: y}]}\n',
    'cluster: {inlineManifests: [{name: a, $patch: delete}]}\n',
    'cluster: {inlineManifests: [{name: b, contents: y}]}\n',
  );
});

test('items and keys inside list items', () => {
  gives(
    machine('network: {interfaces: [{interface: a, addresses: [10.0.0.1/8], vlans: [{vlanId: 30}, {vlanId: 31}]}]}'),
    machine('network: {interfaces: [{interface: a, vlans: [{vlanId: 30, $patch: delete}]}]}'),
    machine('network: {interfaces: [{interface: a, addresses: [10.0.0.1/8], vlans: [{vlanId: 31}]}]}'),
  );
  gives(
    machine('network: {interfaces: [{interface: a, mtu: 1, dhcp: true}]}'),
    machine('network: {interfaces: [{interface: a, mtu: {$patch: delete}, ignore: true}]}'),
    machine('network: {interfaces: [{interface: a, dhcp: true, ignore: true}]}'),
  );
});

test('whole documents', () => {
  const host = 'apiVersion: v1alpha1\nkind: HostnameConfig\n';
  gives(`${worker}---\n${host}auto: stable\n`, `${host}$patch: delete\n`, worker);
});

test('deleting and setting in one patch', () => {
  gives(
    machine('nodeLabels: {a: b}, token: t'),
    machine('nodeLabels: {a: {$patch: delete}, c: d}, token: u'),
    machine('nodeLabels: {c: d}, token: u'),
  );
});

test('a patch that only deletes clears nothing else', () => {
  const volume = (provisioning: string) =>
    `{apiVersion: v1alpha1, kind: VolumeConfig, name: EPHEMERAL, provisioning: {${provisioning}}}\n`;
  gives(volume('minSize: 1GiB, grow: true'), volume('grow: {$patch: delete}'), volume('minSize: 1GiB'));
});

const absent: readonly (readonly [string, string])[] = [
  ['a key', machine('nodeLabels: {x: {$patch: delete}}')],
  ['a section', machine('systemDiskEncryption: {$patch: delete}')],
  ['a list item', machine('network: {interfaces: [{interface: x, $patch: delete}]}')],
  ['a document', 'apiVersion: v1alpha1\nkind: TimeSyncConfig\n$patch: delete\n'],
  ['a named document', 'apiVersion: v1alpha1\nkind: UserVolumeConfig\nname: gone\n$patch: delete\n'],
];

for (const [what, text] of absent) {
  test(`deleting ${what} that is not there changes nothing and is noted`, () => {
    assert.equal(patch(worker, [text]), reencode(worker));
    assert.match(warningsOf(worker, [text]).join('\n'), /nothing to delete/);
  });
}

test('what cannot be deleted', () => {
  assert.match(
    problemsOf(() => patch(worker, ['$patch: delete\nmachine: {}\n'])).join(),
    /v1alpha1 document cannot be deleted/,
  );
  assert.match(
    problemsOf(() => patch(machine('certSANs: [a]'), [machine('certSANs: [{$patch: delete}]')])).join(),
    /needs a key/,
  );
  assert.match(problemsOf(() => patch(worker, [machine('token: {$patch: replace}')])).join(), /expected a string/);
});
