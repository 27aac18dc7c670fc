import assert from 'node:assert/strict';
import { inflateRawSync } from 'node:zlib';

export interface ZipEntry {
  readonly name: string;
  readonly content: Buffer;
}

/** The entries of a zip archive by its directory, each held against its own header. */
export function readZip(archive: Buffer): readonly ZipEntry[] {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  assert.ok(end >= 0, 'the archive has an end');
  const count = archive.readUInt16LE(end + 10);
  let at = archive.readUInt32LE(end + 16);
  const entries: ZipEntry[] = [];
  for (let index = 0; index < count; index += 1) {
    assert.equal(archive.readUInt32LE(at), 0x0201_4b50);
    const [packedSize, size] = [archive.readUInt32LE(at + 20), archive.readUInt32LE(at + 24)];
    const [nameLength, extraLength] = [archive.readUInt16LE(at + 28), archive.readUInt16LE(at + 30)];
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    const offset = archive.readUInt32LE(at + 42);
    assert.equal(archive.readUInt32LE(offset), 0x0403_4b50);
    assert.equal(archive.toString('utf8', offset + 30, offset + 30 + nameLength), name);
    assert.ok(archive.subarray(offset + 14, offset + 26).equals(archive.subarray(at + 16, at + 28)), 'same sizes');
    const start = offset + 30 + nameLength + archive.readUInt16LE(offset + 28);
    const content = inflateRawSync(archive.subarray(start, start + packedSize));
    assert.equal(content.length, size);
    entries.push({ name, content });
    at += 46 + nameLength + extraLength;
  }
  assert.equal(at, end);
  return entries;
}
