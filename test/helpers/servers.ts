import type { TestContext } from 'node:test';
import {
  type Metadata,
  Server,
  ServerCredentials,
  type ServerDuplexStream,
  type ServiceDefinition,
  type StatusObject,
  status,
} from '@grpc/grpc-js';
import type { MethodDefinition } from '../../src/client/method.js';
import { MachineServiceService } from '../../src/gen/machine/machine.js';

/** Ends a call with a status, as a node does. */
export class StatusError extends Error {
  readonly code: number;
  constructor(code: number, details: string) {
    super(details);
    this.code = code;
  }
}

export interface ReceivedCall {
  readonly path: string;
  readonly metadata: Metadata;
  /** Address and port of the caller. */
  readonly peer: string;
  /** Milliseconds that the caller waits; infinite where it waits for good. */
  readonly patience: number;
  /** Aborted when the caller has gone. */
  readonly signal: AbortSignal;
}

/** Answers a call: any number of requests, any number of responses. A Buffer is sent as it is. */
export type Answer<Q, R> = (requests: AsyncIterable<Q>, call: ReceivedCall) => AsyncIterable<R | Buffer>;

export interface ServerOptions {
  readonly certificate: { readonly cert: string; readonly key: string };
  /** PEM of the authority that signs client certificates; absent: maintenance mode, anyone is let in. */
  readonly clientCa?: string;
  /** Default: 127.0.0.1. */
  readonly host?: string;
  readonly port?: number;
  /** Default: the machine service. */
  readonly services?: readonly ServiceDefinition[];
}

/**
 * A node for tests: a real gRPC server with TLS on loopback that answers what the test plans. A call that was not planned
 * fails, and fails the test.
 */
export class TestServer {
  readonly calls: ReceivedCall[] = [];
  readonly #server = new Server({ 'grpc.max_receive_message_length': -1 });
  readonly #planned = new Map<string, Answer<never, unknown>>();
  readonly #unplanned: string[] = [];
  #port = 0;
  #host = '';

  private constructor() {}

  /** Starts a server that the test stops at its end. */
  static async start(t: Pick<TestContext, 'after'>, options: ServerOptions): Promise<TestServer> {
    const server = new TestServer();
    for (const service of options.services ?? [MachineServiceService]) {
      for (const method of Object.values(service)) server.#register(method);
    }
    const { cert, key } = options.certificate;
    const credentials = ServerCredentials.createSsl(
      options.clientCa === undefined ? null : Buffer.from(options.clientCa),
      [{ cert_chain: Buffer.from(cert), private_key: Buffer.from(key) }],
      options.clientCa !== undefined,
    );
    server.#host = options.host ?? '127.0.0.1';
    const host = server.#host.includes(':') ? `[${server.#host}]` : server.#host;
    server.#port = await new Promise((resolve, reject) => {
      server.#server.bindAsync(`${host}:${options.port ?? 0}`, credentials, (error, port) =>
        error === null ? resolve(port) : reject(error),
      );
    });
    t.after(() => {
      server.stop();
      if (server.#unplanned.length > 0) throw new Error(`calls that nobody planned: ${server.#unplanned.join(', ')}`);
    });
    return server;
  }

  get port(): number {
    return this.#port;
  }

  /** `host:port`. */
  get address(): string {
    return this.#host.includes(':') ? `[${this.#host}]:${this.#port}` : `${this.#host}:${this.#port}`;
  }

  /** Plans the answer to a method: one message for one request. */
  unary<Q, R>(method: MethodDefinition<Q, R>, answer: (request: Q, call: ReceivedCall) => R | Promise<R>): this {
    return this.stream(method, async function* (requests, call) {
      for await (const request of requests) yield await answer(request, call);
    });
  }

  /** Plans the answer to a method of any kind. */
  stream<Q, R>(method: MethodDefinition<Q, R>, answer: Answer<Q, R>): this {
    this.#planned.set(method.path, answer as Answer<never, unknown>);
    return this;
  }

  /** Breaks every connection and listens no longer. */
  stop(): void {
    this.#server.forceShutdown();
  }

  #register(method: ServiceDefinition[string]): void {
    this.#server.register(
      method.path,
      (call: ServerDuplexStream<unknown, unknown>) => void this.#serve(method.path, call),
      (response: unknown) => (Buffer.isBuffer(response) ? response : method.responseSerialize(response)),
      method.requestDeserialize,
      'bidi',
    );
  }

  async #serve(path: string, call: ServerDuplexStream<unknown, unknown>): Promise<void> {
    const gone = new AbortController();
    call.on('cancelled', () => gone.abort());
    call.on('error', () => gone.abort());
    const patience = Number(call.getDeadline()) - Date.now();
    const received = { path, metadata: call.metadata, peer: call.getPeer(), patience, signal: gone.signal };
    this.calls.push(received);
    const answer = this.#planned.get(path);
    if (answer === undefined) this.#unplanned.push(path);
    try {
      if (answer === undefined) throw new StatusError(status.UNIMPLEMENTED, `unknown method ${path}`);
      for await (const response of answer(
        call.iterator({ destroyOnReturn: false }) as AsyncIterable<never>,
        received,
      )) {
        if (gone.signal.aborted) return;
        if (!call.write(response)) await drained(call, gone.signal);
      }
      call.end();
    } catch (error) {
      const failure: Partial<StatusObject> = {
        code: error instanceof StatusError ? error.code : status.UNKNOWN,
        details: error instanceof Error ? error.message : String(error),
      };
      call.emit('error', failure);
    }
  }
}

function drained(call: ServerDuplexStream<unknown, unknown>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      call.off('drain', go);
      signal.removeEventListener('abort', go);
      resolve();
    };
    call.once('drain', go);
    signal.addEventListener('abort', go, { once: true });
  });
}
