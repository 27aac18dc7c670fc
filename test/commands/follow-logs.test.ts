import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { Data } from '../../src/gen/common/common.js';
import { MachineServiceService } from '../../src/gen/machine/machine.js';
import { FakeClock } from '../helpers/clock.js';
import { nodeOf, startNode } from '../helpers/nodes.js';
import { StatusError } from '../helpers/servers.js';

const data = (text: string): Data => Data.fromPartial({ bytes: Buffer.from(text) });
const unavailable = () => new StatusError(14, 'error reading from server: EOF');
const forever = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));

/** One time that the log is followed: what it holds then, the lines that come, and how it ends. */
interface Episode {
  readonly log: readonly string[];
  /** Torn anywhere. */
  readonly coming?: readonly string[];
  /** Interrupts the command when absent. */
  readonly end?: StatusError | 'ok';
  /** What the log holds when it is followed, where that is not what it held a moment before. */
  readonly followed?: readonly string[];
}

/** Runs `logs -f` (or `dmesg -f`) on a node whose log goes through the episodes. */
async function follow(t: TestContext, words: readonly string[], episodes: readonly Episode[]) {
  const { run, server } = await startNode(t, ['10.5.0.2']);
  const abort = new AbortController();
  let episode = 0;
  const requests: unknown[] = [];
  async function* answer(request: { follow: boolean; tailLines?: number }, signal: AbortSignal) {
    requests.push(request);
    const { log, coming = [], end, followed = log } = episodes[episode] ?? { log: [], end: 'ok' };
    const held = request.follow ? followed : log;
    const tail = request.tailLines ?? -1;
    for (const line of tail < 0 ? held : held.slice(held.length - tail)) yield data(`${line}\n`);
    if (!request.follow) return;
    for (const piece of coming) yield data(piece);
    if (end === undefined) {
      // The last lines are on their way.
      setTimeout(() => abort.abort(), 50);
      await forever(signal);
    }
    episode += 1;
    if (end instanceof StatusError) throw end;
  }
  server.stream(MachineServiceService.logs, async function* (all, { signal }) {
    for await (const request of all) yield* answer(request, signal);
  });
  server.stream(MachineServiceService.dmesg, async function* (all, { signal }) {
    for await (const request of all) yield* answer(request, signal);
  });
  const result = await run(words, { clock: new FakeClock(), signal: abort.signal });
  return { ...result, requests, lines: result.stdout.split('\n').map((line) => line.replace(/^10\.5\.0\.2: /, '')) };
}

const lost = /^10\.5\.0\.2: .*; trying again until it is back\n/;

test('after a lost connection the log goes on behind the last line: none twice, none left out', async (t) => {
  const { code, lines, stderr, requests } = await follow(
    t,
    ['logs', 'kubelet', '-f', '--tail', '2'],
    [
      { log: ['a', 'b', 'c'], coming: ['d\n', 'd\nhalf of'], end: unavailable() },
      { log: ['a', 'b', 'c', 'd', 'd', 'half of e', 'f'], coming: ['g\n'] },
    ],
  );
  assert.equal(code, 0);
  assert.deepEqual(lines, ['b', 'c', 'd', 'd', 'half of e', 'f', 'g', '']);
  assert.match(stderr, lost);
  assert.match(stderr, /10\.5\.0\.2: the connection is back\n$/);
  assert.deepEqual(
    requests.map((request) => [Reflect.get(request as object, 'follow'), Reflect.get(request as object, 'tailLines')]),
    [
      [true, 2],
      [false, -1],
      [true, -1],
    ],
  );
});

test('over a reboot: all of the new log, also where the node is away for a while', async (t) => {
  const { code, lines, stderr } = await follow(
    t,
    ['logs', 'kubelet', '-f'],
    [
      { log: ['start', 'work'], coming: ['stop\n'], end: unavailable() },
      { log: [], end: unavailable() },
      { log: [], end: new StatusError(2, 'log "kubelet" was not registered') },
      { log: ['start', 'work', 'more'], coming: ['and more\n'] },
    ],
  );
  assert.equal(code, 0);
  assert.deepEqual(lines, ['start', 'work', 'stop', 'start', 'work', 'more', 'and more', '']);
  assert.equal(stderr.split('\n').length, 3, 'one line about the loss, one about the return');
});

test('a log whose oldest lines have gone meanwhile', async (t) => {
  const { lines } = await follow(
    t,
    ['logs', 'kubelet', '-f'],
    [
      { log: ['a', 'b', 'c', 'd'], end: unavailable() },
      { log: ['b', 'c', 'd', 'e', 'f'], followed: ['d', 'e', 'f', 'g'] },
    ],
  );
  assert.deepEqual(lines, ['a', 'b', 'c', 'd', 'e', 'f', 'g', '']);
  const beyond = await follow(
    t,
    ['logs', 'kubelet', '-f'],
    [
      { log: ['a', 'b'], end: unavailable() },
      { log: ['a', 'b', 'c'], followed: ['c', 'd', 'e', 'f'] },
    ],
  );
  assert.deepEqual(beyond.lines, ['a', 'b', 'c', 'd', 'e', 'f', '']);
});

test('equal lines are told apart by those before them', async (t) => {
  const { lines } = await follow(
    t,
    ['logs', 'kubelet', '-f'],
    [{ log: ['x', 'tick', 'y', 'tick'], end: unavailable() }, { log: ['x', 'tick', 'y', 'tick', 'z', 'tick'] }],
  );
  assert.deepEqual(lines, ['x', 'tick', 'y', 'tick', 'z', 'tick', '']);
});

test('the kernel log goes on too, though the node works out its times anew', async (t) => {
  const message = (time: string, text: string) => `kern:    info: [2026-11-30T20:02:12.${time}Z]: ${text}`;
  const { lines, requests } = await follow(
    t,
    ['dmesg', '-f', '--tail'],
    [
      { log: [], coming: [`${message('1', 'one')}\n`, `${message('2', 'two')}\n`], end: 'ok' },
      { log: [message('13', 'zero'), message('14', 'one'), message('25', 'two'), message('36', 'three')] },
    ],
  );
  assert.deepEqual(lines, [message('1', 'one'), message('2', 'two'), message('36', 'three'), '']);
  assert.deepEqual(requests, [
    { follow: true, tail: true },
    { follow: false, tail: false },
    { follow: true, tail: false },
  ]);
});

test('a log that ends again and again without a new line has ended', async (t) => {
  const ended: Episode = { log: ['a'], end: 'ok' };
  const { code, lines } = await follow(t, ['logs', '-k', 'kube-system/web:web:1', '-f'], new Array(10).fill(ended));
  assert.deepEqual([code, lines], [0, ['a', '']]);
});

test('a node that does not come back is given up after a quarter of an hour', async (t) => {
  const gone: Episode = { log: [], end: unavailable() };
  const { code, lines, stderr } = await follow(
    t,
    ['logs', 'kubelet', '-f'],
    [{ log: ['a'], end: unavailable() }, ...new Array(1000).fill(gone)],
  );
  assert.deepEqual([code, lines], [1, ['a', '']]);
  assert.match(stderr, /\n.*\(Unavailable\)\n/);
});

test('what cannot be followed in the first place, or may not any more, fails at once', async (t) => {
  const never = await follow(t, ['logs', 'kubelet', '-f'], [{ log: [], end: unavailable() }]);
  assert.deepEqual([never.code, never.requests.length], [1, 1]);
  const denied = new StatusError(7, 'not authorized');
  const { code, stderr } = await follow(t, ['logs', 'kubelet', '-f'], [{ log: ['a'], end: denied }]);
  assert.equal(code, 1);
  assert.match(stderr, /PermissionDenied/);
});

test('several services of several nodes: each line names its own', async (t) => {
  const { run, server } = await startNode(t, ['10.5.0.2', '10.5.0.3']);
  server.stream(MachineServiceService.logs, async function* (requests, call) {
    for await (const { id } of requests) {
      if (id === 'etcd' && nodeOf(call) === '10.5.0.3') throw new StatusError(2, 'log "etcd" was not there');
      yield data(`${id} of ${nodeOf(call)}\n`);
    }
  });
  const { code, stdout, stderr } = await run(['logs', 'kubelet', 'etcd']);
  assert.deepEqual(stdout.trim().split('\n').sort(), [
    '10.5.0.2: etcd: etcd of 10.5.0.2',
    '10.5.0.2: kubelet: kubelet of 10.5.0.2',
    '10.5.0.3: kubelet: kubelet of 10.5.0.3',
  ]);
  assert.deepEqual([code, stderr], [1, '10.5.0.3: etcd: log "etcd" was not there (Unknown)\n']);
});

test('Ctrl-C ends within 100 ms, while lines come and while a node is away', async (t) => {
  const { run, server } = await startNode(t, ['10.5.0.2', '10.5.0.3']);
  server.stream(MachineServiceService.logs, async function* (_, call) {
    yield data('now\n');
    if (nodeOf(call) === '10.5.0.3') throw unavailable();
    for (let line = 0; !call.signal.aborted; line++) {
      yield data(`${line}\n`);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  });
  const abort = new AbortController();
  let began = 0;
  setTimeout(() => {
    began = performance.now();
    abort.abort();
  }, 700);
  const { code, stdout } = await run(['logs', '-f', 'kubelet'], { signal: abort.signal });
  const took = performance.now() - began;
  assert.equal(code, 0);
  assert.ok(stdout.includes('10.5.0.2: 10\n'));
  assert.ok(took < 100, `${took} ms`);
});
