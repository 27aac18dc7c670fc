import type { AddressInfo, Socket } from 'node:net';
import type { Server } from 'node:tls';

/** A server that listens, and its connections, those in the middle of a handshake too. */
export class Listener {
  readonly #server: Server;
  readonly #connections = new Set<Socket>();

  private constructor(server: Server) {
    this.#server = server;
    const track = (socket: Socket): void => {
      this.#connections.add(socket);
      socket.once('close', () => this.#connections.delete(socket));
    };
    server.on('connection', track);
    server.on('secureConnection', track);
    // A client that fails the handshake is no event on a node either.
    server.on('tlsClientError', (_error, socket) => socket.destroy());
  }

  /** Listens; port 0 is any free one. Rejects with the system's error where the address is taken or not this machine's. */
  static async listen(server: Server, host: string, port: number): Promise<Listener> {
    const listener = new Listener(server);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, () => {
        server.off('error', reject);
        resolve();
      });
    });
    return listener;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Ends every connection at once, without a goodbye. */
  drop(): void {
    for (const socket of this.#connections) socket.destroy();
  }

  /** The same, and no longer listens. */
  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.drop();
    await closed;
  }
}
