import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MachineServiceService } from '../../../src/gen/machine/machine.js';
import { StateService } from '../../../src/gen/v1alpha1/state.js';
import { mayCall } from '../../../src/sim/apid/access.js';

const paths = [MachineServiceService, StateService].flatMap((service) =>
  Object.values(service).map(({ path }) => path),
);
const allowed = (role: string) =>
  paths
    .filter((path) => mayCall(path, new Set([role])))
    .map((path) => path.slice(path.lastIndexOf('/') + 1))
    .sort();

test('the admin may call everything, without a role nothing may be called', () => {
  assert.equal(allowed('os:admin').length, paths.length);
  assert.deepEqual(allowed('os:nobody'), []);
  assert.ok(!paths.some((path) => mayCall(path, new Set())));
});

test('a backup reads the state of etcd and its snapshot', () => {
  assert.deepEqual(allowed('os:etcd:backup'), ['EtcdAlarmList', 'EtcdMemberList', 'EtcdSnapshot', 'EtcdStatus']);
});

test('a reader looks and changes nothing; an operator restarts, too', () => {
  const reader = allowed('os:reader');
  const operator = allowed('os:operator');
  for (const name of ['Version', 'Logs', 'Dmesg', 'ServiceList', 'Events', 'Get', 'List', 'Watch'])
    assert.ok(reader.includes(name), name);
  for (const name of ['Read', 'Copy', 'Kubeconfig', 'Bootstrap', 'Reset', 'Upgrade', 'MetaWrite', 'Create', 'Update']) {
    assert.ok(!reader.includes(name) && !operator.includes(name), name);
  }
  assert.deepEqual(
    operator.filter((name) => !reader.includes(name)),
    [
      'EtcdAlarmDisarm',
      'EtcdDefragment',
      'EtcdSnapshot',
      'ImagePull',
      'PacketCapture',
      'Reboot',
      'Restart',
      'ServiceRestart',
      'ServiceStart',
      'ServiceStop',
      'Shutdown',
    ],
  );
});
