import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EtcdMemberAlarm_AlarmType as Alarm, EtcdMemberAlarm } from '../../src/gen/machine/machine.js';
import { enumName } from '../../src/render/enum-name.js';

test('values have the names of the API, and those of newer nodes their number', () => {
  assert.equal(enumName(Alarm, 1), 'NOSPACE');
  const newer = EtcdMemberAlarm.decode(Buffer.from([0x10, 9]));
  assert.equal(enumName(Alarm, newer.alarm), '9');
});
