import assert from 'node:assert/strict';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { Data } from '../../src/gen/common/common.js';
import { MachineServiceService, type PacketCaptureRequest } from '../../src/gen/machine/machine.js';
import { linkTypes, packetHeader, pcapHeader } from '../../src/packets/pcap.js';
import { arpFrame } from '../../src/sim/capture/frames.js';
import { startNode, type TestNode } from '../helpers/nodes.js';
import { StatusError } from '../helpers/servers.js';

const frame = arpFrame(
  { mac: '52:54:00:00:00:02', address: '10.5.0.2' },
  { mac: '52:54:00:00:00:01', address: '10.5.0.1' },
  false,
);
const packet = { time: 1_796_079_881_567_758_199n, data: frame, length: frame.length };
const record = Buffer.concat([packetHeader(packet), frame]);
const head = pcapHeader(linkTypes.ethernet, 4096);

/** A node that captures these bytes and then goes on as said. */
function capturing(
  node: TestNode,
  pieces: readonly Buffer[],
  then: 'ends' | 'waits' | Error = 'ends',
  sent: () => void = () => {},
): PacketCaptureRequest[] {
  const requests: PacketCaptureRequest[] = [];
  node.server.stream(MachineServiceService.packetCapture, async function* (received, { signal }) {
    for await (const request of received) requests.push(request);
    for (const bytes of pieces) yield Data.fromPartial({ bytes });
    setTimeout(sent, 50);
    if (then instanceof Error) throw then;
    if (then === 'waits') await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  });
  return requests;
}

const files = async ({ home }: TestNode): Promise<string[]> =>
  (await readdir(home)).filter((name) => name !== '.talos');

test('a line for each packet', async (t) => {
  const node = await startNode(t);
  const all = Buffer.concat([head, record, record]);
  const requests = capturing(node, [all.subarray(0, 50), all.subarray(50)]);
  const { code, stdout, stderr } = await node.run(['tcpdump']);
  assert.deepEqual([code, stderr], [0, '']);
  assert.match(stdout, /^(\d\d:\d\d:\d\d\.567758 ARP, Request who-has 10\.5\.0\.1 tell 10\.5\.0\.2, length 28\n){2}$/);
  assert.deepEqual(requests, [{ interface: 'eth0', promiscuous: false, snapLen: 0, bpfFilter: [] }]);
});

test('flags become the request', async (t) => {
  const node = await startNode(t);
  const requests = capturing(node, [head]);
  const filter = '{ 0x28, 0, 0, 0x0000000c },\n{ 0x6, 0, 0, 0x00040000 },\n';
  const { code, stderr } = await node.run(['pcap', '-i', 'lo', '--promiscuous', '-s', '100', '--bpf-filter', filter]);
  assert.equal(code, 0);
  assert.match(stderr, /snaplen.*deprecated/i);
  assert.deepEqual(requests, [
    {
      interface: 'lo',
      promiscuous: true,
      snapLen: 0,
      bpfFilter: [
        { op: 0x28, jt: 0, jf: 0, k: 12 },
        { op: 6, jt: 0, jf: 0, k: 0x40000 },
      ],
    },
  ]);
});

test('a filter that is none is refused before anything is asked', async (t) => {
  const node = await startNode(t);
  const { code, stderr } = await node.run(['pcap', '--bpf-filter', 'tcp port 80']);
  assert.equal(code, 1);
  assert.match(stderr, /^--bpf-filter, line 1: "tcp port 80" is no instruction/);
});

test('to standard output the bytes pass as they come', async (t) => {
  const node = await startNode(t);
  capturing(node, [head, record.subarray(0, 20)]);
  const { code, stdoutBytes } = await node.run(['pcap', '-o', '-']);
  assert.equal(code, 0);
  assert.ok(stdoutBytes.equals(Buffer.concat([head, record.subarray(0, 20)])));
  const onTerminal = await node.run(['pcap', '-o', '-'], { terminal: {} });
  assert.equal(onTerminal.code, 1);
  assert.match(onTerminal.stderr, /a capture is no text for a terminal/);
});

test('a file, for its owner alone', async (t) => {
  const node = await startNode(t);
  capturing(node, [head, record, record]);
  const { code, stdout, stderr } = await node.run(['pcap', '-o', 'x.pcap']);
  assert.deepEqual([code, stdout, stderr], [0, '', '']);
  const path = join(node.home, 'x.pcap');
  assert.ok((await readFile(path)).equals(Buffer.concat([head, record, record])));
  assert.equal((await stat(path)).mode & 0o777, 0o600);
});

test('the end of its time is the end of a capture', async (t) => {
  const node = await startNode(t);
  capturing(node, [head, record], 'waits');
  assert.match((await node.run(['pcap', '--duration', '300ms'])).stdout, /^[^\n]* ARP[^\n]*\n$/);
  const { code, stderr } = await node.run(['pcap', '--duration', '300ms', '-o', 'x.pcap']);
  assert.deepEqual([code, stderr], [0, '']);
  assert.deepEqual(await files(node), ['x.pcap']);
});

async function interrupted(t: TestContext, pieces: readonly Buffer[]) {
  const node = await startNode(t);
  const abort = new AbortController();
  capturing(node, pieces, 'waits', () => abort.abort());
  return { node, result: await node.run(['pcap', '-o', 'x.pcap'], { signal: abort.signal }) };
}

test('Ctrl-C is the usual end: the file has whole packets', async (t) => {
  const { node, result } = await interrupted(t, [head, record, record.subarray(0, 30)]);
  assert.equal(result.code, 0);
  assert.ok((await readFile(join(node.home, 'x.pcap'))).equals(Buffer.concat([head, record])));
  assert.deepEqual(await files(node), ['x.pcap']);
});

test('where nothing was captured, no file is made', async (t) => {
  const { node, result } = await interrupted(t, []);
  assert.equal(result.code, 0);
  assert.match(result.stderr, /nothing was captured, x\.pcap is not written/);
  assert.deepEqual(await files(node), []);
});

test('Ctrl-C while lines are printed', async (t) => {
  const node = await startNode(t);
  const abort = new AbortController();
  capturing(node, [head, record], 'waits', () => abort.abort());
  const { code, stdout } = await node.run(['pcap'], { signal: abort.signal });
  assert.equal(code, 0);
  assert.match(stdout, /ARP/);
});

test('a node that is lost: what was captured is kept under another name', async (t) => {
  const node = await startNode(t);
  capturing(node, [head, record, record.subarray(0, 30)], new StatusError(14, 'error reading from server: EOF'));
  const { code, stderr } = await node.run(['pcap', '-o', 'x.pcap']);
  assert.equal(code, 1);
  assert.match(stderr, /what was captured until then is in .*x\.pcap\.partial/);
  assert.deepEqual(await files(node), ['x.pcap.partial']);
  assert.ok((await readFile(join(node.home, 'x.pcap.partial'))).equals(Buffer.concat([head, record])));
});

test('an interface that is not there leaves no file', async (t) => {
  const node = await startNode(t);
  capturing(node, [], new StatusError(5, 'interface "nope" not found'));
  const { code, stderr } = await node.run(['pcap', '-i', 'nope', '-o', 'x.pcap']);
  assert.deepEqual([code, stderr], [1, 'interface "nope" not found (NotFound)\n']);
  assert.deepEqual(await files(node), []);
});

test('what is no capture: refused as lines, saved as it is', async (t) => {
  const node = await startNode(t);
  const noise = Buffer.from('no capture at all, whatever it is');
  capturing(node, [noise.subarray(0, 2), noise.subarray(2)]);
  const lines = await node.run(['pcap']);
  assert.equal(lines.code, 1);
  assert.match(lines.stderr, /is no packet capture/);
  assert.equal((await node.run(['pcap', '-o', 'x'])).code, 0);
  assert.ok((await readFile(join(node.home, 'x'))).equals(noise));
});

test('one node at a time', async (t) => {
  const node = await startNode(t, ['10.5.0.2', '10.5.0.3']);
  assert.match((await node.run(['pcap'])).stderr, /"pcap" works on one node at a time/);
});
