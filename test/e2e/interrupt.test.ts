import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { type TestContext, test } from 'node:test';
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
