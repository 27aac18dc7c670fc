import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer, type PeerCertificate, type Server, type TLSSocket } from 'node:tls';
import { Listener } from '../listener.js';
import type { ServerTls } from '../rpc/server.js';
import { type ApiAnswer, type ApiIdentity, type ApiStream, answer } from './api.js';
import type { KubeCluster } from './cluster.js';
import { KubeFailure } from './failure.js';

export interface KubeServerOptions {
  readonly host: string;
  readonly port: number;
  readonly tls: ServerTls;
  readonly cluster: KubeCluster;
  /** Of the API server, as it is now: `1.36.3`. */
  readonly version: () => string;
  /** Told about a defect of the simulation. */
  readonly onFault: (error: unknown) => void;
}

const largestBody = 3 * 1024 * 1024;
const adminGroup = 'system:masters';
const open = ['/version', '/healthz', '/livez', '/readyz'];

/** The API server of a control plane node: HTTPS with client certificates of the cluster's authority. */
export class KubeServer {
  readonly port: number;
  readonly #server: Server;
  readonly #listener: Listener;
  readonly #down: AbortController;

  private constructor(server: Server, listener: Listener, down: AbortController) {
    this.port = listener.port;
    this.#server = server;
    this.#listener = listener;
    this.#down = down;
  }

  static async listen(options: KubeServerOptions): Promise<KubeServer> {
    const { host, port, tls, onFault } = options;
    const server = createServer({
      ...context(tls),
      requestCert: true,
      ALPNProtocols: ['http/1.1'],
      // Whoever shows no certificate, or a wrong one, is answered that much.
      rejectUnauthorized: false,
    });
    const down = new AbortController();
    // TLS and HTTP are put together here: not every runtime's HTTPS server tells who the client is.
    const http = createHttpServer((request: IncomingMessage, response: ServerResponse) => {
      serve(request, response, options, down.signal).catch((error: unknown) => {
        onFault(error);
        response.destroy();
      });
    });
    server.on('secureConnection', (socket) => {
      socket.on('error', () => socket.destroy());
      http.emit('connection', socket);
    });
    return new KubeServer(server, await Listener.listen(server, host, port), down);
  }

  /** Shows another certificate, trusts other clients: from the next connection on, and those that stand end. */
  setTls(tls: ServerTls): void {
    this.#server.setSecureContext(context(tls));
    this.#listener.drop();
  }

  async stop(): Promise<void> {
    this.#down.abort();
    await this.#listener.close();
  }
}

function context({ cert, key, clientCa }: ServerTls) {
  return { cert, key, ca: [...(clientCa ?? [])], minVersion: 'TLSv1.2' as const };
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  options: KubeServerOptions,
  down: AbortSignal,
): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const signal = AbortSignal.any([gone.signal, down]);
  try {
    const url = new URL(request.url ?? '/', 'https://api');
    const { host, port, cluster } = options;
    authorize(request, url.pathname);
    const identity: ApiIdentity = { version: options.version(), address: `${host}:${port}` };
    const given = answer(cluster, identity, {
      method: request.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      accept: request.headers.accept ?? '',
      contentType: request.headers['content-type'] ?? '',
      body: await read(request),
      signal,
    });
    if ('pieces' in given) await stream(response, given);
    else send(response, given);
  } catch (error) {
    if (signal.aborted) return;
    if (!(error instanceof KubeFailure)) throw error;
    send(response, { code: error.code, body: error.status() });
  }
}

/** The admin's certificate opens everything; what stands open for everybody is what probes ask. */
function authorize(request: IncomingMessage, path: string): void {
  const socket = request.socket as TLSSocket;
  // Empty, or nothing at all, where none is shown.
  const shown = (socket.getPeerCertificate() ?? {}) as Partial<PeerCertificate>;
  const subject = socket.authorized
    ? (shown.subject as { O?: string | string[]; CN?: string | string[] } | undefined)
    : undefined;
  if (subject === undefined) {
    if (open.includes(path.replace(/\/$/, '')) && Object.keys(shown).length === 0) return;
    throw new KubeFailure(401, 'Unauthorized', 'Unauthorized');
  }
  const groups = [subject.O ?? []].flat();
  if (groups.includes(adminGroup)) return;
  throw new KubeFailure(
    403,
    'Forbidden',
    `forbidden: User ${JSON.stringify([subject.CN].flat()[0] ?? '')} cannot do that`,
  );
}

async function read(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > largestBody) throw new KubeFailure(413, 'RequestEntityTooLarge', 'the request is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function send(response: ServerResponse, { code, body }: ApiAnswer): void {
  const { type, content } = encoded(body);
  response.writeHead(code, { 'content-type': type });
  response.end(content);
}

function encoded(body: ApiAnswer['body']): { readonly type: string; readonly content: string | Buffer } {
  if (typeof body === 'string') return { type: 'text/plain; charset=utf-8', content: body };
  if (isBytes(body)) return { type: body.type, content: body.bytes };
  return { type: 'application/json', content: JSON.stringify(body) };
}

function isBytes(body: ApiAnswer['body']): body is { readonly type: string; readonly bytes: Buffer } {
  return typeof body === 'object' && body !== null && 'bytes' in body && Buffer.isBuffer(body.bytes);
}

async function stream(response: ServerResponse, { type, pieces }: ApiStream): Promise<void> {
  response.writeHead(200, { 'content-type': type });
  response.flushHeaders();
  for await (const piece of pieces) await write(response, piece);
  response.end();
}

async function write(response: ServerResponse, piece: string | Buffer): Promise<void> {
  if (response.write(piece) || response.destroyed) return;
  await new Promise<void>((resolve) => {
    response.once('drain', resolve);
    response.once('close', resolve);
  });
}
