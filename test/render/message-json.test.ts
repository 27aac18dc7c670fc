import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ContainerInfo, ServiceInfo } from '../../src/gen/machine/machine.js';
import { messageJson } from '../../src/render/message-json.js';

test('zero, empty and absent fields of a message are left out', () => {
  const container = ContainerInfo.fromPartial({ id: 'etcd', pid: 0, image: '', status: 'RUNNING' });
  assert.deepEqual(messageJson(container), { id: 'etcd', status: 'RUNNING' });
});

test('messages in messages keep their form, timestamps are RFC 3339', () => {
  const service = ServiceInfo.fromPartial({
    id: 'etcd',
    health: { healthy: true, lastChange: { seconds: 1_700_000_000n, nanos: 250_000_000 } },
    events: {
      events: [
        { msg: 'Started', state: 'Running' },
        { msg: '', state: '' },
      ],
    },
  });
  assert.deepEqual(messageJson(service), {
    id: 'etcd',
    health: { healthy: true, lastChange: '2023-11-14T22:13:20.250Z' },
    events: { events: [{ msg: 'Started', state: 'Running' }, {}] },
  });
});

test('64-bit numbers are text', () => {
  assert.deepEqual(messageJson({ size: 2n ** 60n, none: 0n }), { size: '1152921504606846976' });
});
