import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { TalosctlError } from '../errors/errors.js';

const block = 512;

/**
 * The content of one file in a .tar.gz archive, as nodes send them. An archive that ends without its final blocks is
 * taken as it is.
 * @throws TalosctlError where the archive is broken or has no such file
 */
export async function extractFile(archive: Uint8Array, name: string): Promise<Buffer> {
  let tar: Buffer;
  try {
    tar = await promisify(gunzip)(archive);
  } catch (error) {
    throw new TalosctlError(`what the node sent is no .tar.gz archive: ${(error as Error).message}`, { cause: error });
  }
  for (let at = 0; at + block <= tar.length; ) {
    const header = tar.subarray(at, at + block);
    if (header[0] === 0) break;
    const size = Number.parseInt(field(header, 124, 12), 8);
    if (!Number.isInteger(size)) throw new TalosctlError('the archive that the node sent is broken');
    const start = at + block;
    if (field(header, 0, 100).replace(/^(\.?\/)+/, '') === name) {
      if (start + size > tar.length) throw new TalosctlError(`the archive that the node sent ends within ${name}`);
      return tar.subarray(start, start + size);
    }
    at = start + Math.ceil(size / block) * block;
  }
  throw new TalosctlError(`the archive that the node sent has no file ${name}`);
}

function field(header: Buffer, start: number, length: number): string {
  const bytes = header.subarray(start, start + length);
  const end = bytes.indexOf(0);
  return bytes
    .subarray(0, end < 0 ? length : end)
    .toString('utf8')
    .trim();
}
