import type { MethodDefinition } from './method.js';

/** How to connect when the defaults do not fit. */
export interface ClientOptions {
  /** Maintenance mode: the nodes are the endpoints, dialled directly, no client certificate. */
  readonly insecure?: boolean;
  /** In maintenance mode, the SHA-256 fingerprints (base64, as the node's console prints them) that the node may have. */
  readonly certFingerprints?: readonly string[];
  /** Whether a command can do without `-n` (it then asks whoever the endpoint is). Default: nodes are required. */
  readonly nodesOptional?: boolean;
  /** Who is dialled or asked, where it is not whom the flags or the context name. */
  readonly nodes?: readonly string[];
}

export interface CallOptions {
  /** Which node answers; sent as metadata `node`. Absent: the endpoint itself. */
  readonly node?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds until the call fails with DeadlineExceeded; where absent, a unary call that is no lengthy one has a minute. */
  readonly timeout?: number | undefined;
}

/**
 * One run's connection. `unary` and friends take a method of a generated service definition
 * (`MachineServiceService.version`). Every failure is a CallError (or CancelledError).
 */
export interface Client {
  /** Whom we dial, in the order they are tried; `host:port` with IPv6 in brackets. */
  readonly endpoints: readonly string[];
  /** Who shall answer, in the order asked: the flags', else the context's. In maintenance mode the endpoints. */
  readonly nodes: readonly string[];
  readonly insecure: boolean;
  unary<Q, R>(method: MethodDefinition<Q, R>, request: Q, options?: CallOptions): Promise<R>;
  /** Leaving the loop cancels the call. Back-pressure holds: nothing is read that is not asked for. */
  serverStream<Q, R>(method: MethodDefinition<Q, R>, request: Q, options?: CallOptions): AsyncIterable<R>;
  clientStream<Q, R>(method: MethodDefinition<Q, R>, requests: AsyncIterable<Q>, options?: CallOptions): Promise<R>;
  duplex<Q, R>(method: MethodDefinition<Q, R>, requests: AsyncIterable<Q>, options?: CallOptions): AsyncIterable<R>;
  /**
   * From the next call on, tries the endpoints from the next one on: for a node that the present one does not reach.
   * With `drop` the connection in use ends, with every call on it: for one on which nothing comes any more.
   * @param node in maintenance mode, the node whose connection it is
   */
  moveOn(options?: { readonly node?: string | undefined; readonly drop?: boolean }): void;
  close(): void;
}
