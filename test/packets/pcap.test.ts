import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linkTypes, type Packet, PcapParser, packetHeader, pcapHeader } from '../../src/packets/pcap.js';

const packets: readonly Packet[] = ['one', 'two', ''].map((text, index) => ({
  time: 1_796_079_881_567_758_199n + BigInt(index),
  data: Buffer.from(text),
  length: 100 + index,
}));
const capture = Buffer.concat([
  pcapHeader(linkTypes.ethernet, 4096),
  ...packets.flatMap((packet) => [packetHeader(packet), packet.data]),
]);

function parse(bytes: Buffer, size: number): { readonly packets: Packet[]; readonly linkType: number | undefined } {
  const parser = new PcapParser();
  const found: Packet[] = [];
  for (let at = 0; at < bytes.length; at += size) found.push(...parser.push(bytes.subarray(at, at + size)));
  return { packets: found, linkType: parser.linkType };
}

test('packets come out whole, wherever the bytes are torn', () => {
  for (const size of [1, 5, 24, 1000]) {
    assert.deepEqual(parse(capture, size), { packets, linkType: linkTypes.ethernet });
  }
});

test('other byte order and microseconds', () => {
  const swapped = Buffer.alloc(24 + 16 + 2);
  swapped.writeUInt32BE(0xa1b2_c3d4, 0);
  swapped.writeUInt32BE(101, 20);
  for (const [index, value] of [5, 7, 2, 60].entries()) swapped.writeUInt32BE(value, 24 + index * 4);
  assert.deepEqual(parse(swapped, 9), {
    packets: [{ time: 5_000_007_000n, data: Buffer.alloc(2), length: 60 }],
    linkType: linkTypes.rawIp,
  });
});

test('the bytes up to the last whole packet', () => {
  const parser = new PcapParser();
  const cut = capture.length - 5;
  const parts = [parser.whole(capture.subarray(0, 30)), parser.whole(capture.subarray(30, cut))];
  const end = 24 + 2 * (16 + 3);
  assert.ok(Buffer.concat(parts).equals(capture.subarray(0, end)));
});

test('what is no capture is told from one', () => {
  assert.equal(PcapParser.recognizes(capture), true);
  assert.equal(PcapParser.recognizes(capture.subarray(0, 3)), undefined);
  assert.equal(PcapParser.recognizes(Buffer.from('<html>')), false);
  assert.throws(() => parse(Buffer.from('<html>'.repeat(10)), 100), /is no packet capture/);
});

test('a packet that claims to be endless is refused', () => {
  const header = packetHeader({ time: 0n, data: Buffer.alloc(0), length: 0 });
  header.writeUInt32LE(0xffff_ffff, 8);
  assert.throws(() => parse(Buffer.concat([capture, header]), 1000), /longer than any can be/);
});
