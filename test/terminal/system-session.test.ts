import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { test } from 'node:test';
import { catchInterrupts } from '../../src/terminal/interrupts.js';
import type { SessionEvent } from '../../src/terminal/session.js';
import { openSession } from '../../src/terminal/system-session.js';

function parts(isTTY: boolean) {
  const signals = new EventEmitter();
  const raw: boolean[] = [];
  const stdin = { isTTY, setRawMode: (mode: boolean) => raw.push(mode) };
  const stdout = Object.assign(new EventEmitter(), isTTY ? { isTTY, columns: 80, rows: 24 } : {}) as EventEmitter & {
    columns?: number;
    rows?: number;
  };
  const abort = new AbortController();
  const interrupts = catchInterrupts(signals, abort, () => {});
  return { signals, raw, stdin, stdout, abort, interrupts };
}

test('keys come raw, sizes and signals are told, until the terminal is given back', () => {
  const { signals, raw, stdin, stdout, abort, interrupts } = parts(true);
  const session = openSession({ stdin, stdout, signals, interrupts });
  const events: SessionEvent[] = [];
  session.listen((event) => events.push(event));
  assert.deepEqual([raw, session.size], [[true], { columns: 80, rows: 24 }]);
  Object.assign(stdout, { columns: 100, rows: 30 });
  stdout.emit('resize');
  signals.emit('SIGINT', 'SIGINT');
  signals.emit('SIGHUP', 'SIGHUP');
  assert.deepEqual(events, [
    { kind: 'resize', size: { columns: 100, rows: 30 } },
    { kind: 'signal', signal: 2 },
    { kind: 'signal', signal: 1 },
  ]);
  assert.equal(abort.signal.aborted, false);
  session.close();
  stdout.emit('resize');
  assert.equal(events.length, 3);
  assert.deepEqual(raw, [true, false]);
  assert.equal(signals.listenerCount('SIGHUP'), 0);
  signals.emit('SIGINT', 'SIGINT');
  assert.equal(abort.signal.aborted, true);
});

test('SIGTERM goes on ending the program; without a terminal nothing is made raw', () => {
  const { signals, raw, stdin, stdout, abort, interrupts } = parts(false);
  const session = openSession({ stdin, stdout, signals, interrupts });
  assert.equal(session.size, undefined);
  signals.emit('SIGTERM', 'SIGTERM');
  assert.equal(abort.signal.aborted, true);
  session.close();
  assert.deepEqual(raw, []);
});
