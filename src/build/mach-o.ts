import { createHash } from 'node:crypto';

/**
 * Signatures of Mach-O executables (64 bit, little-endian), as macOS checks them before it runs one: a directory of the
 * hashes of all pages before the signature, which ends the file. An ad-hoc signature names no signer, and says only that
 * the file is whole.
 */
interface Layout {
  /** Where the load command of the signature lies; its data's offset and size stand 8 and 12 bytes behind. */
  readonly signature: number;
  /** Where the load command of the segment lies that ends the file with the signature. */
  readonly linkEdit: number;
  readonly text: number;
}

const magic = { executable: 0xfeedfacf, superBlob: 0xfade0cc0, codeDirectory: 0xfade0c02 };
const command = { segment: 0x19, signature: 0x1d };
const headerSize = 32;
const sha256 = 2;
const sha256Size = 32;
const pageBits = 12;
/** Made by a tool that links, without a signer. */
const adHoc = 0x2_0002;
const mainExecutable = 1n;

/** Whether an executable has a signature, and all of it is as it was signed. */
export function isSigned(file: Buffer): boolean {
  const { signature } = layout(file);
  const begin = file.readUInt32LE(signature + 8);
  if (begin + 12 > file.length || file.readUInt32BE(begin) !== magic.superBlob) return false;
  const directory = begin + file.readUInt32BE(begin + 16);
  if (file.readUInt32BE(directory) !== magic.codeDirectory) return false;
  const count = file.readUInt32BE(directory + 28);
  const codeSize = file.readUInt32BE(directory + 32);
  const [hashSize, hashType, , bits] = file.subarray(directory + 36, directory + 40);
  if (codeSize !== begin || hashSize !== sha256Size || hashType !== sha256 || bits === undefined) return false;
  const hashes = directory + file.readUInt32BE(directory + 16);
  return pageHashes(file.subarray(0, codeSize), bits).equals(file.subarray(hashes, hashes + count * hashSize));
}

/**
 * Gives an executable with an ad-hoc signature in the place of the one that it has.
 * @param identifier what the signature calls the program
 */
export function signAdHoc(file: Buffer, identifier: string): Buffer {
  const { signature, linkEdit, text } = layout(file);
  const codeSize = file.readUInt32LE(signature + 8);
  const code = Buffer.from(file.subarray(0, codeSize));
  const name = Buffer.from(`${identifier}\0`);
  const blobHeader = 20;
  const directoryHeader = 88;
  const hashes = directoryHeader + name.length;
  const directorySize = hashes + Math.ceil(codeSize / 2 ** pageBits) * sha256Size;
  const size = blobHeader + directorySize;

  // The load commands are part of what is signed.
  code.writeUInt32LE(size, signature + 12);
  const linkEditSize = BigInt(codeSize + size) - code.readBigUInt64LE(linkEdit + 40);
  code.writeBigUInt64LE(linkEditSize, linkEdit + 48);
  const largestPage = 0x4000n;
  code.writeBigUInt64LE(((linkEditSize + largestPage - 1n) / largestPage) * largestPage, linkEdit + 32);

  const head = Buffer.alloc(blobHeader + directoryHeader);
  const numbers = [magic.superBlob, size, 1, 0, blobHeader];
  numbers.push(magic.codeDirectory, directorySize, 0x2_0400, adHoc, hashes, directoryHeader);
  numbers.push(0, Math.ceil(codeSize / 2 ** pageBits), codeSize);
  for (const [at, number] of numbers.entries()) head.writeUInt32BE(number, at * 4);
  head.set([sha256Size, sha256, 0, pageBits], blobHeader + 36);
  head.writeBigUInt64BE(code.readBigUInt64LE(text + 40), blobHeader + 64);
  head.writeBigUInt64BE(code.readBigUInt64LE(text + 48), blobHeader + 72);
  head.writeBigUInt64BE(mainExecutable, blobHeader + 80);
  return Buffer.concat([code, head, name, pageHashes(code, pageBits)]);
}

function pageHashes(code: Buffer, bits: number): Buffer {
  const size = 2 ** bits;
  const pages = Array.from({ length: Math.ceil(code.length / size) }, (_, at) =>
    code.subarray(at * size, (at + 1) * size),
  );
  return Buffer.concat(pages.map((page) => createHash('sha256').update(page).digest()));
}

function layout(file: Buffer): Layout {
  if (file.length < headerSize || file.readUInt32LE(0) !== magic.executable) throw new Error('this is no Mach-O file');
  const found = new Map<string, number>();
  let at = headerSize;
  for (let left = file.readUInt32LE(16); left > 0; left--) {
    const kind = file.readUInt32LE(at);
    if (kind === command.signature) found.set('signature', at);
    if (kind === command.segment) found.set(file.toString('latin1', at + 8, at + 24).replace(/\0+$/, ''), at);
    at += file.readUInt32LE(at + 4);
  }
  const place = (name: string): number => {
    const offset = found.get(name);
    if (offset === undefined) throw new Error(`the Mach-O file has no ${name}`);
    return offset;
  };
  return { signature: place('signature'), linkEdit: place('__LINKEDIT'), text: place('__TEXT') };
}
