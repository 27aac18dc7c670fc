import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KernelLog } from '../../../src/sim/machine/kernel-log.js';
import { goTimeMicro, klogHead, Logs, ServiceLog } from '../../../src/sim/machine/logs.js';

async function text(chunks: AsyncIterable<Buffer>): Promise<string> {
  let all = '';
  for await (const chunk of chunks) all += chunk.toString();
  return all;
}

const { signal } = new AbortController();

test('a log is read whole, or its last lines', async () => {
  const log = new ServiceLog();
  for (const line of ['one', 'two', 'three']) log.write(line);
  assert.equal(await text(log.read({ tail: -1, follow: false, signal })), 'one\ntwo\nthree\n');
  assert.equal(await text(log.read({ tail: 2, follow: false, signal })), 'two\nthree\n');
  assert.equal(await text(log.read({ tail: 0, follow: false, signal })), '');
  assert.equal(log.last, 'three');
});

test('a follower gets what is written later, until it stops', async () => {
  const log = new ServiceLog();
  log.write('before');
  const stop = new AbortController();
  setImmediate(() => {
    log.write('after');
    setImmediate(() => stop.abort());
  });
  assert.equal(await text(log.read({ tail: 1, follow: true, signal: stop.signal })), 'before\nafter\n');
});

test('a log keeps about a megabyte, the latest', async () => {
  const log = new ServiceLog();
  for (let number = 0; number < 3000; number++) log.write(`${number} ${'x'.repeat(995)}`);
  const kept = await text(log.read({ tail: -1, follow: false, signal }));
  assert.ok(kept.length <= 1024 * 1024 && kept.length > 1000 * 1000, String(kept.length));
  assert.match(kept, /\n2999 x+\n$/);
});

test('logs are known by the services that wrote them', () => {
  const logs = new Logs();
  logs.of('kubelet').write('hello');
  logs.of('apid').write('hello');
  assert.deepEqual(logs.ids(), ['apid', 'kubelet']);
  assert.equal(logs.find('nosuch'), undefined);
});

test('times stand in a line as Go and Kubernetes write them', () => {
  const time = new Date('2026-11-30T21:04:21.708Z');
  assert.equal(goTimeMicro(time), '2026/11/30 21:04:21.708000');
  assert.equal(klogHead('E', time, 425), 'E1130 21:04:21.708000     425');
});

test('kernel messages carry facility, priority and time, one a chunk', async () => {
  const kernel = new KernelLog(() => new Date('2026-11-30T20:02:12.870Z'));
  kernel.kernel('NX (Execute Disable) protection: active');
  kernel.talos('phase boot (1/2)');
  const chunks: string[] = [];
  for await (const chunk of kernel.read({ tail: false, follow: false, signal })) chunks.push(chunk.toString());
  assert.deepEqual(chunks, [
    'kern:    info: [2026-11-30T20:02:12.870000000Z]: NX (Execute Disable) protection: active\n',
    'user: warning: [2026-11-30T20:02:12.870000000Z]: [talos] phase boot (1/2)\n',
  ]);
});
