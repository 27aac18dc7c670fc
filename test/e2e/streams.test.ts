import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { MachineServiceService } from '../../src/gen/machine/machine.js';
import { finishProgram, runBash, startTalosctl } from '../helpers/program.js';
import { startStreamNode, streaming } from '../helpers/stream-node.js';

const mebibyte = 1024 * 1024;
const piece = Buffer.alloc(mebibyte / 16, 'talos\n');

test('a large file arrives whole', async (t) => {
  const pieces = 1024;
  const { home } = await startStreamNode(t, [
    streaming(MachineServiceService.read, async function* () {
      for (let sent = 0; sent < pieces; sent++) yield piece;
    }),
  ]);
  const { code, stdout, stderr } = await runBash('talosctl read /large | wc -c', { env: { HOME: home } });
  assert.equal(stderr, '');
  assert.equal(Number(stdout), pieces * piece.length);
  assert.equal(code, 0);
});

test('a reader that pauses makes the node pause, and Ctrl-C ends the stream', async (t) => {
  let sent = 0;
  const { home, calls } = await startStreamNode(t, [
    streaming(MachineServiceService.read, async function* (call) {
      for (; !call.signal.aborted; sent += piece.length) yield piece;
    }),
  ]);
  const child = startTalosctl(['read', '/endless'], { env: { HOME: home } });
  // Nobody reads: a pipe takes its fill, and then nobody takes anything.
  let before = -1;
  for (let waited = 0; waited < 20_000 && (sent === 0 || sent !== before); waited += 500) {
    before = sent;
    await sleep(500);
  }
  assert.equal(sent, before, 'the node still sends');
  assert.ok(sent < 64 * mebibyte, `the node has sent ${sent} bytes that nobody reads`);
  child.kill('SIGINT');
  const { code, stderr } = await finishProgram(child);
  assert.match(stderr, /interrupted/);
  assert.equal(code, 1);
  assert.equal(calls.length, 1);
});

test('a reader that goes away ends an endless stream with success', async (t) => {
  const { home } = await startStreamNode(t, [
    streaming(MachineServiceService.read, async function* (call) {
      while (!call.signal.aborted) yield piece;
    }),
  ]);
  const script = `talosctl read /endless | head -1; echo "\${PIPESTATUS[0]}"`;
  const { stdout, stderr } = await runBash(script, { env: { HOME: home } });
  assert.equal(stderr, '');
  assert.equal(stdout, 'talos\n0\n');
});
