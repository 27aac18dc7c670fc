import type { ClientHttp2Session } from 'node:http2';
import { GrpcStatus } from '../errors/status.js';
import { ActiveCall, type CallStart } from './active-call.js';
import { CallStatus } from './call-status.js';
import { type Channel, closedEarly } from './channel.js';
import { DialError } from './dial.js';
import type { Endpoint } from './endpoint.js';
import { explainRefusal, type FailedEndpoint, unreachable } from './unreachable.js';

/** How endpoints are dialled. */
export interface Dialler {
  /** Makes a channel. Nothing may be dialled before its first call. */
  open(endpoint: Endpoint): Channel;
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
  readonly #channels = new Map<Endpoint, Channel>();
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
    const channel = this.#channels.get(endpoint) ?? this.#dialler.open(endpoint);
    this.#channels.set(endpoint, channel);
    let session: ClientHttp2Session;
    try {
      session = await this.#inTime(channel.session(), start.deadline, signal);
      // It may have ended in the turn in which it was given.
      if (session.destroyed) throw new DialError('session', closedEarly);
    } catch (error) {
      if (!(error instanceof DialError)) throw error;
      channel.close();
      if (this.#channels.get(endpoint) === channel) this.#channels.delete(endpoint);
      return explainRefusal(error, this.#dialler.proxy(endpoint), this.#dialler.anonymous);
    }
    const call = new ActiveCall(session, start);
    const cancel = (): void => call.cancel();
    signal?.addEventListener('abort', cancel, { once: true });
    try {
      const sent = first === undefined ? Promise.resolve() : call.send(first);
      if (onlyMessage) call.halfClose();
      await sent;
    } catch (error) {
      // Ended well or badly, but by the server: its answer is to be read from the call.
      if (!(error instanceof CallStatus) || error.code !== GrpcStatus.OK) throw error;
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
    return call;
  }

  /** Waits for a connection, as long as an endpoint may take for one and the call has time. */
  async #inTime<T>(connecting: Promise<T>, deadline: Date | undefined, signal: AbortSignal | undefined): Promise<T> {
    const { connectTimeout } = this.#dialler;
    const timeLeft = deadline === undefined ? Number.POSITIVE_INFINITY : deadline.getTime() - Date.now();
    const late =
      timeLeft < connectTimeout
        ? new CallStatus(GrpcStatus.DeadlineExceeded, 'Deadline exceeded')
        : new DialError('tcp', `no answer within ${connectTimeout / 1000} s (ETIMEDOUT)`);
    let timer: NodeJS.Timeout | undefined;
    let cancel: (() => void) | undefined;
    const over = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(late), Math.min(timeLeft, connectTimeout));
      cancel = () => reject(new CallStatus(GrpcStatus.Canceled, 'cancelled by the client'));
      signal?.addEventListener('abort', cancel, { once: true });
      if (signal?.aborted === true) cancel();
    });
    try {
      return await Promise.race([connecting, over]);
    } finally {
      clearTimeout(timer);
      if (cancel !== undefined) signal?.removeEventListener('abort', cancel);
    }
  }
}
