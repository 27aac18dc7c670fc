import { connectivityState, status as grpcStatus } from '@grpc/grpc-js';
import { ActiveCall, type CallStart, CallStatus } from './active-call.js';
import type { EndpointChannel } from './channel.js';
import type { Endpoint } from './endpoint.js';
import { explainRefusal, type FailedEndpoint, noConnection, reasonOfNoConnection, unreachable } from './unreachable.js';

/** How endpoints are dialled. */
export interface Dialler {
  /** Makes a channel. Nothing may be dialled before its first call. */
  open(endpoint: Endpoint): EndpointChannel;
  /** The proxy on the way to the endpoint, as `host:port`. */
  proxy(endpoint: Endpoint): string | undefined;
  /** Whether this side shows no certificate. */
  readonly anonymous: boolean;
  /** Milliseconds that an endpoint may take to be connected before the next one is tried. */
  readonly connectTimeout: number;
}

/** A call that has a connection. */
export interface OpenedCall {
  readonly call: ActiveCall;
  readonly endpoint: Endpoint;
}

/**
 * Connects to the first of some endpoints that can be reached, and stays with it while it can. Calls of a run share the
 * connection.
 */
export class Connection {
  readonly #endpoints: readonly Endpoint[];
  readonly #dialler: Dialler;
  readonly #channels = new Map<Endpoint, EndpointChannel>();
  #current = 0;

  constructor(endpoints: readonly Endpoint[], dialler: Dialler) {
    this.#endpoints = endpoints;
    this.#dialler = dialler;
  }

  /**
   * Starts a call with its first message. An endpoint that cannot be reached is passed over: the message has not left
   * this machine then.
   * @param first absent: there is nothing to send, and failing over with it
   * @param onlyMessage whether no other message follows
   * @throws CallError where no endpoint can be reached, CallStatus where the call failed otherwise
   */
  async start(
    start: CallStart,
    first: Buffer | undefined,
    onlyMessage: boolean,
    signal: AbortSignal | undefined,
  ): Promise<OpenedCall> {
    const failed: FailedEndpoint[] = [];
    while (failed.length < this.#endpoints.length) {
      const index = this.#current;
      const endpoint = this.#endpoints[index];
      if (endpoint === undefined) break;
      const attempt = await this.#try(endpoint, start, first, onlyMessage, signal);
      if (attempt instanceof ActiveCall) return { call: attempt, endpoint };
      failed.push({ endpoint, detail: attempt });
      // Another call may have moved on already.
      if (this.#current === index) this.#current = (index + 1) % this.#endpoints.length;
    }
    throw unreachable(failed);
  }

  /** Goes on with the next endpoint from the next call on. With `drop` the connection in use ends. */
  moveOn(drop: boolean): void {
    const endpoint = this.#endpoints[this.#current];
    this.#current = (this.#current + 1) % this.#endpoints.length;
    if (!drop || endpoint === undefined) return;
    this.#channels.get(endpoint)?.close();
    this.#channels.delete(endpoint);
  }

  close(): void {
    for (const opened of this.#channels.values()) opened.close();
    this.#channels.clear();
  }

  /** The call once it has a connection, or why there is none. */
  async #try(
    endpoint: Endpoint,
    start: CallStart,
    first: Buffer | undefined,
    onlyMessage: boolean,
    signal: AbortSignal | undefined,
  ): Promise<ActiveCall | string> {
    const opened = this.#channels.get(endpoint) ?? this.#dialler.open(endpoint);
    this.#channels.set(endpoint, opened);
    const { channel } = opened;
    const call = new ActiveCall(channel, start);
    const cancel = (): void => call.cancel();
    signal?.addEventListener('abort', cancel, { once: true });
    const { connectTimeout } = this.#dialler;
    const late = setTimeout(() => {
      // A connection that stands may still be busy sending.
      if (channel.getConnectivityState(false) === connectivityState.READY) return;
      call.cancel(grpcStatus.UNAVAILABLE, `${noConnection}no answer within ${connectTimeout / 1000} s (ETIMEDOUT)`);
    }, connectTimeout);
    try {
      const sent = first === undefined ? Promise.resolve() : call.send(first);
      if (onlyMessage) call.halfClose();
      await sent;
      return call;
    } catch (error) {
      if (!(error instanceof CallStatus)) throw error;
      // Ended well or badly, but by the server: its answer is to be read from the call.
      if (error.code === grpcStatus.OK) return call;
      const reason = reasonOfNoConnection(error);
      if (reason === undefined) throw error;
      opened.close();
      if (this.#channels.get(endpoint) === opened) this.#channels.delete(endpoint);
      return explainRefusal(reason, this.#dialler.proxy(endpoint), this.#dialler.anonymous);
    } finally {
      clearTimeout(late);
      signal?.removeEventListener('abort', cancel);
    }
  }
}
