import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import {
  type ConnectRecord,
  ConnectRecord_State,
  ConnectRecord_TimerActive,
  ContainersResponse,
  MachineServiceService,
  type NetstatRequest,
  NetstatRequest_Filter,
  NetstatResponse,
} from '../../src/gen/machine/machine.js';
import { nodeOf, startNode } from '../helpers/nodes.js';
import { StatusError } from '../helpers/servers.js';

const listening: Partial<ConnectRecord> = {
  l4proto: 'tcp6',
  localip: '::',
  localport: 50_000,
  remoteip: '::',
  state: ConnectRecord_State.LISTEN,
  inode: 4711n,
  uid: 50,
  process: { pid: 201, name: 'apid' },
};
const dns: Partial<ConnectRecord> = {
  l4proto: 'udp',
  localip: '127.0.0.53',
  localport: 53,
  remoteip: '0.0.0.0',
  state: ConnectRecord_State.CLOSE,
};
const ofPod: Partial<ConnectRecord> = {
  l4proto: 'tcp',
  localip: '10.244.0.7',
  localport: 32_784,
  remoteip: '10.96.0.1',
  remoteport: 443,
  state: ConnectRecord_State.ESTABLISHED,
  rxqueue: 3n,
  tr: ConnectRecord_TimerActive.KEEPALIVE,
  timerwhen: 1480n,
  retrnsmt: 1n,
  timeout: 2n,
  netns: 'cni-1',
};
const pod = 'kube-system/coredns-x';
const containers = [
  { id: pod, podId: pod, pid: 2200, networkNamespace: 'cni-1' },
  { id: `${pod}:coredns:12`, podId: pod, pid: 2217 },
  { id: 'kube-system/kube-proxy-y', podId: 'kube-system/kube-proxy-y', pid: 2160 },
];

async function start(t: TestContext, nodes: readonly string[], records: readonly Partial<ConnectRecord>[]) {
  const requests: [node: string, request: NetstatRequest][] = [];
  const node = await startNode(t, nodes);
  node.server.unary(MachineServiceService.netstat, (request, call) => {
    requests.push([nodeOf(call), request]);
    if (nodeOf(call) === '10.5.0.99') throw new StatusError(14, 'gone');
    return NetstatResponse.fromPartial({ messages: [{ connectrecord: [...records] }] });
  });
  node.server.unary(MachineServiceService.containers, (_, call) => {
    if (nodeOf(call) === '10.5.0.99') throw new StatusError(14, 'gone');
    return ContainersResponse.fromPartial({
      messages: [{ containers: nodeOf(call) === '10.5.0.3' ? [] : containers }],
    });
  });
  return { ...node, requests };
}

test('sockets are listed; UDP has no state', async (t) => {
  const { run } = await start(t, ['10.5.0.2', '10.5.0.99'], [listening, dns]);
  const { code, stdout, stderr } = await run(['netstat', '-l']);
  assert.equal(
    stdout,
    [
      'NODE       Proto   Recv-Q   Send-Q   Local Address   Foreign Address   State',
      '10.5.0.2   tcp6    0        0        :::50000        :::*              LISTEN',
      '10.5.0.2   udp     0        0        127.0.0.53:53   0.0.0.0:*         ',
      '',
    ].join('\n'),
  );
  assert.equal(code, 1);
  assert.match(stderr, /^10\.5\.0\.99: /m);
});

test('flags add columns', async (t) => {
  const { run } = await start(t, ['10.5.0.2'], [listening, ofPod]);
  const { stdout } = await run(['ss', '-axpko']);
  const cells = stdout
    .trim()
    .split('\n')
    .map((line) => line.split(/ {3,}/));
  assert.deepEqual(cells, [
    [
      'NODE',
      'Proto',
      'Recv-Q',
      'Send-Q',
      'Local Address',
      'Foreign Address',
      'State',
      'Uid',
      'Inode',
      'PID/Program name',
      'Pod',
      'Timer',
    ],
    ['10.5.0.2', 'tcp6', '0', '0', ':::50000', ':::*', 'LISTEN', '50', '4711', '201/apid', '-', 'off (0.00/0/0)'],
    [
      '10.5.0.2',
      'tcp',
      '3',
      '0',
      '10.244.0.7:32784',
      '10.96.0.1:443',
      'ESTABLISHED',
      '0',
      '0',
      '-',
      pod,
      'keepalive (14.80/1/2)',
    ],
  ]);
});

test('where there is nothing, nothing is printed', async (t) => {
  const { run } = await start(t, ['10.5.0.2'], []);
  const { code, stdout } = await run(['netstat', '--udplite']);
  assert.deepEqual([code, stdout], [0, '']);
});

const host = { hostnetwork: true, netns: [], allnetns: false };
const none = {
  tcp: false,
  tcp6: false,
  udp: false,
  udp6: false,
  udplite: false,
  udplite6: false,
  raw: false,
  raw6: false,
};
const usual = { ...none, tcp: true, tcp6: true, udp: true, udp6: true };
const every = { tcp: true, tcp6: true, udp: true, udp6: true, udplite: true, udplite6: true, raw: true, raw6: true };

for (const [flags, expected] of [
  [[], {}],
  [['-l'], { filter: NetstatRequest_Filter.LISTENING }],
  [['-la'], { filter: NetstatRequest_Filter.ALL }],
  [['-p'], { feature: { pid: true } }],
  [['-k'], { netns: { ...host, allnetns: true } }],
  [['-t'], { l4proto: { ...none, tcp: true, tcp6: true } }],
  [['-u4'], { l4proto: { ...none, udp: true } }],
  [['-U6'], { l4proto: { ...none, udplite6: true } }],
  [['-w46'], { l4proto: { ...none, raw: true, raw6: true } }],
  [['-4'], { l4proto: { ...none, tcp: true, udp: true } }],
  [['-v'], { l4proto: every }],
  [['-tv6'], { l4proto: { ...none, tcp6: true, udp6: true, udplite6: true, raw6: true } }],
] as const) {
  test(`netstat ${flags.join(' ')} asks for what it means`, async (t) => {
    const { run, requests } = await start(t, ['10.5.0.2'], []);
    await run(['netstat', ...flags]);
    const plain = { filter: NetstatRequest_Filter.CONNECTED, feature: { pid: false }, l4proto: usual, netns: host };
    assert.deepEqual(requests, [['10.5.0.2', { ...plain, ...expected }]]);
  });
}

test('a pod is looked for on every node and asked about where it is', async (t) => {
  const { run, requests } = await start(t, ['10.5.0.99', '10.5.0.3', '10.5.0.2'], [ofPod]);
  const { code, stdout } = await run(['netstat', 'Kube-System/CoreDNS-x']);
  assert.equal(
    stdout,
    'Proto   Recv-Q   Send-Q   Local Address      Foreign Address   State\n' +
      'tcp     3        0        10.244.0.7:32784   10.96.0.1:443     ESTABLISHED\n',
  );
  assert.equal(code, 0);
  assert.deepEqual(
    requests.map(([node, { netns }]) => [node, netns]),
    [['10.5.0.2', { hostnetwork: false, netns: ['cni-1'], allnetns: false }]],
  );
});

test('a pod that is not there, or in the network of its node, is said', async (t) => {
  const { run } = await start(t, ['10.5.0.2'], []);
  for (const name of ['kube-system/nobody', 'kube-system/kube-proxy-y']) {
    const { code, stdout, stderr } = await run(['netstat', name]);
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, /no pod ".*" with a network of its own on 10\.5\.0\.2/);
  }
  const both = await run(['netstat', '-k', pod]);
  assert.equal(both.code, 1);
  assert.match(both.stderr, /--pods/);
});

test('as data, states and timers have their names', async (t) => {
  const { run } = await start(t, ['10.5.0.2', '10.5.0.99'], [ofPod]);
  const { code, stdout } = await run(['netstat', '--output', 'json']);
  const [first, second] = JSON.parse(stdout);
  const { state, tr, process, rxqueue } = first.connectrecord[0];
  assert.deepEqual([state, tr, process, rxqueue], ['ESTABLISHED', 'KEEPALIVE', { pid: 0, name: '' }, 3]);
  assert.deepEqual([second.error.code, code], ['Unavailable', 1]);
});

test('pods are completed', async (t) => {
  const { run } = await start(t, ['10.5.0.2'], []);
  assert.match((await run(['__complete', 'netstat', ''])).stdout, /^kube-system\/coredns-x\n:/);
});
