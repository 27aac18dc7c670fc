import { setMaxListeners } from 'node:events';
import {
  constants,
  createSecureServer,
  type Http2SecureServer,
  type IncomingHttpHeaders,
  type ServerHttp2Stream,
} from 'node:http2';
import type { TLSSocket } from 'node:tls';
import { Listener } from '../listener.js';
import { frame, unframe } from './frames.js';
import type { Call, RawHandler } from './handler.js';
import { Code, StatusError, toStatus } from './status.js';

/*
 * A gRPC server that hands every call, known or not, to one handler on encoded messages. A node's API daemon is such a
 * transparent proxy: it answers for methods that nobody registered and passes messages on without decoding them, which
 * the server of grpc-js has no way to do.
 */

export interface ServerTls {
  /** PEM. */
  readonly cert: string;
  /** PEM, label `PRIVATE KEY`. */
  readonly key: string;
  /** PEM certificates that a client's has to be signed by; absent: clients are not asked for one. */
  readonly clientCa?: readonly string[] | undefined;
}

export interface ServerOptions {
  readonly host: string;
  /** 0 for any free one. */
  readonly port: number;
  readonly tls: ServerTls;
  /** Roles of the caller from the organizations in its certificate (none without one). */
  readonly roles: (organizations: readonly string[]) => ReadonlySet<string>;
  readonly handler: RawHandler;
  /** Told about each call when it has ended. */
  readonly onEnd?: ((call: Call, status: StatusError | undefined, milliseconds: number) => void) | undefined;
}

const contentType = 'application/grpc+proto';

/** A served address. `stop` ends every connection and call at once. */
export class RpcServer {
  readonly port: number;
  readonly #server: Http2SecureServer;
  readonly #listener: Listener;
  readonly #down: AbortController;

  private constructor(server: Http2SecureServer, listener: Listener, down: AbortController) {
    this.port = listener.port;
    this.#server = server;
    this.#listener = listener;
    this.#down = down;
  }

  /** Listens. Rejects with the system's error where the address is taken or not this machine's. */
  static async listen(options: ServerOptions): Promise<RpcServer> {
    const { host, port, tls } = options;
    const server = createSecureServer({
      ...context(tls),
      ...(tls.clientCa === undefined ? {} : { requestCert: true, rejectUnauthorized: true }),
      settings: { initialWindowSize: 1024 * 1024, maxConcurrentStreams: 0x7fff_ffff, maxHeaderListSize: 1024 * 1024 },
      // A call to hundreds of nodes names each of them in a header of its own.
      maxHeaderListPairs: 8192,
    });
    server.on('session', (session) => {
      session.on('error', () => session.destroy());
    });
    server.on('sessionError', () => undefined);
    const down = new AbortController();
    // Every call ends with the server.
    setMaxListeners(0, down.signal);
    const onStream = (stream: ServerHttp2Stream, _: IncomingHttpHeaders, __: number, raw: readonly string[]): void => {
      void serve(stream, metadataOf(raw), options, down.signal);
    };
    // Node's types leave out the fourth argument, the only one that keeps repeated headers apart.
    server.on('stream', onStream as (stream: ServerHttp2Stream) => void);
    return new RpcServer(server, await Listener.listen(server, host, port), down);
  }

  /** Swaps certificate and trusted client CAs for the connections to come. */
  setTls(tls: ServerTls): void {
    this.#server.setSecureContext(context(tls));
  }

  async stop(): Promise<void> {
    this.#down.abort();
    await this.#listener.close();
  }
}

function context({ cert, key, clientCa }: ServerTls) {
  return { cert, key, minVersion: 'TLSv1.3' as const, ...(clientCa === undefined ? {} : { ca: [...clientCa] }) };
}

async function serve(
  stream: ServerHttp2Stream,
  metadata: ReadonlyMap<string, readonly string[]>,
  options: ServerOptions,
  down: AbortSignal,
): Promise<void> {
  const started = performance.now();
  const path = metadata.get(':path')?.[0] ?? '';
  const ended = new AbortController();
  const end = (): void => ended.abort();
  down.addEventListener('abort', end, { once: true });
  stream.on('error', end);
  stream.once('close', () => {
    down.removeEventListener('abort', end);
    end();
  });

  if (metadata.get(':method')?.[0] !== 'POST' || !metadata.get('content-type')?.[0]?.startsWith('application/grpc')) {
    stream.respond({ [constants.HTTP2_HEADER_STATUS]: 415 }, { endStream: true });
    return;
  }
  const call: Call = { path, metadata, roles: options.roles(organizationsOf(stream)), signal: ended.signal };
  const timeout = parseTimeout(metadata.get('grpc-timeout')?.[0]);
  let late = false;
  const timer =
    timeout === undefined
      ? undefined
      : setTimeout(() => {
          late = true;
          end();
        }, timeout);

  let status: StatusError | undefined;
  try {
    const requests = unframe(chunksOf(stream), metadata.get('grpc-encoding')?.[0]);
    for await (const message of untilAborted(options.handler(call, requests), ended.signal)) {
      if (!stream.headersSent) respond(stream);
      await write(stream, frame(message));
    }
  } catch (error) {
    status = toStatus(error);
  }
  clearTimeout(timer);
  if (late) status = new StatusError(Code.deadlineExceeded, 'context deadline exceeded');
  else if (ended.signal.aborted) status ??= new StatusError(Code.cancelled, 'context canceled');
  finish(stream, status);
  options.onEnd?.(call, status, performance.now() - started);
}

/** The items until the signal aborts, even where the source would keep us waiting. */
async function* untilAborted<T>(source: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T, void, undefined> {
  const items = source[Symbol.asyncIterator]();
  let stop = (): void => undefined;
  const onAbort = (): void => stop();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    while (!signal.aborted) {
      const next = items.next();
      // Not a race with one promise for all: that would remember every item until the end.
      const result = await new Promise<IteratorResult<T> | undefined>((resolve, reject) => {
        stop = () => resolve(undefined);
        next.then(resolve, reject);
      });
      if (result === undefined) break;
      if (result.done === true) return;
      yield result.value;
    }
    items.return?.().then(undefined, () => undefined);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

function respond(stream: ServerHttp2Stream): void {
  if (stream.destroyed || stream.closed) return;
  stream.respond(
    { [constants.HTTP2_HEADER_STATUS]: 200, [constants.HTTP2_HEADER_CONTENT_TYPE]: contentType },
    { waitForTrailers: true },
  );
}

/** Ends the call: trailers after messages, or headers alone that are trailers at the same time. */
function finish(stream: ServerHttp2Stream, status: StatusError | undefined): void {
  if (stream.destroyed || stream.closed) return;
  const trailers = {
    'grpc-status': String(status?.code ?? Code.ok),
    ...(status === undefined || status.message === '' ? {} : { 'grpc-message': percentEncode(status.message) }),
  };
  if (!stream.headersSent && status !== undefined) {
    stream.respond(
      { [constants.HTTP2_HEADER_STATUS]: 200, [constants.HTTP2_HEADER_CONTENT_TYPE]: contentType, ...trailers },
      { endStream: true },
    );
  } else {
    if (!stream.headersSent) respond(stream);
    stream.once('wantTrailers', () => {
      if (!stream.destroyed) stream.sendTrailers(trailers);
    });
    stream.end();
  }
  // The caller may still be sending: read on into nothing, so that the stream can close.
  stream.resume();
}

async function write(stream: ServerHttp2Stream, data: Buffer): Promise<void> {
  if (stream.destroyed || stream.closed) return;
  if (stream.write(data)) return;
  await new Promise<void>((resolve) => {
    const go = (): void => {
      stream.off('drain', go);
      stream.off('close', go);
      resolve();
    };
    stream.once('drain', go);
    stream.once('close', go);
  });
}

/** The request body. Leaving the loop must not end the stream, which still carries the answer. */
async function* chunksOf(stream: ServerHttp2Stream): AsyncGenerator<Buffer, void, undefined> {
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) yield chunk as Buffer;
}

function metadataOf(rawHeaders: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const metadata = new Map<string, string[]>();
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? '';
    const value = rawHeaders[i + 1] ?? '';
    const values = metadata.get(name);
    if (values === undefined) metadata.set(name, [value]);
    else values.push(value);
  }
  return metadata;
}

function organizationsOf(stream: ServerHttp2Stream): readonly string[] {
  const socket = stream.session?.socket as TLSSocket | undefined;
  const organizations: string | string[] | undefined = socket?.getPeerCertificate?.()?.subject?.O;
  if (organizations === undefined) return [];
  return typeof organizations === 'string' ? [organizations] : organizations;
}

const timeoutUnits: Readonly<Record<string, number>> = { H: 3_600_000, M: 60_000, S: 1000, m: 1, u: 1e-3, n: 1e-6 };

/** The header grpc-timeout in milliseconds. */
function parseTimeout(text: string | undefined): number | undefined {
  const match = text === undefined ? null : /^(\d{1,8})([HMSmun])$/.exec(text);
  if (match === null) return undefined;
  return Math.min(Number(match[1]) * (timeoutUnits[match[2] ?? ''] ?? 0), 0x7fff_ffff);
}

/** The form of grpc-message: printable ASCII as it is, everything else as %XX of its UTF-8 bytes. */
function percentEncode(text: string): string {
  let out = '';
  for (const byte of Buffer.from(text, 'utf8')) {
    out +=
      byte >= 0x20 && byte <= 0x7e && byte !== 0x25
        ? String.fromCharCode(byte)
        : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return out;
}
