import { gunzipSync } from 'node:zlib';
import { Code, StatusError } from './status.js';

/** Largest message taken and sent, as on a node. */
export const maxMessageSize = 32 * 1024 * 1024;

const prefixSize = 5;

/** Puts the five-byte prefix (not compressed, length) before an encoded message. */
export function frame(message: Uint8Array): Buffer {
  const framed = Buffer.allocUnsafe(prefixSize + message.length);
  framed[0] = 0;
  framed.writeUInt32BE(message.length, 1);
  framed.set(message, prefixSize);
  return framed;
}

/** Cuts the messages out of a request body. `encoding` is the header grpc-encoding. */
export async function* unframe(
  chunks: AsyncIterable<Buffer>,
  encoding: string | undefined,
  limit: number = maxMessageSize,
): AsyncGenerator<Buffer, void, undefined> {
  let pending: Buffer[] = [];
  let size = 0;
  let needed = prefixSize;
  for await (const chunk of chunks) {
    pending.push(chunk);
    size += chunk.length;
    while (size >= needed) {
      const buffer = pending.length === 1 && pending[0] !== undefined ? pending[0] : Buffer.concat(pending, size);
      const length = buffer.readUInt32BE(1);
      if (length > limit) {
        throw new StatusError(
          Code.resourceExhausted,
          `grpc: received message larger than max (${length} vs. ${limit})`,
        );
      }
      if (size < prefixSize + length) {
        pending = [buffer];
        needed = prefixSize + length;
        break;
      }
      const message = buffer.subarray(prefixSize, prefixSize + length);
      yield buffer[0] === 1 ? inflate(message, encoding, limit) : message;
      const rest = buffer.subarray(prefixSize + length);
      pending = rest.length > 0 ? [rest] : [];
      size = rest.length;
      needed = prefixSize;
    }
  }
  if (size > 0) throw new StatusError(Code.internal, 'the call ended in the middle of a message');
}

function inflate(message: Buffer, encoding: string | undefined, limit: number): Buffer {
  if (encoding !== 'gzip') {
    throw new StatusError(
      Code.unimplemented,
      `grpc: Decompressor is not installed for grpc-encoding "${encoding ?? ''}"`,
    );
  }
  try {
    return gunzipSync(message, { maxOutputLength: limit });
  } catch {
    throw new StatusError(Code.internal, 'grpc: failed to decompress the received message');
  }
}
