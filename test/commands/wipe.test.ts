import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { HostnameResponse, MachineServiceService } from '../../src/gen/machine/machine.js';
import {
  type BlockDeviceWipeRequest,
  BlockDeviceWipeResponse,
  BlockDeviceWipeDescriptor_Method as Method,
  StorageServiceService,
} from '../../src/gen/storage/storage.js';
import { runCli } from '../helpers/cli.js';
import { nodeOf, startNode } from '../helpers/nodes.js';
import { type ReceivedCall, StatusError, TestServer } from '../helpers/servers.js';
import { textInput } from '../helpers/streams.js';
import { TestCluster } from '../helpers/tls.js';

const services = [MachineServiceService, StorageServiceService];

function plan(server: TestServer, requests: BlockDeviceWipeRequest[]): void {
  server
    .unary(MachineServiceService.hostname, () => HostnameResponse.fromPartial({ messages: [{ hostname: 'w1' }] }))
    .unary(StorageServiceService.blockDeviceWipe, (request, call: ReceivedCall) => {
      requests.push(request);
      if (nodeOf(call) === '10.5.0.3') throw new StatusError(5, 'blockdevice "sdb" not found');
      return BlockDeviceWipeResponse.fromPartial({ messages: [{}] });
    });
}

async function start(t: TestContext, nodes?: readonly string[]) {
  const node = await startNode(t, nodes, { services });
  const requests: BlockDeviceWipeRequest[] = [];
  plan(node.server, requests);
  return { ...node, requests };
}

test('what is wiped, where, is said before; all flags go along', async (t) => {
  const { run, requests } = await start(t);
  const plain = await run(['wipe', 'disk', 'sdb', '/dev/sdc']);
  assert.deepEqual([plain.code, plain.stdout], [0, '']);
  assert.match(
    plain.stderr,
    /^about to wipe sdb, sdc \(FAST\) on 10\.5\.0\.2 \(w1\), context ".+": what is on it cannot/,
  );
  const flags = ['--method=ZEROES', '--drop-partition', '--skip-volume-check', '--skip-secondary-check'];
  assert.equal((await run(['wipe', 'disk', 'sda5', ...flags])).code, 0);
  const device = { skipVolumeCheck: false, skipSecondaryCheck: false, dropPartition: false, method: Method.FAST };
  assert.deepEqual(requests, [
    {
      devices: [
        { ...device, device: 'sdb' },
        { ...device, device: 'sdc' },
      ],
    },
    {
      devices: [
        {
          device: 'sda5',
          method: Method.ZEROES,
          skipVolumeCheck: true,
          skipSecondaryCheck: true,
          dropPartition: true,
        },
      ],
    },
  ]);
});

test('on a terminal it asks, for all nodes at once', async (t) => {
  const { run, requests } = await start(t, ['10.5.0.2', '10.5.0.3']);
  const no = await run(['wipe', 'disk', 'sdb'], { stdin: textInput('n\n', { isTerminal: true }) });
  assert.equal(no.code, 1);
  assert.match(no.stderr, /on 10\.5\.0\.2 \(w1\), 10\.5\.0\.3 \(w1\), .*Is this meant\? \[y\/N\] nothing was done/);
  assert.deepEqual(requests, []);
  const yes = await run(['wipe', 'disk', 'sdb', '-y'], { stdin: textInput('', { isTerminal: true }) });
  assert.equal(yes.code, 1);
  assert.match(yes.stderr, /^10\.5\.0\.3: blockdevice "sdb" not found \(NotFound\)$/m);
  assert.equal(requests.length, 2);
});

test('a node in maintenance mode is dialled itself', async (t) => {
  const cluster = await TestCluster.create();
  const server = await TestServer.start(t, { certificate: await cluster.server('127.0.0.1'), services });
  const requests: BlockDeviceWipeRequest[] = [];
  plan(server, requests);
  const { code, stderr } = await runCli(['wipe', 'disk', 'sda', '--insecure', '-n', server.address]);
  assert.equal(code, 0);
  assert.match(stderr, /\(w1\), in maintenance mode: /);
  assert.equal(requests.length, 1);
});

test('words that are no devices are refused before anything is dialled', async (t) => {
  const { run, server } = await start(t);
  for (const word of ['sda,sdb', 'sda sdb', '/dev/disk/by-id/x', '']) {
    const { code, stderr } = await run(['wipe', 'disk', word]);
    assert.equal(code, 1);
    assert.match(stderr, /is no name of a device such as sdb/, word);
  }
  assert.match((await run(['wipe', 'disk', 'sdb', '--method', 'slow'])).stderr, /FAST.*ZEROES/s);
  assert.match((await run(['wipe', 'disk'])).stderr, /takes at least 1 argument/);
  assert.equal(server.calls.length, 0);
});
