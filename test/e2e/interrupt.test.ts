import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Data } from '../../src/gen/common/common.js';
import { MachineServiceService } from '../../src/gen/machine/machine.js';
import { startNode } from '../helpers/nodes.js';
import { finishProgram, startTalosctl } from '../helpers/program.js';

/** A node that takes connections and never says a word; resolves `dialled` at the first. */
async function silentNode(t: TestContext): Promise<{ address: string; dialled: Promise<unknown> }> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    t.after(() => socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return { address: `127.0.0.1:${(server.address() as AddressInfo).port}`, dialled: once(server, 'connection') };
}

function askSilentNode(address: string): ReturnType<typeof startTalosctl> {
  return startTalosctl(['version', '--insecure', '--nodes', address]);
}

test('Ctrl-C ends a command that waits, and says so', async (t) => {
  const { address, dialled } = await silentNode(t);
  const child = askSilentNode(address);
  const finished = finishProgram(child);
  await dialled;
  child.kill('SIGINT');
  const { code, stderr } = await finished;
  assert.equal(code, 1);
  assert.match(stderr, /interrupted/);
  assert.doesNotMatch(stderr, /^\s+at /m);
});

test('SIGTERM does the same', async (t) => {
  const { address, dialled } = await silentNode(t);
  const child = askSilentNode(address);
  const finished = finishProgram(child);
  await dialled;
  child.kill('SIGTERM');
  assert.equal((await finished).code, 1);
});

test('Ctrl-C ends a command also while the reader of its output takes nothing', { timeout: 20_000 }, async (t) => {
  const { server, home } = await startNode(t);
  let sent = 0;
  server.stream(MachineServiceService.read, async function* () {
    for (;;) {
      yield Data.fromPartial({ bytes: Buffer.alloc(32 * 1024) });
      sent += 1;
    }
  });
  const child = startTalosctl(['read', '/proc/kmsg'], { env: { HOME: home } });
  t.after(() => child.kill('SIGKILL'));
  for (let before = -1; sent === 0 || sent !== before; await sleep(200)) before = sent;
  const ended = once(child, 'exit');
  child.kill('SIGINT');
  assert.deepEqual(await ended, [1, null]);
});
