import { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';

interface Chunk {
  readonly chunk: Buffer;
}

/**
 * What carries an HTTP/2 session: the bytes of a connection, as a stream that is no socket. From a socket Node's HTTP/2
 * reads and writes natively, and does not bear a write that fails: with more to send, the session neither reads nor
 * closes ever after, and one that fails while data is being received is reported in the middle of that, which corrupts the
 * heap. This stream reports in a turn of its own, and closes when the connection ends in any way.
 */
export class Transport extends Duplex {
  readonly #socket: TLSSocket;

  constructor(socket: TLSSocket) {
    super();
    this.#socket = socket;
    socket.on('data', (bytes: Buffer) => {
      if (!this.push(bytes)) socket.pause();
    });
    socket.on('error', (error) => this.destroy(error));
    socket.once('end', () => this.destroy()).once('close', () => this.destroy());
    if (socket.destroyed) this.destroy();
  }

  override _read(): void {
    this.#socket.resume();
  }

  override _write(bytes: Buffer, _: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.write(bytes, done);
  }

  override _writev(chunks: readonly Chunk[], done: (error?: Error | null) => void): void {
    this.#socket.write(Buffer.concat(chunks.map(({ chunk }) => chunk)), done);
  }

  override _final(done: () => void): void {
    this.#socket.end(done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#socket.destroy();
    done(error);
  }
}
