import { connect as connectTcp, type Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { Endpoint } from './endpoint.js';
import type { Lookup } from './lookup.js';
import type { ProxyServer } from './proxy.js';
import { secure, type TlsSettings } from './tls.js';
import { openTunnel } from './tunnel.js';

/** How far the way to an endpoint was open. */
export type DialStage = 'lookup' | 'tcp' | 'tls' | 'session';

/** There is no connection; nothing of a call has left this machine. */
export class DialError extends Error {
  override readonly name = 'DialError';
  readonly stage: DialStage;
  /** @param reason starts with, or holds, the error code where there is one */
  constructor(stage: DialStage, reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.stage = stage;
  }
}

/** How an endpoint is reached. */
export interface Route {
  readonly endpoint: Endpoint;
  readonly proxy: ProxyServer | undefined;
  readonly tls: TlsSettings;
  readonly addressesOf: Lookup;
}

/** Silence of a connection before TCP asks whether the other side is there. */
const keepAliveAfter = 15_000;
/** Milliseconds that one address of several gets before the next one is tried beside it. */
const headStart = 250;

/** Connects to an endpoint up to TLS, through its proxy where there is one. Rejects with a DialError, also when aborted. */
export async function dial({ endpoint, proxy, tls, addressesOf }: Route, signal: AbortSignal): Promise<TLSSocket> {
  const { host, port } = proxy ?? endpoint;
  const addresses = await stage('lookup', addressesOf(host), (error) => `Name resolution failed: ${error.message}`);
  const socket = await stage('tcp', connectToFirst(addresses, port, signal));
  const giveUp = (): void => void socket.destroy();
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    if (signal.aborted) throw new DialError('tcp', 'the connection is not wanted any more');
    // When the connection is given up, the end comes as an error.
    socket.on('error', giveUp);
    socket.setNoDelay(true).setKeepAlive(true, keepAliveAfter);
    const passedOn = proxy === undefined ? socket : await stage('tls', openTunnel(socket, proxy, endpoint));
    return await stage('tls', secure(passedOn, endpoint, tls));
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

async function stage<T>(
  name: DialStage,
  step: Promise<T>,
  reason: (error: Error) => string = ({ message }) => message,
): Promise<T> {
  try {
    return await step;
  } catch (error) {
    throw new DialError(name, reason(error instanceof Error ? error : new Error(String(error))), { cause: error });
  }
}

/** The first address that answers wins. Rejects with the last failure when none does. */
function connectToFirst(addresses: readonly string[], port: number, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const waiting = [...addresses];
    const attempts = new Set<Socket>();
    let hurry: NodeJS.Timeout | undefined;
    const stop = (): void => {
      clearTimeout(hurry);
      waiting.length = 0;
      signal.removeEventListener('abort', giveUp);
    };
    const giveUp = (): void => {
      stop();
      for (const attempt of attempts) attempt.destroy();
      reject(new Error('the connection is not wanted any more'));
    };
    const tryNext = (): void => {
      clearTimeout(hurry);
      const address = waiting.shift();
      if (address === undefined) return;
      const attempt = connectTcp({ host: address, port });
      attempts.add(attempt);
      attempt.once('connect', () => {
        attempts.delete(attempt);
        stop();
        for (const slower of attempts) slower.destroy();
        resolve(attempt);
      });
      attempt.once('error', (error) => {
        attempts.delete(attempt);
        if (waiting.length > 0) return tryNext();
        if (attempts.size > 0) return;
        stop();
        reject(error);
      });
      if (waiting.length > 0) hurry = setTimeout(tryNext, headStart);
    };
    if (signal.aborted) return giveUp();
    if (waiting.length === 0) return reject(new Error('ENOTFOUND: the name has no address'));
    signal.addEventListener('abort', giveUp, { once: true });
    tryNext();
  });
}
