import { callError } from '../errors/call.js';
import { CancelledError, TalosctlError } from '../errors/errors.js';
import { GrpcStatus } from '../errors/status.js';
import { CallStatus } from './call-status.js';
import type { CallOptions, Client } from './client.js';
import type { Connection, OpenedCall } from './connection.js';
import { unaryTimeout } from './deadlines.js';
import { MessageStream } from './message-stream.js';
import type { MethodDefinition } from './method.js';

/** What a client is made of. */
export interface ClientParts {
  readonly endpoints: readonly string[];
  readonly nodes: readonly string[];
  readonly insecure: boolean;
  /** Sent with every call, besides the node. */
  readonly metadata: Readonly<Record<string, string>>;
  /** Ends every call. */
  readonly signal: AbortSignal | undefined;
  /** Over which connection a node is asked. */
  connectionTo(node: string | undefined): Connection;
  close(): void;
}

/** The client over real connections. */
export class TalosClient implements Client {
  readonly endpoints: readonly string[];
  readonly nodes: readonly string[];
  readonly insecure: boolean;
  readonly #parts: ClientParts;

  constructor(parts: ClientParts) {
    this.endpoints = parts.endpoints;
    this.nodes = parts.nodes;
    this.insecure = parts.insecure;
    this.#parts = parts;
  }

  async unary<Q, R>(method: MethodDefinition<Q, R>, request: Q, options: CallOptions = {}): Promise<R> {
    const { timeout = unaryTimeout(method.path) } = options;
    return this.clientStream(method, only(request), { ...options, timeout });
  }

  serverStream<Q, R>(method: MethodDefinition<Q, R>, request: Q, options: CallOptions = {}): AsyncIterable<R> {
    return this.duplex(method, only(request), options);
  }

  async clientStream<Q, R>(
    method: MethodDefinition<Q, R>,
    requests: AsyncIterable<Q> | Iterable<Q>,
    options: CallOptions = {},
  ): Promise<R> {
    for await (const response of this.#messages(method, requests, options)) return response;
    throw callError({
      code: GrpcStatus.Internal,
      detail: `${method.path} was answered without a message`,
      node: nodeOf(options),
    });
  }

  duplex<Q, R>(
    method: MethodDefinition<Q, R>,
    requests: AsyncIterable<Q> | Iterable<Q>,
    options: CallOptions = {},
  ): AsyncIterable<R> {
    return { [Symbol.asyncIterator]: () => this.#messages(method, requests, options) };
  }

  moveOn({ node, drop = false }: { readonly node?: string | undefined; readonly drop?: boolean } = {}): void {
    this.#parts.connectionTo(node === '' ? undefined : node).moveOn(drop);
  }

  close(): void {
    this.#parts.close();
  }

  #messages<Q, R>(
    method: MethodDefinition<Q, R>,
    requests: AsyncIterable<Q> | Iterable<Q>,
    options: CallOptions,
  ): MessageStream<Q, R> {
    const signal = anyOf(this.#parts.signal, options.signal);
    return new MessageStream<Q, R>({
      method,
      requests,
      signal,
      open: (first, onlyMessage, stop) => this.#open(method.path, first, onlyMessage, stop, options),
      failure: (error, opened) =>
        signal.aborted ? new CancelledError('interrupted', { cause: error }) : this.#failure(error, opened, options),
    });
  }

  #open(
    path: string,
    first: Buffer | undefined,
    onlyMessage: boolean,
    signal: AbortSignal,
    options: CallOptions,
  ): Promise<OpenedCall> {
    const node = nodeOf(options);
    const connection = this.#parts.connectionTo(node);
    const metadata = { ...this.#parts.metadata, ...(node === undefined || this.insecure ? {} : { node }) };
    const deadline = options.timeout === undefined ? undefined : new Date(Date.now() + options.timeout);
    return connection.start({ path, metadata, deadline }, first, onlyMessage, signal);
  }

  #failure(error: unknown, opened: OpenedCall | undefined, options: CallOptions): unknown {
    if (!(error instanceof CallStatus)) return error;
    return callError({
      code: error.code,
      detail: error.details,
      node: this.insecure ? undefined : nodeOf(options),
      anonymous: this.insecure,
      endpoint: opened?.endpoint.address ?? this.endpoints[0],
      cause: error,
    });
  }
}

/** An empty name means none, since commands hand on what fan-out gives them. */
function nodeOf(options: CallOptions): string | undefined {
  return options.node === '' ? undefined : options.node;
}

/** A signal of its own for each call: one that many calls listened to would warn of a leak. */
function anyOf(...signals: readonly (AbortSignal | undefined)[]): AbortSignal {
  return AbortSignal.any(signals.filter((signal) => signal !== undefined));
}

const only = <Q>(request: Q): readonly Q[] => [request];

/** The error of asking without saying whom, where every node has a connection of its own. */
export function ambiguousNode(nodes: readonly string[]): TalosctlError {
  return new TalosctlError(`this takes one node at a time, and ${nodes.length} are given: ${nodes.join(', ')}`, {
    hint: 'name one node with --nodes (-n)',
  });
}
