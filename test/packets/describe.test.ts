import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatIpv6 } from '../../src/packets/addresses.js';
import { describePacket } from '../../src/packets/describe.js';
import { linkTypes } from '../../src/packets/pcap.js';
import { arpFrame, dnsMessage, type Host, tcpFlag, tcpFrame, udpFrame } from '../../src/sim/capture/frames.js';

const here: Host = { mac: '52:54:00:00:00:02', address: '10.5.0.2' };
const there: Host = { mac: '52:54:00:00:00:01', address: '10.5.0.1' };
const ethernet = (frame: Buffer): string => describePacket(frame, linkTypes.ethernet);

test('TCP', () => {
  const segment = { source: 50_000, destination: 41_234, sequence: 7, acknowledgement: 9, data: Buffer.alloc(0) };
  const frame = (flags: number, data = ''): string =>
    ethernet(tcpFrame(here, there, { ...segment, flags, data: Buffer.from(data) }));
  const head = 'IP 10.5.0.2.50000 > 10.5.0.1.41234: Flags';
  assert.equal(frame(tcpFlag.syn), `${head} [S], seq 7, win 501, length 0`);
  assert.equal(frame(tcpFlag.syn | tcpFlag.ack), `${head} [S.], seq 7, ack 9, win 501, length 0`);
  assert.equal(frame(tcpFlag.push | tcpFlag.ack, 'hello'), `${head} [P.], seq 7:12, ack 9, win 501, length 5`);
  assert.equal(frame(tcpFlag.ack), `${head} [.], ack 9, win 501, length 0`);
  assert.equal(frame(0), `${head} [none], win 501, length 0`);
});

test('UDP and DNS', () => {
  assert.equal(
    ethernet(udpFrame(here, there, 1000, 2000, Buffer.alloc(9))),
    'IP 10.5.0.2.1000 > 10.5.0.1.2000: UDP, length 9',
  );
  const question = udpFrame(here, there, 40_000, 53, dnsMessage(77, 'discovery.talos.dev'));
  assert.equal(ethernet(question), 'IP 10.5.0.2.40000 > 10.5.0.1.53: 77+ A? discovery.talos.dev. (37)');
  const answer = udpFrame(there, here, 53, 40_000, dnsMessage(77, 'discovery.talos.dev', '192.0.2.1'));
  assert.equal(ethernet(answer), 'IP 10.5.0.1.53 > 10.5.0.2.40000: 77 1/0/0 (53)');
  assert.match(ethernet(udpFrame(here, there, 40_000, 53, Buffer.from('no dns'))), /UDP, length 6$/);
});

test('names in packets do not reach the terminal as they are', () => {
  const evil = udpFrame(here, there, 40_000, 53, dnsMessage(1, '\x1b[2J\x9b31m'));
  assert.match(ethernet(evil), /A\? \\x1b\[2JÂ\\x9b31m\. /);
});

test('ARP', () => {
  assert.equal(ethernet(arpFrame(here, there, false)), 'ARP, Request who-has 10.5.0.1 tell 10.5.0.2, length 28');
  assert.equal(ethernet(arpFrame(there, here, true)), 'ARP, Reply 10.5.0.1 is-at 52:54:00:00:00:01, length 28');
});

function ipv6(next: number, payload: Buffer): Buffer {
  const header = Buffer.alloc(40);
  header.writeUInt8(0x60, 0);
  header.writeUInt16BE(payload.length, 4);
  header.writeUInt8(next, 6);
  header.write('fe800000000000000000000000000001', 8, 'hex');
  header.write('ff020000000000000000000000000002', 24, 'hex');
  return Buffer.concat([header, payload]);
}

test('IPv6, its extension headers, and ICMP', () => {
  const raw = (packet: Buffer): string => describePacket(packet, linkTypes.rawIp);
  const echo = Buffer.from('80000000000a0003', 'hex');
  assert.equal(raw(ipv6(58, echo)), 'IP6 fe80::1 > ff02::2: ICMP6, echo request, id 10, seq 3, length 8');
  const solicitation = Buffer.concat([
    Buffer.from('8700000000000000', 'hex'),
    Buffer.from('fe800000000000000000000000000009', 'hex'),
  ]);
  assert.equal(raw(ipv6(58, solicitation)), 'IP6 fe80::1 > ff02::2: ICMP6, neighbor solicitation fe80::9, length 24');
  const hopByHop = Buffer.concat([Buffer.from('3a00050200000000', 'hex'), echo]);
  assert.equal(raw(ipv6(0, hopByHop)), 'IP6 fe80::1 > ff02::2: ICMP6, echo request, id 10, seq 3, length 8');
});

test('ICMP, fragments and other protocols over IPv4', () => {
  const ipv4 = (protocol: number, payload: string, fragment = 0): string => {
    const packet = Buffer.alloc(20 + payload.length / 2);
    packet.writeUInt8(0x45, 0);
    packet.writeUInt16BE(packet.length, 2);
    packet.writeUInt16BE(fragment, 6);
    packet.writeUInt8(protocol, 9);
    packet.write('0a050002', 12, 'hex');
    packet.write('0a050001', 16, 'hex');
    packet.write(payload, 20, 'hex');
    return describePacket(packet, linkTypes.rawIp);
  };
  assert.equal(ipv4(1, '0800000000010002'), 'IP 10.5.0.2 > 10.5.0.1: ICMP echo request, id 1, seq 2, length 8');
  assert.equal(ipv4(1, '0301000000000000'), 'IP 10.5.0.2 > 10.5.0.1: ICMP destination unreachable, length 8');
  assert.equal(ipv4(17, '00000000', 3), 'IP 10.5.0.2 > 10.5.0.1: fragment at 24, length 4');
  assert.equal(ipv4(89, '00'), 'IP 10.5.0.2 > 10.5.0.1: ip-proto-89, length 1');
});

test('VLANs and frames of other kinds', () => {
  const frame = udpFrame(here, there, 1, 2, Buffer.alloc(1));
  const tagged = Buffer.concat([frame.subarray(0, 12), Buffer.from('81000005', 'hex'), frame.subarray(12)]);
  assert.equal(ethernet(tagged), 'vlan 5, IP 10.5.0.2.1 > 10.5.0.1.2: UDP, length 1');
  const lldp = Buffer.concat([frame.subarray(0, 12), Buffer.from('88cc0000', 'hex')]);
  assert.equal(ethernet(lldp), '52:54:00:00:00:02 > 52:54:00:00:00:01, ethertype 0x88cc, length 16');
  assert.equal(describePacket(frame, 113), `link type 113, length ${frame.length}`);
});

test('no packet makes it fail, wherever it is cut or changed', () => {
  const frames = [
    tcpFrame(here, there, {
      source: 1,
      destination: 2,
      sequence: 3,
      acknowledgement: 4,
      flags: 0x18,
      data: Buffer.alloc(3),
    }),
    udpFrame(here, there, 40_000, 53, dnsMessage(1, 'a.b')),
    arpFrame(here, there, false),
    Buffer.concat([Buffer.alloc(12), Buffer.from('86dd', 'hex'), ipv6(0, Buffer.alloc(30))]),
  ];
  let seed = 1;
  const random = (below: number): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return (seed >>> 8) % below;
  };
  for (const frame of frames) {
    for (let length = 0; length <= frame.length; length += 1) ethernet(frame.subarray(0, length));
    for (let round = 0; round < 3000; round += 1) {
      const changed = Buffer.from(frame);
      changed[random(changed.length)] = random(256);
      changed[random(changed.length)] = random(256);
      const text = ethernet(changed);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: there must be none
      assert.doesNotMatch(text, /[\u0000-\u001f\u007f-\u009f]/);
    }
  }
  assert.match(ethernet(frames[0]?.subarray(0, 40) ?? Buffer.alloc(0)), /\[\|tcp\]$/);
});

test('IPv6 addresses are shortened where most is gained', () => {
  const form = (hex: string): string => formatIpv6(Buffer.from(hex, 'hex'));
  assert.equal(form('00000000000000000000000000000000'), '::');
  assert.equal(form('20010db8000000010000000000000001'), '2001:db8:0:1::1');
  assert.equal(form('20010db8000100010001000100010001'), '2001:db8:1:1:1:1:1:1');
  assert.equal(form('fe800000000000000000000000000000'), 'fe80::');
});
