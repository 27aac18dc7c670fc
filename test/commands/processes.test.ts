import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { CancelledError } from '../../src/errors/errors.js';
import { MachineServiceService, ProcessesResponse } from '../../src/gen/machine/machine.js';
import { nodeOf, startNode } from '../helpers/nodes.js';
import { StatusError } from '../helpers/servers.js';

const mega = 1_000_000n;
const processes = [
  { pid: 2, state: 'S', threads: 1, command: 'kthreadd' },
  {
    pid: 339,
    state: 'S',
    threads: 10,
    cpuTime: 2,
    virtualMemory: 1400n * mega,
    residentMemory: 96n * mega,
    executable: '/usr/local/bin/kubelet',
    args: 'kubelet --config=a|b\t\u001b[31m ä kubelet',
    label: 'system_u:system_r:kubelet_t:s0',
  },
  {
    pid: 1,
    state: 'S',
    threads: 11,
    cpuTime: 3.624,
    virtualMemory: 1400n * mega,
    residentMemory: 8n * mega,
    executable: '/sbin/init',
    args: '/sbin/init $&',
  },
];

async function start(t: TestContext) {
  const node = await startNode(t, ['10.5.0.2', '10.5.0.99']);
  node.server.unary(MachineServiceService.processes, (_, call) => {
    if (nodeOf(call) === '10.5.0.99') throw new StatusError(14, 'gone');
    return ProcessesResponse.fromPartial({ messages: [{ processes }] });
  });
  return node;
}

test('processes are listed by memory, their command lines in plain ASCII', async (t) => {
  const { run } = await start(t);
  const { code, stdout, stderr } = await run(['ps']);
  assert.equal(
    stdout,
    `NODE      PID  STATE  THREADS  CPU-TIME  VIRTMEM  RESMEM  LABEL                           COMMAND
10.5.0.2  339  S      10       2.00      1.4 GB   96 MB   system_u:system_r:kubelet_t:s0  /usr/local/bin/kubelet --config=a|b  [31m   kubelet
10.5.0.2  1    S      11       3.62      1.4 GB   8.0 MB                                  /sbin/init $&
10.5.0.2  2    S      1        0.00      0 B      0 B                                     kthreadd
`,
  );
  assert.equal(code, 1);
  assert.match(stderr, /^10\.5\.0\.99: /m);
});

test('--sort cpu puts the busiest first', async (t) => {
  const { run } = await start(t);
  const [first, second] = JSON.parse((await run(['processes', '-s', 'cpu', '-o', 'json'])).stdout);
  const order = first.processes.map(({ pid }: { pid: number }) => pid);
  assert.deepEqual([order, first.processes[0].residentMemory], [[1, 339, 2], 8_000_000]);
  assert.equal(second.error.code, 'Unavailable');
});

test('what cannot be sorted by, or watched, is refused before anyone is asked', async (t) => {
  const { run, server } = await startNode(t);
  const sort = await run(['ps', '--sort', 'pid']);
  assert.deepEqual([sort.code, sort.stdout], [1, '']);
  assert.match(sort.stderr, /rss/);
  const watch = await run(['ps', '-w', '-o', 'yaml']);
  assert.equal(watch.code, 1);
  assert.match(watch.stderr, /--watch shows a table/);
  assert.deepEqual(server.calls, []);
});

/** Runs a command until the server has been asked so many times. */
async function untilAsked(t: TestContext, times: number, words: readonly string[], terminal?: { columns: number }) {
  const node = await startNode(t);
  const abort = new AbortController();
  let asked = 0;
  node.server.unary(MachineServiceService.processes, () => {
    asked += 1;
    if (asked === times) setTimeout(() => abort.abort(), 100);
    return ProcessesResponse.fromPartial({ messages: [{ processes }] });
  });
  const clock = {
    now: () => new Date(),
    sleep: (_: number, signal?: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        if (asked < times) setImmediate(resolve);
        else signal?.addEventListener('abort', () => reject(new CancelledError('interrupted')), { once: true });
      }),
  };
  return node.run(words, { signal: abort.signal, clock, ...(terminal === undefined ? {} : { terminal }) });
}

test('--watch shows the table again and again until Ctrl-C, which is no failure', async (t) => {
  const { code, stdout, stderr } = await untilAsked(t, 3, ['ps', '--watch']);
  assert.equal(stdout.split('\n\n').length, 4);
  assert.equal(stdout.match(/^NODE {6}PID/gm)?.length, 3);
  assert.deepEqual([code, stderr], [0, '']);
});

test('on a terminal --watch draws in place, cut to its width, and gives the screen back', async (t) => {
  const { code, stdout } = await untilAsked(t, 2, ['ps', '-w'], { columns: 20 });
  assert.equal(code, 0);
  assert.ok(
    stdout.startsWith('\x1b[?1049h\x1b[?25l\x1b[HNODE      PID  STATE\x1b[K\r\n10.5.0.2  339  S    \x1b[K\r\n'),
  );
  assert.ok(stdout.endsWith('\x1b[J\x1b[?25h\x1b[?1049l'));
});
