import { Code, StatusError } from './status.js';

/** What a handler may know about a call besides its messages. */
export interface Call {
  /** `/machine.MachineService/Version`. */
  readonly path: string;
  /** Request metadata by lower-case name, values in the order sent. */
  readonly metadata: ReadonlyMap<string, readonly string[]>;
  /** Roles of the caller: `os:admin`, … */
  readonly roles: ReadonlySet<string>;
  /** Aborted when the caller goes away, the deadline passes or the node goes down. */
  readonly signal: AbortSignal;
}

/**
 * A call on encoded messages, of any kind: unary calls take one message and yield one. Throwing ends the call with a
 * status (StatusError; anything else is Unknown). A function of this shape can be served, passed on and aggregated
 * without knowing the message types.
 */
export type RawHandler = (call: Call, requests: AsyncIterable<Buffer>) => AsyncIterable<Buffer>;

/** One method of a generated service definition, as ts-proto writes it for grpc-js. */
export interface Method<Q, R> {
  readonly path: string;
  readonly requestStream: boolean;
  readonly responseStream: boolean;
  readonly requestDeserialize: (value: Buffer) => Q;
  readonly responseSerialize: (value: R) => Buffer;
}

/** A method of a node's API: `T` is what the handler acts upon (the machine, the resource store). */
export interface Endpoint<T> {
  readonly path: string;
  handler(target: T): RawHandler;
}

/** A method that takes one message and answers with one. */
export function unary<T, Q, R>(
  method: Method<Q, R>,
  handle: (target: T, request: Q, call: Call) => R | Promise<R>,
): Endpoint<T> {
  return {
    path: method.path,
    handler: (target) =>
      async function* (call, requests) {
        const request = method.requestDeserialize(await single(requests));
        yield method.responseSerialize(await handle(target, request, call));
      },
  };
}

/** A method that takes one message and answers with many. */
export function serverStream<T, Q, R>(
  method: Method<Q, R>,
  handle: (target: T, request: Q, call: Call) => AsyncIterable<R>,
): Endpoint<T> {
  return {
    path: method.path,
    handler: (target) =>
      async function* (call, requests) {
        const request = method.requestDeserialize(await single(requests));
        for await (const response of handle(target, request, call)) yield method.responseSerialize(response);
      },
  };
}

/** A method that takes many messages and answers with one. */
export function clientStream<T, Q, R>(
  method: Method<Q, R>,
  handle: (target: T, requests: AsyncIterable<Q>, call: Call) => Promise<R>,
): Endpoint<T> {
  return {
    path: method.path,
    handler: (target) =>
      async function* (call, requests) {
        yield method.responseSerialize(await handle(target, decoded(method, requests), call));
      },
  };
}

/** A method where both sides send many messages. */
export function duplex<T, Q, R>(
  method: Method<Q, R>,
  handle: (target: T, requests: AsyncIterable<Q>, call: Call) => AsyncIterable<R>,
): Endpoint<T> {
  return {
    path: method.path,
    handler: (target) =>
      async function* (call, requests) {
        for await (const response of handle(target, decoded(method, requests), call)) {
          yield method.responseSerialize(response);
        }
      },
  };
}

async function* decoded<Q, R>(method: Method<Q, R>, requests: AsyncIterable<Buffer>): AsyncIterable<Q> {
  for await (const request of requests) yield method.requestDeserialize(request);
}

async function single(requests: AsyncIterable<Buffer>): Promise<Buffer> {
  for await (const request of requests) return request;
  throw new StatusError(Code.internal, 'the call ended without a request message');
}
