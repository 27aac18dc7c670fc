import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import {
  MachineServiceService,
  ServiceListResponse,
  ServiceRestartResponse,
  ServiceStartResponse,
  ServiceStopResponse,
} from '../../src/gen/machine/machine.js';
import { FakeClock } from '../helpers/clock.js';
import { nodeOf, startNode } from '../helpers/nodes.js';
import { StatusError } from '../helpers/servers.js';

const now = '2026-11-30T21:04:00Z';
const at = (secondsAgo: number) => ({ seconds: BigInt(new Date(now).getTime() / 1000 - secondsAgo) });

const apid = {
  id: 'apid',
  state: 'Running',
  health: { healthy: true },
  events: {
    events: [
      { state: 'Starting', msg: 'Starting service', ts: at(103) },
      { state: 'Running', msg: 'Health check successful', ts: at(102) },
    ],
  },
};
const kubelet = {
  id: 'kubelet',
  state: 'Waiting',
  health: { healthy: false, lastMessage: 'Get "http://127.0.0.1:10248/healthz": connection refused' },
  events: {
    events: [{ state: 'Waiting', msg: 'Error running Containerd(kubelet), going to restart forever', ts: at(4) }],
  },
};
const dashboard = { id: 'dashboard', state: 'Initialized', health: { unknown: true }, events: {} };

async function start(t: TestContext, nodes?: readonly string[]) {
  const node = await startNode(t, nodes);
  node.server.unary(MachineServiceService.serviceList, (_, call) => {
    const name = nodeOf(call);
    if (name === '10.5.0.99') throw new StatusError(7, 'not authorized');
    const services = name === '10.5.0.3' ? [apid] : [apid, dashboard, kubelet];
    return ServiceListResponse.fromPartial({ messages: [{ services }] });
  });
  const run = (...words: readonly string[]) => node.run(words, { clock: new FakeClock(now), env: { HOME: node.home } });
  return { ...node, run };
}

test('services of several nodes make one table', async (t) => {
  const { run } = await start(t, ['10.5.0.3', '10.5.0.2']);
  const { code, stdout, stderr } = await run('services');
  assert.equal(
    stdout,
    `NODE       SERVICE     STATE         HEALTH   LAST CHANGE   LAST EVENT
10.5.0.3   apid        Running       OK       1m42s ago     Health check successful
10.5.0.2   apid        Running       OK       1m42s ago     Health check successful
10.5.0.2   dashboard   Initialized   ?         ago          <none>
10.5.0.2   kubelet     Waiting       Fail     4s ago        Error running Containerd(kubelet), going to restart forever
`,
  );
  assert.deepEqual([code, stderr], [0, '']);
});

test('a service alone shows its events, the latest first', async (t) => {
  const { run } = await start(t);
  assert.equal(
    (await run('service', 'apid')).stdout,
    `NODE     10.5.0.2
ID       apid
STATE    Running
HEALTH   OK
EVENTS   [Running]: Health check successful (1m42s ago)
         [Starting]: Starting service (1m43s ago)
`,
  );
  assert.equal(
    (await run('service', 'kubelet', 'status')).stdout,
    `NODE                  10.5.0.2
ID                    kubelet
STATE                 Waiting
HEALTH                Fail
LAST HEALTH MESSAGE   Get "http://127.0.0.1:10248/healthz": connection refused
EVENTS                [Waiting]: Error running Containerd(kubelet), going to restart forever (4s ago)
`,
  );
});

test('nodes without the service are said so', async (t) => {
  const { run } = await start(t, ['10.5.0.2', '10.5.0.3']);
  const some = await run('service', 'kubelet');
  assert.match(some.stdout, /^NODE {18}10\.5\.0\.2\n/);
  assert.deepEqual([some.code, some.stderr], [0, 'no service "kubelet" on 10.5.0.3\n']);
  const none = await run('service', 'nosuch');
  assert.deepEqual([none.code, none.stdout], [1, '']);
  assert.match(none.stderr, /^service "nosuch" is not registered on any of the nodes\n/);
});

test('a node that fails is named, and the others are shown', async (t) => {
  const { run } = await start(t, ['10.5.0.3', '10.5.0.99']);
  for (const words of [['services'], ['service', 'apid']]) {
    const { code, stdout, stderr } = await run(...words);
    assert.equal(code, 1);
    assert.match(stdout, /10\.5\.0\.3/);
    assert.match(stderr, /^10\.5\.0\.99: not authorized: .*role/m);
  }
});

test('JSON and YAML have one object for each node', async (t) => {
  const { run } = await start(t, ['10.5.0.3', '10.5.0.99']);
  const list = JSON.parse((await run('services', '-o', 'json')).stdout);
  assert.deepEqual(list[0], {
    node: '10.5.0.3',
    services: [
      {
        id: 'apid',
        state: 'Running',
        events: {
          events: [
            { msg: 'Starting service', state: 'Starting', ts: '2026-11-30T21:02:17.000Z' },
            { msg: 'Health check successful', state: 'Running', ts: '2026-11-30T21:02:18.000Z' },
          ],
        },
        health: { healthy: true },
      },
    ],
  });
  assert.deepEqual([list[1].node, list[1].error.code], ['10.5.0.99', 'PermissionDenied']);
  const [alone] = JSON.parse((await run('service', 'apid', '-o', 'json')).stdout);
  assert.equal(alone.service.id, 'apid');
  assert.match((await run('services', '-o', 'yaml')).stdout, /^- node: 10\.5\.0\.3\n {2}services:\n {4}- id: apid\n/);
});

test('a service is started, stopped, restarted', async (t) => {
  const { run, server } = await start(t, ['10.5.0.2', '10.5.0.3']);
  const answer = (what: string) => ({ messages: [{ resp: `Service "kubelet" ${what}` }] });
  server.unary(MachineServiceService.serviceStart, () => ServiceStartResponse.fromPartial(answer('started')));
  server.unary(MachineServiceService.serviceStop, () => ServiceStopResponse.fromPartial(answer('stopped')));
  server.unary(MachineServiceService.serviceRestart, ({ id }, call) => {
    if (nodeOf(call) === '10.5.0.3')
      throw new StatusError(2, `service "${id}" doesn't support restart operation via API`);
    return ServiceRestartResponse.fromPartial(answer('restarted'));
  });
  const rows = (what: string, ...nodes: string[]) =>
    `NODE       RESPONSE\n${nodes.map((node) => `${node}   Service "kubelet" ${what}\n`).join('')}`;
  assert.equal((await run('service', 'kubelet', 'start')).stdout, rows('started', '10.5.0.2', '10.5.0.3'));
  assert.equal((await run('service', 'kubelet', 'stop')).stdout, rows('stopped', '10.5.0.2', '10.5.0.3'));
  const restarted = await run('service', 'kubelet', 'restart');
  assert.deepEqual([restarted.code, restarted.stdout], [1, rows('restarted', '10.5.0.2')]);
  assert.match(
    restarted.stderr,
    /^10\.5\.0\.3: service "kubelet" doesn't support restart operation via API \(Unknown\)$/m,
  );
  const failed = await run('service', 'kubelet', 'restart', '-n', '10.5.0.3');
  assert.deepEqual([failed.code, failed.stdout], [1, '']);
  const [first] = JSON.parse((await run('service', 'kubelet', 'stop', '-o', 'json')).stdout);
  assert.deepEqual(first, { node: '10.5.0.2', response: 'Service "kubelet" stopped' });
});

test('an action that there is not fails before anything is dialled', async (t) => {
  const { run, server } = await start(t);
  const { code, stderr } = await run('service', 'kubelet', 'reload');
  assert.equal(code, 1);
  assert.match(stderr, /unknown action "reload".*start, stop, restart, status/);
  assert.equal(server.calls.length, 0);
});

test('services and actions are completed', async (t) => {
  const { run } = await start(t);
  assert.match(
    (await run('__complete', 'service', '')).stdout,
    /^apid\tRunning\ndashboard\tInitialized\nkubelet\tWaiting\n/,
  );
  assert.match((await run('__complete', 'service', 'apid', '')).stdout, /^start\nstop\nrestart\nstatus\n/);
});
