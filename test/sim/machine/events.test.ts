import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  PhaseEvent_Action,
  SequenceEvent,
  SequenceEvent_Action,
  TaskEvent_Action,
} from '../../../src/gen/machine/machine.js';
import { EventIds, isEventId } from '../../../src/sim/machine/event-id.js';
import { Events } from '../../../src/sim/machine/events.js';

const everything = { tailEvents: -1, tailId: '', tailSeconds: 0, withActorId: '' };

async function take(events: Events, request: Partial<typeof everything>, count: number) {
  const stop = new AbortController();
  const taken = [];
  for await (const event of events.watch({ ...everything, tailEvents: 0, ...request }, stop.signal)) {
    taken.push(event);
    if (taken.length === count) stop.abort();
  }
  return taken;
}

function filled(): Events {
  let now = Date.UTC(2026, 0, 1);
  const events = new Events(() => new Date(now));
  for (const sequence of ['initialize', 'install', 'boot']) {
    events.sequence(sequence, SequenceEvent_Action.START, sequence === 'boot' ? 'actor' : '');
    now += 10_000;
  }
  return events;
}

test('the first message is empty: the stream is open', async () => {
  const [hello] = await take(filled(), {}, 1);
  assert.equal(hello?.data?.typeUrl, '');
  assert.equal(hello?.data?.value.length, 0);
});

test('the past is given as far as it is asked for', async () => {
  const names = async (request: Partial<typeof everything>, count: number) =>
    (await take(filled(), request, count))
      .slice(1)
      .map(({ data }) => SequenceEvent.decode(data?.value ?? Buffer.alloc(0)).sequence);
  assert.deepEqual(await names({ tailEvents: -1 }, 4), ['initialize', 'install', 'boot']);
  assert.deepEqual(await names({ tailEvents: 1 }, 2), ['boot']);
  assert.deepEqual(await names({ tailSeconds: 25 }, 3), ['install', 'boot']);
  assert.deepEqual(await names({ tailEvents: -1, withActorId: 'actor' }, 2), ['boot']);
});

test('after an event by its id come the later ones', async () => {
  const events = filled();
  const [, first] = await take(events, { tailEvents: -1 }, 2);
  const after = await take(events, { tailId: first?.id ?? '' }, 3);
  assert.equal(SequenceEvent.decode(after[1]?.data?.value ?? Buffer.alloc(0)).sequence, 'install');
  await assert.rejects(take(events, { tailId: 'nosuch' }, 9), /invalid ID/);
});

test('what happens while watching is delivered, with its type', async () => {
  const events = new Events(() => new Date());
  setImmediate(() => {
    events.phase('boot', PhaseEvent_Action.START);
    events.task('mount', TaskEvent_Action.STOP);
    events.status(4, [{ name: 'services', reason: 'kubelet not running' }]);
  });
  const [, ...seen] = await take(events, {}, 4);
  assert.deepEqual(
    seen.map(({ data }) => data?.typeUrl),
    ['PhaseEvent', 'TaskEvent', 'MachineStatusEvent'].map((name) => `talos/runtime/machine.${name}`),
  );
});

test('ids have twenty characters, sort by time and are never equal', () => {
  const ids = new EventIds();
  const made = Array.from({ length: 100 }, (_, second) => ids.next(new Date(second * 1000)));
  assert.deepEqual([...made].sort(), made);
  assert.equal(new Set(made).size, 100);
  assert.ok(made.every(isEventId));
  assert.ok(!isEventId('nosuch'));
});
