import { GrpcStatus } from '../errors/status.js';
import { CallStatus } from './call-status.js';
import type { OpenedCall } from './connection.js';
import type { MethodDefinition } from './method.js';

export interface MessageStreamParts<Q, R> {
  readonly method: MethodDefinition<Q, R>;
  readonly requests: AsyncIterable<Q> | Iterable<Q>;
  readonly signal: AbortSignal;
  open(first: Buffer | undefined, onlyMessage: boolean, signal: AbortSignal): Promise<OpenedCall>;
  /** The error for the caller, from what the call failed with. */
  failure(error: unknown, opened: OpenedCall | undefined): unknown;
}

/**
 * The responses of one call. The call starts with the first `next`; requests are taken as fast as the connection takes
 * them, responses as they are asked for. Unlike that of a generator, `return` ends a call that is being waited for.
 */
export class MessageStream<Q, R> implements AsyncIterableIterator<R> {
  readonly #parts: MessageStreamParts<Q, R>;
  readonly #requests: AsyncIterator<Q> | Iterator<Q>;
  readonly #stop = new AbortController();
  readonly #onAbort = (): void => this.#stop.abort();
  #opening: Promise<OpenedCall> | undefined;
  #opened: OpenedCall | undefined;
  #requestFailure: { readonly error: unknown } | undefined;
  #finished = false;

  constructor(parts: MessageStreamParts<Q, R>) {
    this.#parts = parts;
    const { requests } = parts;
    this.#requests = Symbol.asyncIterator in requests ? requests[Symbol.asyncIterator]() : requests[Symbol.iterator]();
    this.#stop.signal.addEventListener('abort', () => this.#opened?.call.cancel(), { once: true });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<R, undefined>> {
    if (this.#finished) return { done: true, value: undefined };
    try {
      this.#opening ??= this.#start();
      const { call } = await this.#opening;
      const message = await call.next();
      if (message === undefined) {
        this.#finish();
        return { done: true, value: undefined };
      }
      return { done: false, value: this.#decode(message) };
    } catch (error) {
      const left = this.#finished;
      this.#finish();
      if (left) return { done: true, value: undefined };
      if (this.#requestFailure !== undefined) throw this.#requestFailure.error;
      throw this.#parts.failure(error, this.#opened);
    }
  }

  async return(): Promise<IteratorResult<R, undefined>> {
    this.#finish();
    return { done: true, value: undefined };
  }

  async #start(): Promise<OpenedCall> {
    const { signal, open } = this.#parts;
    if (signal.aborted) throw new CallStatus(GrpcStatus.Canceled, 'cancelled before the call');
    signal.addEventListener('abort', this.#onAbort, { once: true });
    const first = await this.#requests.next();
    const onlyMessage = !this.#parts.method.requestStream || first.done === true;
    const opened = await open(
      first.done === true ? undefined : this.#encode(first.value),
      onlyMessage,
      this.#stop.signal,
    );
    this.#opened = opened;
    if (this.#stop.signal.aborted) opened.call.cancel();
    if (!onlyMessage) void this.#sendRest(opened);
    return opened;
  }

  /** Sends the requests after the first. A failure of their source ends the call and is what the reader gets. */
  async #sendRest({ call }: OpenedCall): Promise<void> {
    try {
      for (;;) {
        const request = await this.#requests.next();
        if (request.done === true) return call.halfClose();
        if (this.#finished) return;
        await call.send(this.#encode(request.value));
      }
    } catch (error) {
      // The call has ended: its reader learns how.
      if (error instanceof CallStatus) return;
      this.#requestFailure = { error };
      call.cancel();
    }
  }

  #encode(request: Q): Buffer {
    return this.#parts.method.requestSerialize(request);
  }

  #decode(message: Buffer): R {
    try {
      return this.#parts.method.responseDeserialize(message);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new CallStatus(
        GrpcStatus.Internal,
        `the answer to ${this.#parts.method.path} cannot be decoded: ${reason}`,
      );
    }
  }

  #finish(): void {
    if (this.#finished) return;
    this.#finished = true;
    this.#parts.signal.removeEventListener('abort', this.#onAbort);
    this.#stop.abort();
    // Not waited for: a source that is stuck would hold everything up.
    Promise.resolve(this.#requests.return?.()).catch(() => undefined);
  }
}
