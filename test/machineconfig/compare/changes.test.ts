import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changesOf } from '../../../src/machineconfig/compare/changes.js';
import { rebootPart } from '../../../src/machineconfig/compare/immediate.js';
import { decodeConfig } from '../../../src/machineconfig/decode/decode.js';
import { encodeConfig } from '../../../src/machineconfig/encode/encode.js';
import { patch, reencode, worker } from '../helpers.js';

const told = (before: string, after: string): readonly string[] =>
  changesOf(decodeConfig(before), decodeConfig(after)).map(
    ({ document, path, how, needsReboot }) => `${document} ${path} ${how}${needsReboot ? ' reboot' : ''}`,
  );

test('keys of the main document by what they take, other documents as a whole', () => {
  const before = `${reencode(worker)}---\napiVersion: v1alpha1\nkind: HostnameConfig\nauto: stable\n---\napiVersion: v1alpha1\nkind: VLANConfig\nname: eth0.5\nvlanID: 5\nparent: eth0\n`;
  const after = patch(before, [
    JSON.stringify({
      debug: true,
      machine: {
        env: { A: 'b' },
        sysctls: { 'net.core.somaxconn': '1' },
        features: { rbac: true, kubePrism: { enabled: true } },
      },
      cluster: { clusterName: 'other' },
    }),
    'apiVersion: v1alpha1\nkind: HostnameConfig\nauto: off\nhostname: w1\n',
    'apiVersion: v1alpha1\nkind: VLANConfig\nname: eth0.5\n$patch: delete\n',
    'apiVersion: v1alpha1\nkind: VLANConfig\nname: eth0.6\nvlanID: 6\nparent: eth0\n',
  ]);
  assert.deepEqual([...told(before, after)].sort(), [
    'HostnameConfig  changed',
    'VLANConfig/eth0.5  removed',
    'VLANConfig/eth0.6  new',
    'v1alpha1 cluster.clusterName new',
    'v1alpha1 debug new',
    'v1alpha1 machine.env new reboot',
    'v1alpha1 machine.features.kubePrism new',
    'v1alpha1 machine.features.rbac new reboot',
    'v1alpha1 machine.sysctls new',
  ]);
  assert.deepEqual(told(after, after), []);
});

test('the part that needs a reboot', () => {
  const after = patch(reencode(worker), [
    '{"machine":{"env":{"A":"b"},"sysctls":{"a.b":"1"}},"cluster":{"clusterName":"other"}}',
  ]);
  const part = rebootPart(decodeConfig(reencode(worker)), decodeConfig(after));
  const [left, right] = [encodeConfig(part.before), encodeConfig(part.after)];
  assert.match(right, /env:\n +A: b\n/);
  assert.doesNotMatch(right, /sysctls|other/);
  assert.equal(right.replace(/ +env:\n +A: b\n/, ''), left);
});
