import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSigned, signAdHoc } from '../../src/build/mach-o.js';

/** An executable of three pages and a half, with room for a signature of 64 bytes that nobody has filled. */
function executable(): Buffer {
  const codeSize = 3 * 4096 + 2048;
  const file = Buffer.alloc(codeSize + 64, 'code');
  const segment = (name: string, begin: number, end: number): Buffer => {
    const command = Buffer.alloc(72);
    command.writeUInt32LE(0x19, 0);
    command.writeUInt32LE(command.length, 4);
    command.write(name, 8, 'latin1');
    command.writeBigUInt64LE(0x4000n, 32);
    command.writeBigUInt64LE(BigInt(begin), 40);
    command.writeBigUInt64LE(BigInt(end - begin), 48);
    return command;
  };
  const signature = Buffer.alloc(16);
  for (const [at, value] of [0x1d, signature.length, codeSize, 64].entries()) signature.writeUInt32LE(value, at * 4);
  const commands = [segment('__TEXT', 0, 8192), segment('__LINKEDIT', 8192, file.length), signature];
  file.writeUInt32LE(0xfeedfacf, 0);
  file.writeUInt32LE(commands.length, 16);
  Buffer.concat(commands).copy(file, 32);
  return file;
}

test('an executable with a signature that was never written is not signed', () => {
  assert.equal(isSigned(executable()), false);
});

test('an ad-hoc signature is valid, and gives each executable but one form', () => {
  const signed = signAdHoc(executable(), 'talosctl');
  assert.equal(isSigned(signed), true);
  assert.deepEqual(signAdHoc(signed, 'talosctl'), signed);
  assert.ok(signed.includes('talosctl\0'));
});

test('a change of any byte before the signature, or of one hash, is noticed', () => {
  const signed = signAdHoc(executable(), 'talosctl');
  for (const place of [31, 4096, 3 * 4096 + 2047, signed.length - 1]) {
    const changed = Buffer.from(signed);
    changed.writeUInt8(changed.readUInt8(place) ^ 1, place);
    assert.equal(isSigned(changed), false, `byte ${place}`);
  }
});

test('the segment that holds the signature ends with the file', () => {
  const signed = signAdHoc(executable(), 'talosctl');
  const linkEdit = 32 + 72;
  assert.equal(signed.readBigUInt64LE(linkEdit + 40) + signed.readBigUInt64LE(linkEdit + 48), BigInt(signed.length));
});

test('what is no Mach-O file is refused', () => {
  assert.throws(() => isSigned(Buffer.from('#!/bin/sh\n')), /no Mach-O file/);
});
