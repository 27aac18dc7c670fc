import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { LinePrefixer } from '../../src/commands/shared/lines.js';
import { ContainerDriver, Data } from '../../src/gen/common/common.js';
import { type LogsRequest, MachineServiceService, ServiceListResponse } from '../../src/gen/machine/machine.js';
import { FakeClock } from '../helpers/clock.js';
import { nodeOf, startNode } from '../helpers/nodes.js';
import { type ReceivedCall, StatusError } from '../helpers/servers.js';

const data = (text: string): Data => Data.fromPartial({ bytes: Buffer.from(text) });

type Logs = (request: LogsRequest, call: ReceivedCall) => AsyncIterable<Data>;

async function start(t: TestContext, nodes: readonly string[], logs: Logs) {
  const node = await startNode(t, nodes);
  node.server.stream(MachineServiceService.logs, async function* (requests, call) {
    for await (const request of requests) yield* logs(request, call);
  });
  return node;
}

const remedy =
  'name a service (`talosctl services`), or a container of Kubernetes with -k (`talosctl containers -k`)\n';

test('lines are put together and named, wherever they were torn', async (t) => {
  const { run } = await start(t, ['10.5.0.2'], async function* () {
    yield data('one\ntw');
    yield data('o\r\n\nthr');
    yield data('ee\nfour');
  });
  const { code, stdout, stderr } = await run(['logs', 'kubelet']);
  assert.equal(stdout, '10.5.0.2: one\n10.5.0.2: two\n10.5.0.2: \n10.5.0.2: three\n10.5.0.2: four\n');
  assert.deepEqual([code, stderr], [0, '']);
});

test('flags become the request', async (t) => {
  const requests: LogsRequest[] = [];
  const { run } = await start(t, ['10.5.0.2'], async function* (request) {
    requests.push(request);
    yield data('');
  });
  await run(['logs', 'kubelet']);
  await run(['logs', '-k', '--tail=50', '--use-cri', 'kube-system/web:web:1']);
  const common = { namespace: 'system', driver: ContainerDriver.CONTAINERD, follow: false };
  assert.deepEqual(requests, [
    { ...common, id: 'kubelet', tailLines: -1 },
    { ...common, namespace: 'k8s.io', driver: ContainerDriver.CRI, id: 'kube-system/web:web:1', tailLines: 50 },
  ]);
});

test('several nodes are told apart, and one that fails does not end the others', async (t) => {
  const { run, server } = await start(t, ['10.5.0.2', '10.5.0.99', '10.5.0.3'], async function* ({ id }, call) {
    if (nodeOf(call) === '10.5.0.99') throw new StatusError(2, `log "${id}" was not registered`);
    yield data(`of ${nodeOf(call)}\n`);
  });
  server.unary(MachineServiceService.serviceList, () => ServiceListResponse.fromPartial({ messages: [{}] }));
  const { code, stdout, stderr } = await run(['logs', 'etcd']);
  assert.deepEqual(stdout.split('\n').sort(), ['', '10.5.0.2: of 10.5.0.2', '10.5.0.3: of 10.5.0.3']);
  assert.deepEqual([code, stderr], [1, '10.5.0.99: log "etcd" was not registered (Unknown)\n']);
  const alone = await run(['logs', 'etcd', '-n', '10.5.0.99']);
  assert.deepEqual(
    [alone.code, alone.stdout, alone.stderr],
    [1, '', `log "etcd" was not registered (Unknown)\n${remedy}`],
  );
});

test('the log of a service that is about to start is waited for, no longer than 30 s', async (t) => {
  let attempts = 0;
  let startsAt = 3;
  const { run, server } = await start(t, ['10.5.0.2'], async function* ({ id }) {
    attempts += 1;
    if (attempts < startsAt) throw new StatusError(2, `log "${id}" was not registered`);
    yield data('up\n');
  });
  const services = [
    { id: 'kubelet', state: 'Waiting', events: { events: [{ state: 'Waiting', msg: 'Waiting for service "cri"' }] } },
    { id: 'etcd', state: 'Failed' },
  ];
  server.unary(MachineServiceService.serviceList, () => ServiceListResponse.fromPartial({ messages: [{ services }] }));
  const clock = new FakeClock();
  const waited = await run(['logs', 'kubelet'], { clock });
  assert.deepEqual([waited.code, waited.stdout, attempts], [0, '10.5.0.2: up\n', 3]);
  const said = 'waiting up to 30 s for kubelet on 10.5.0.2 to start: Waiting for service "cri"\n';
  assert.equal(waited.stderr, said);

  startsAt = Number.POSITIVE_INFINITY;
  const began = clock.now().getTime();
  const late = await run(['logs', 'kubelet'], { clock });
  assert.deepEqual([late.code, late.stderr], [1, `${said}log "kubelet" was not registered (Unknown)\n${remedy}`]);
  assert.equal(clock.now().getTime() - began, 30_000);

  for (const id of ['etcd', 'kubelt']) {
    const { code, stderr } = await run(['logs', id], { clock });
    assert.deepEqual([code, stderr], [1, `log "${id}" was not registered (Unknown)\n${remedy}`]);
  }
  assert.equal(clock.now().getTime() - began, 30_000);
});

test('following ends with Ctrl-C, and that is no failure', async (t) => {
  const { run } = await start(t, ['10.5.0.2'], async function* (_, { signal }) {
    yield data('now\npart');
    await new Promise((resolve) => {
      signal.addEventListener('abort', resolve, { once: true });
    });
  });
  const abort = new AbortController();
  setTimeout(() => abort.abort(), 300);
  const { code, stdout, stderr } = await run(['logs', '-f', 'kubelet'], { signal: abort.signal });
  assert.deepEqual([code, stdout, stderr], [0, '10.5.0.2: now\n10.5.0.2: part\n', '']);
});

test('a node that is lost while following and stays away is a failure', async (t) => {
  const { run, server } = await start(t, ['10.5.0.2'], async function* () {
    yield data('now\n');
    setImmediate(() => server.stop());
    await new Promise(() => undefined);
  });
  const { code, stdout, stderr } = await run(['logs', '-f', 'kubelet'], { clock: new FakeClock() });
  assert.deepEqual([code, stdout], [1, '10.5.0.2: now\n']);
  assert.match(stderr, /^10\.5\.0\.2: the connection to .* broke.*; trying again until it is back\n.*refused/s);
});

test('control characters do not reach a terminal, and files get the very bytes', async (t) => {
  const { run } = await start(t, ['10.5.0.2'], async function* () {
    yield data('\u001b[31mred\u001b[0m\tä\n');
  });
  assert.equal((await run(['logs', 'x'])).stdout, '10.5.0.2: \u001b[31mred\u001b[0m\tä\n');
  assert.equal((await run(['logs', 'x'], { terminal: {} })).stdout, '10.5.0.2: \\x1b[31mred\\x1b[0m\tä\n');
});

test('a line without end is not kept whole', () => {
  const prefixer = new LinePrefixer('n', false);
  let out = 0;
  for (let index = 0; index < 100; index += 1) out += prefixer.push(Buffer.alloc(100_000, 'x')).length;
  assert.ok(out > 9_000_000);
  assert.ok(prefixer.flush().length < 1_100_000);
});

test('services are completed from what the node has', async (t) => {
  const { run, server } = await startNode(t);
  server.unary(MachineServiceService.logsContainers, () => ({
    messages: [{ metadata: undefined, ids: ['kubelet', 'apid'] }],
  }));
  assert.match((await run(['__complete', 'logs', ''])).stdout, /^apid\nkubelet\n/);
});

test('dmesg prints messages as they come', async (t) => {
  const { run, server } = await startNode(t);
  const seen: unknown[] = [];
  server.stream(MachineServiceService.dmesg, async function* (requests) {
    for await (const request of requests) {
      seen.push(request);
      yield data('kern:    info: [2026-11-30T20:02:12Z]: one\n');
      yield data('kern: warning: [2026-11-30T20:02:13Z]: two\n');
    }
  });
  const { code, stdout } = await run(['dmesg']);
  assert.equal(code, 0);
  assert.equal(
    stdout,
    '10.5.0.2: kern:    info: [2026-11-30T20:02:12Z]: one\n10.5.0.2: kern: warning: [2026-11-30T20:02:13Z]: two\n',
  );
  await run(['dmesg', '-f', '--tail'], { clock: new FakeClock() });
  assert.deepEqual(seen.slice(0, 2), [
    { follow: false, tail: false },
    { follow: true, tail: true },
  ]);
});
