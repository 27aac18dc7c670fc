import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import {
  AddressEvent,
  ConfigLoadErrorEvent,
  Event,
  type EventsRequest,
  MachineServiceService,
  MachineStatusEvent,
  MachineStatusEvent_MachineStage,
  RestartEvent,
  SequenceEvent,
  SequenceEvent_Action,
  ServiceStateEvent,
  ServiceStateEvent_Action,
  TaskEvent,
  TaskEvent_Action,
} from '../../src/gen/machine/machine.js';
import { nodeOf, startNode } from '../helpers/nodes.js';
import { type ReceivedCall, StatusError } from '../helpers/servers.js';

const event = (id: string, type: string, bytes: Uint8Array, actorId = ''): Event =>
  Event.fromPartial({
    id,
    actorId,
    data: { typeUrl: type && `talos/runtime/machine.${type}`, value: Buffer.from(bytes) },
  });

const hello = event('dc6u8sg', '', Buffer.alloc(0));
const stopped = event(
  'dc6u8spk83jc739qhat0',
  'SequenceEvent',
  SequenceEvent.encode(SequenceEvent.fromPartial({ sequence: 'boot', action: SequenceEvent_Action.STOP })).finish(),
);
const unready = event(
  'dc6u8spk83jc739qhatg',
  'MachineStatusEvent',
  MachineStatusEvent.encode(
    MachineStatusEvent.fromPartial({
      stage: MachineStatusEvent_MachineStage.RUNNING,
      status: { ready: false, unmetConditions: [{ name: 'nodeReady', reason: 'x' }, { name: 'staticPods' }] },
    }),
  ).finish(),
);

type Answer = (request: EventsRequest, call: ReceivedCall) => AsyncIterable<Event>;

async function start(t: TestContext, nodes: readonly string[], answer: Answer) {
  const node = await startNode(t, nodes);
  node.server.stream(MachineServiceService.events, async function* (requests, call) {
    for await (const request of requests) yield* answer(request, call);
  });
  return node;
}

test('an event takes two lines, in columns of its own; the heading comes with the first', async (t) => {
  const { run } = await start(t, ['10.5.0.2'], async function* () {
    yield hello;
    yield stopped;
    yield unready;
  });
  const { code, stdout, stderr } = await run(['events', '--tail', '2']);
  assert.equal(
    stdout,
    `NODE       ID                     EVENT   ACTOR   SOURCE   MESSAGE
10.5.0.2   dc6u8spk83jc739qhat0   talos/runtime/machine.SequenceEvent
           boot                   STOP
10.5.0.2   dc6u8spk83jc739qhatg   talos/runtime/machine.MachineStatusEvent
           RUNNING                ready: false, unmet conditions: [nodeReady staticPods]
`,
  );
  assert.deepEqual([code, stderr], [0, '']);
});

test('every kind of event is put into words, and unknown ones are left out', async (t) => {
  const failed = { sequence: 'upgrade', action: SequenceEvent_Action.NOOP, error: { code: 2, message: 'no space' } };
  const service = { service: 'etcd', action: ServiceStateEvent_Action.RUNNING, message: 'Health check successful' };
  const { run } = await start(t, ['10.5.0.2'], async function* () {
    yield event('a', 'SequenceEvent', SequenceEvent.encode(SequenceEvent.fromPartial(failed)).finish(), 'actor-1');
    yield event('b', 'TaskEvent', TaskEvent.encode({ task: 'mount', action: TaskEvent_Action.START }).finish());
    yield event('c', 'ServiceStateEvent', ServiceStateEvent.encode(ServiceStateEvent.fromPartial(service)).finish());
    yield event('d', 'AddressEvent', AddressEvent.encode({ hostname: 'cp1', addresses: ['10.5.0.2', '::1'] }).finish());
    yield event('e', 'ConfigLoadErrorEvent', ConfigLoadErrorEvent.encode({ error: 'bad\u001b[1m' }).finish());
    yield event('f', 'RestartEvent', RestartEvent.encode({ cmd: 0x1234567n }).finish());
    yield event('g', 'NewerEvent', Buffer.alloc(0));
  });
  const { stdout } = await run(['events']);
  const told = stdout.split('\n').filter((_, index) => index > 0 && index % 2 === 0);
  assert.deepEqual(
    told.map((line) => line.trim().split(/ {3,}/)),
    [
      ['actor-1', 'upgrade', 'error: no space'],
      ['mount', 'START'],
      ['etcd', 'RUNNING: Health check successful'],
      ['cp1', 'ADDRESSES: 10.5.0.2,::1'],
      ['error', 'bad\\x1b[1m'],
      ['restart', 'command: 0x1234567'],
    ],
  );
});

test('flags become the request', async (t) => {
  const requests: EventsRequest[] = [];
  const { run } = await start(t, ['10.5.0.2'], async function* (request) {
    requests.push(request);
    yield hello;
  });
  const none = { tailEvents: 0, tailId: '', tailSeconds: 0, withActorId: '' };
  await run(['events']);
  await run(['events', '--tail=-1', '--actor-id', 'x']);
  await run(['events', '--duration', '1m30.9s', '--since', 'dc6u8spk83jc739qhat0']);
  assert.deepEqual(requests, [
    none,
    { ...none, tailEvents: -1, withActorId: 'x' },
    { ...none, tailSeconds: 90, tailId: 'dc6u8spk83jc739qhat0' },
  ]);
  assert.equal((await run(['events', '--tail', '99999999999'])).code, 1);
});

test('without an event nothing is printed, and Ctrl-C is no failure', async (t) => {
  const abort = new AbortController();
  const { run } = await start(t, ['10.5.0.2'], async function* (_, { signal }) {
    yield hello;
    setTimeout(() => abort.abort(), 100);
    await new Promise((resolve) => {
      signal.addEventListener('abort', resolve, { once: true });
    });
  });
  const { code, stdout, stderr } = await run(['events'], { signal: abort.signal });
  assert.deepEqual([code, stdout, stderr], [0, '', '']);
});

test('a node that fails does not end the others', async (t) => {
  const { run } = await start(t, ['10.5.0.2', '10.5.0.99'], async function* (_, call) {
    if (nodeOf(call) === '10.5.0.99') throw new StatusError(14, 'gone');
    yield unready;
  });
  const table = await run(['events']);
  assert.equal(table.code, 1);
  assert.match(table.stdout, /10\.5\.0\.2 .*MachineStatusEvent\n/);
  assert.match(table.stderr, /^10\.5\.0\.99: /);
  const json = await run(['events', '-o', 'json']);
  const objects = json.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  objects.sort((left, right) => (left.node < right.node ? -1 : 1));
  assert.deepEqual(objects[0], {
    node: '10.5.0.2',
    id: 'dc6u8spk83jc739qhatg',
    type: 'MachineStatusEvent',
    actorId: '',
    event: {
      stage: 'RUNNING',
      status: {
        ready: false,
        unmetConditions: [
          { name: 'nodeReady', reason: 'x' },
          { name: 'staticPods', reason: '' },
        ],
      },
    },
  });
  assert.deepEqual([objects[1].node, objects[1].error.code, json.code], ['10.5.0.99', 'Unavailable', 1]);
  const yaml = await run(['events', '-o', 'yaml', '-n', '10.5.0.2']);
  assert.match(yaml.stdout, /^---\nnode: 10\.5\.0\.2\nid: /);
});

test('control characters do not reach a terminal', async (t) => {
  const csi = Buffer.from([0xc2, 0x9b]).toString();
  const { run } = await start(t, ['10.5.0.2'], async function* () {
    yield event('a', 'ConfigLoadErrorEvent', ConfigLoadErrorEvent.encode({ error: `bad${csi}2J` }).finish());
  });
  for (const output of ['table', 'json', 'yaml']) {
    const { stdout } = await run(['events', '-o', output], { terminal: {} });
    assert.ok(stdout.includes('bad') && !stdout.includes(csi), output);
  }
});

test('a damaged event is told, and the events after it and of the others are shown', async (t) => {
  const { run } = await start(t, ['10.5.0.2', '10.5.0.3'], async function* (_, call) {
    if (nodeOf(call) === '10.5.0.2') yield event('dc6u8spk83jc739qhaz0', 'TaskEvent', Buffer.from([0x0a]));
    yield stopped;
  });
  const { code, stdout, stderr } = await run(['events']);
  assert.equal(stdout.match(/boot +STOP/g)?.length, 2);
  assert.deepEqual(
    [code, stderr],
    [0, '10.5.0.2 sent an event of type talos/runtime/machine.TaskEvent that cannot be read\n'],
  );
});
