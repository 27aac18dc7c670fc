import { type ClientHttp2Session, connect as connectHttp2 } from 'node:http2';
import type { TLSSocket } from 'node:tls';
import { DialError, dial, type Route } from './dial.js';
import { formatAddress, hostWithoutZone } from './endpoint.js';
import { Transport } from './transport.js';

/** Bytes that may be under way to a reader that has not taken them: as much as other Talos clients allow. */
const flowControlWindow = 32 * 65535;

/** The way to one endpoint: one HTTP/2 connection for all calls, made when the first one needs it. */
export class Channel {
  readonly #route: Route;
  readonly #closed = new AbortController();
  #opening: Promise<ClientHttp2Session> | undefined;
  #session: ClientHttp2Session | undefined;
  /** With those that take no new calls any more. */
  readonly #sessions = new Set<ClientHttp2Session>();

  constructor(route: Route) {
    this.#route = route;
  }

  /** The connection; where there is none any more, a new one. Rejects with a DialError. */
  session(): Promise<ClientHttp2Session> {
    // One that has ended says so later.
    if (this.#session?.destroyed === true || this.#session?.closed === true) this.#forget(this.#session);
    this.#opening ??= this.#open();
    return this.#opening;
  }

  /** Ends calls and connections, those that are only being made too. */
  close(): void {
    this.#closed.abort();
    for (const session of this.#sessions) destroySoon(session);
  }

  #forget(session: ClientHttp2Session): void {
    if (this.#session !== session) return;
    this.#session = undefined;
    this.#opening = undefined;
  }

  async #open(): Promise<ClientHttp2Session> {
    try {
      const socket = await dial(this.#route, this.#closed.signal);
      const { host, port } = this.#route.endpoint;
      const session = await startSession(socket, formatAddress(hostWithoutZone(host), port));
      if (this.#closed.signal.aborted) {
        destroySoon(session);
        throw new DialError('session', 'the connection is not wanted any more');
      }
      this.#session = session;
      this.#sessions.add(session);
      // Calls that are under way may go on after the other side has said that it takes no new ones.
      session.once('goaway', () => this.#forget(session));
      session.once('close', () => {
        this.#forget(session);
        this.#sessions.delete(session);
      });
      return session;
    } catch (error) {
      this.#opening = undefined;
      throw error;
    }
  }
}

/**
 * HTTP/2 over a connection that stands. It stands for good once the other side has sent its settings: with TLS 1.3 a
 * server refuses a client certificate only after the client is through.
 */
function startSession(socket: TLSSocket, authority: string): Promise<ClientHttp2Session> {
  return new Promise((resolve, reject) => {
    const session = connectHttp2(`https://${authority}`, {
      createConnection: () => new Transport(socket),
      settings: { initialWindowSize: flowControlWindow, enablePush: false },
      maxSessionMemory: Number.MAX_SAFE_INTEGER,
    });
    const fail = (error?: Error): void => {
      reject(new DialError('session', error?.message ?? closedEarly));
      session.destroy();
      socket.destroy();
    };
    const onClose = (): void => fail();
    // A session does not hear everything that happens to its socket, and the socket closes with no error by itself.
    session.on('error', fail).once('close', onClose);
    socket.on('error', fail).once('close', onClose);
    if (socket.destroyed) fail();
    session.once('remoteSettings', () => {
      session.off('close', onClose);
      socket.off('close', onClose);
      session.setLocalWindowSize(flowControlWindow);
      resolve(session);
    });
  });
}

/** How the reason of a DialError starts where the other side has hung up without a word. */
export const closedEarly = 'the connection was closed before the first answer';

/** Ends a session outside of its own callbacks: while it is receiving, Node must not be made to send. */
function destroySoon(session: ClientHttp2Session): void {
  setImmediate(() => session.destroy());
}
