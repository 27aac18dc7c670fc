import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeConfig } from '../../../src/machineconfig/decode/decode.js';
import { encodeConfig } from '../../../src/machineconfig/encode/encode.js';
import { patch, reencode } from '../helpers.js';

const config = `# team: infra
version: v1alpha1
machine:
  type: worker # do not change
  # needed by the storage nodes
  sysctls:
    vm.swappiness: "10" # why
    vm.max_map_count: 262144
  certSANs: [a.example, b.example]   # names
  network:
    interfaces:
      # first
      - interface: eth0 # uplink
        mtu: 1500
        # vlans
        vlans:
          - vlanId: 30
          - vlanId: 31
      - interface: eth1
cluster:
  controlPlane: {endpoint: "https://192.0.2.5:6443"}
---
# host
apiVersion: v1alpha1
kind: HostnameConfig
auto: stable # x
`;

/** The lines that the patch takes from the text (-) and adds (+), in order. */
function changes(text: string, patchText: string): string[] {
  const after = patch(text, [patchText], { keepComments: true });
  assert.equal(encodeConfig(decodeConfig(after)), patch(text, [patchText]), 'means the same as without the option');
  const before = text.split('\n');
  const now = after.split('\n');
  return [
    ...before.filter((line) => !now.includes(line)).map((line) => `-${line}`),
    ...now.filter((line) => !before.includes(line)).map((line) => `+${line}`),
  ];
}

test('a changed scalar keeps the comment after it', () => {
  assert.deepEqual(changes(config, 'machine: {type: controlplane}\n'), [
    '-  type: worker # do not change',
    '+  type: controlplane # do not change',
  ]);
  assert.deepEqual(changes(config, 'apiVersion: v1alpha1\nkind: HostnameConfig\nauto: "off"\nhostname: n1\n'), [
    '-auto: stable # x',
    '+auto: "off" # x',
    '+hostname: n1',
  ]);
});

test('new keys and list items come below the present ones', () => {
  assert.deepEqual(changes(config, 'machine: {sysctls: {a.b: "1"}, nodeLabels: {x/y: z}, certSANs: [c.example]}\n'), [
    '-  certSANs: [a.example, b.example]   # names',
    '+    a.b: "1"',
    '+  certSANs: [a.example, b.example, c.example]   # names',
    '+  nodeLabels:',
    '+    x/y: z',
  ]);
  assert.deepEqual(
    changes(
      config,
      'machine: {network: {interfaces: [{interface: eth0, mtu: 9000, vlans: [{vlanId: 32, mtu: 1400}]}, {interface: eth2}]}}\n',
    ),
    [
      '-        mtu: 1500',
      '+        mtu: 9000',
      '+          - vlanId: 32',
      '+            mtu: 1400',
      '+      - interface: eth2',
    ],
  );
});

test('deleted keys, items and documents go with their lines', () => {
  assert.deepEqual(changes(config, 'machine: {sysctls: {vm.swappiness: {$patch: delete}}}\n'), [
    '-    vm.swappiness: "10" # why',
  ]);
  assert.deepEqual(changes(config, 'machine: {network: {interfaces: [{interface: eth1, $patch: delete}]}}\n'), [
    '-      - interface: eth1',
  ]);
  assert.deepEqual(changes(config, 'apiVersion: v1alpha1\nkind: HostnameConfig\n$patch: delete\n'), [
    '----',
    '-# host',
    '-apiVersion: v1alpha1',
    '-kind: HostnameConfig',
    '-auto: stable # x',
  ]);
});

test('new documents come last', () => {
  const sink = 'apiVersion: v1alpha1\nkind: EventSinkConfig\nendpoint: 192.0.2.1:1\n';
  assert.equal(patch(config, [sink], { keepComments: true }), `${config}---\n${sink}`);
});

test('texts of several lines', () => {
  assert.deepEqual(changes(config, 'cluster: {inlineManifests: [{name: a, contents: "x: 1\\ny: 2\\n"}]}\n'), [
    '+  inlineManifests:',
    '+    - name: a',
    '+      contents: |',
    '+        x: 1',
    '+        y: 2',
  ]);
});

test('foreign line ends stay', () => {
  const text = patch(config.replaceAll('\n', '\r\n'), ['machine: {token: t}\n'], { keepComments: true });
  assert.ok(text.includes('  token: t\r\n'));
  assert.ok(!/[^\r]\n/.test(text));
});

test('anchors: what cannot be edited in place is written anew', () => {
  const text = 'machine:\n  certSANs: &names [a]\n  network:\n    nameservers: *names # same\n';
  const after = patch(text, ['machine: {network: {nameservers: [b]}}\n'], { keepComments: true });
  assert.equal(reencode(after), patch(text, ['machine: {network: {nameservers: [b]}}\n']));
});
