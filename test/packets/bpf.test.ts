import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TalosctlError } from '../../src/errors/errors.js';
import { faultOf, parseBpf, runBpf } from '../../src/packets/bpf.js';

/** As tcpdump -dd prints it for `udp port 53`, in short. */
const udpPort53 = `
{ 0x28, 0, 0, 0x0000000c },
{ 0x15, 0, 8, 0x00000800 },
{ 0x30, 0, 0, 0x00000017 },
{ 0x15, 0, 6, 0x00000011 },
{ 0xb1, 0, 0, 0x0000000e },
{ 0x48, 0, 0, 0x0000000e },
{ 0x15, 2, 0, 0x00000035 },
{ 0x48, 0, 0, 0x00000010 },
{ 0x15, 0, 1, 0x00000035 },
{ 0x6, 0, 0, 0x00040000 },
{ 0x6, 0, 0, 0x00000000 },
`;

test('the output of tcpdump -dd is read', () => {
  const program = parseBpf(udpPort53);
  assert.equal(program.length, 11);
  assert.deepEqual(program[1], { op: 0x15, jt: 0, jf: 8, k: 0x800 });
  assert.deepEqual(parseBpf(udpPort53.replaceAll('\n', '\r\n')), program);
  assert.deepEqual(parseBpf('{0x6,0,0,262144}'), [{ op: 6, jt: 0, jf: 0, k: 262_144 }]);
  assert.deepEqual(parseBpf(' \n'), []);
});

const wrong: Readonly<Record<string, RegExp>> = {
  'tcp port 80': /line 1: "tcp port 80" is no instruction/,
  '{ 0x6, 0, 0, 0 },\n{ 0x28, 0, 0 },': /line 2: .* is no instruction/,
  '{ 0x6, 256, 0, 0 },': /256 is no number that fits/,
  '{ 0x6, 0, 0, 0x100000000 },': /0x100000000 is no number that fits/,
  '{ x, 0, 0, 0 },': /x is no number that fits/,
  '{ 0x28, 0, 0, 0xc },': /it does not end with a return/,
  '{ 0x15, 9, 0, 0 },\n{ 0x6, 0, 0, 0 },': /instruction 1 jumps behind the end/,
  '{ 0x5, 0, 0, 1 },\n{ 0x6, 0, 0, 0 },': /instruction 1 jumps behind the end/,
};

for (const [text, message] of Object.entries(wrong)) {
  test(`refused: ${JSON.stringify(text)}`, () => {
    assert.throws(
      () => parseBpf(text),
      (error) => {
        assert.ok(error instanceof TalosctlError);
        assert.match(error.message, message);
        assert.match(error.hint ?? '', /tcpdump -dd/);
        return true;
      },
    );
  });
}

test('a program that is too long', () => {
  const program = Array.from({ length: 4097 }, () => ({ op: 6, jt: 0, jf: 0, k: 0 }));
  assert.match(faultOf(program) ?? '', /more than 4096/);
});

function packet(protocol: number, source: number, destination: number): Buffer {
  const bytes = Buffer.alloc(60);
  bytes.writeUInt16BE(0x0800, 12);
  bytes.writeUInt8(0x45, 14);
  bytes.writeUInt8(protocol, 23);
  bytes.writeUInt16BE(source, 34);
  bytes.writeUInt16BE(destination, 36);
  return bytes;
}

test('a filter lets through what it names', () => {
  const program = parseBpf(udpPort53);
  assert.equal(runBpf(program, packet(17, 53, 4000)), 0x40000);
  assert.equal(runBpf(program, packet(17, 4000, 53)), 0x40000);
  assert.equal(runBpf(program, packet(17, 4000, 54)), 0);
  assert.equal(runBpf(program, packet(6, 53, 53)), 0);
  assert.equal(runBpf(program, Buffer.alloc(4)), 0, 'a packet that is too short');
  assert.equal(runBpf([], packet(6, 1, 1)), 0);
});

/** Loads two numbers, and gives what an operation makes of them. */
function compute(operation: number, left: number, right: number): number {
  return runBpf(
    [
      { op: 0x01, jt: 0, jf: 0, k: right },
      { op: 0x00, jt: 0, jf: 0, k: left },
      { op: 0x04 | operation | 0x08, jt: 0, jf: 0, k: 0 },
      { op: 0x16, jt: 0, jf: 0, k: 0 },
    ],
    Buffer.alloc(1),
  );
}

test('arithmetic has 32 bits', () => {
  const cases: readonly (readonly [operation: number, left: number, right: number, result: number])[] = [
    [0x00, 0xffff_ffff, 2, 1],
    [0x10, 1, 2, 0xffff_ffff],
    [0x20, 0x10001, 0x10001, 0x20001],
    [0x30, 7, 2, 3],
    [0x30, 7, 0, 0],
    [0x40, 1, 0x8000_0000, 0x8000_0001],
    [0x50, 0xff00, 0x0ff0, 0x0f00],
    [0x60, 1, 31, 0x8000_0000],
    [0x60, 1, 32, 0],
    [0x70, 0x8000_0000, 31, 1],
    [0x80, 1, 0, 0xffff_ffff],
    [0x90, 7, 4, 3],
    [0xa0, 5, 1, 4],
  ];
  for (const [operation, left, right, result] of cases) {
    assert.equal(compute(operation, left, right), result, `${operation.toString(16)} ${left} ${right}`);
  }
});

test('memory, the length of the packet, and the index register', () => {
  const program = [
    { op: 0x80, jt: 0, jf: 0, k: 0 },
    { op: 0x02, jt: 0, jf: 0, k: 3 },
    { op: 0x61, jt: 0, jf: 0, k: 3 },
    { op: 0x87, jt: 0, jf: 0, k: 0 },
    { op: 0x16, jt: 0, jf: 0, k: 0 },
  ];
  assert.equal(runBpf(program, Buffer.alloc(77)), 77);
});
