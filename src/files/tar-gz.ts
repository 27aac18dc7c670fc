import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { TalosctlError } from '../errors/errors.js';
import { readTar, type TarEntry } from './tar-reader.js';

/** Bytes unpacked at once: smaller pieces take longer in all, as larger ones do, which leave the processor's cache. */
const pieceSize = 256 * 1024;

/**
 * The entries of a .tar.gz archive as they come.
 * @throws TalosctlError where the archive is broken, and whatever its source throws
 */
export function readTarGz(archive: AsyncIterable<Buffer>): AsyncGenerator<TarEntry, void, undefined> {
  return readTar(gunzipped(archive));
}

/**
 * The content of one file in a .tar.gz archive, as nodes send them. An archive that ends without its final blocks is
 * taken as it is.
 * @throws TalosctlError where the archive is broken or has no such file
 */
export async function extractFile(archive: Buffer, name: string): Promise<Buffer> {
  const source = async function* (): AsyncGenerator<Buffer, void, undefined> {
    yield archive;
  };
  for await (const entry of readTarGz(source())) {
    if (entry.kind !== 'file' || entry.name.replace(/^(\.?\/)+/, '') !== name) continue;
    const pieces: Buffer[] = [];
    for await (const piece of entry.content) pieces.push(piece);
    return Buffer.concat(pieces);
  }
  throw new TalosctlError(`the archive that the node sent has no file ${name}`);
}

async function* gunzipped(archive: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  const gunzip = createGunzip({ chunkSize: pieceSize });
  const fed = pipeline(archive, gunzip);
  // Whoever reads gets the failure first.
  fed.catch(() => undefined);
  try {
    yield* gunzip as AsyncIterable<Buffer>;
    await fed;
  } catch (error) {
    if (!isZlibError(error)) throw error;
    throw new TalosctlError(`what the node sent is no .tar.gz archive: ${error.message}`, { cause: error });
  }
}

function isZlibError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && /^Z_/.test(String(error.code));
}
