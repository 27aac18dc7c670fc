import { type ClientHttp2Session, type ClientHttp2Stream, constants, type IncomingHttpHeaders } from 'node:http2';
import { GrpcStatus } from '../errors/status.js';
import { connectionDropped, statusOfAnswer, statusOfReset, statusWithoutGrpc } from './answer-status.js';
import { CallStatus } from './call-status.js';
import { frameMessage, MessageFrames } from './message-frame.js';

export interface CallStart {
  /** `/machine.MachineService/Version` */
  readonly path: string;
  /** Printable ASCII. */
  readonly metadata: Readonly<Record<string, string>>;
  /** When the call fails with DeadlineExceeded; absent: never. */
  readonly deadline?: Date | undefined;
}

/** gRPC's own limit on Talos nodes, in bytes. */
const largestMessage = 32 * 1024 * 1024;

/** Bytes that wait here before the node is held back: to do so for each message costs more than to take it. */
const enoughWaiting = 128 * 1024;

interface Settle<T> {
  readonly resolve: (value: T) => void;
  readonly reject: (reason: CallStatus) => void;
}

/**
 * One gRPC call, of any kind, on encoded messages: a stream of HTTP/2. Messages are pulled: when enough wait that nobody
 * takes, the sender is held back.
 */
export class ActiveCall {
  readonly #stream: ClientHttp2Stream;
  readonly #frames = new MessageFrames(largestMessage);
  /** Received and not taken yet. */
  readonly #messages: Buffer[] = [];
  /** Bytes of them. */
  #waiting = 0;
  readonly #sends = new Set<Settle<void>>();
  readonly #late: NodeJS.Timeout | undefined;
  #read: Settle<Buffer | undefined> | undefined;
  #headers: IncomingHttpHeaders = {};
  /** Whether the headers are there; Node may tell of data before. */
  #answered = false;
  #trailers: IncomingHttpHeaders | undefined;
  #allRead = false;
  #end: CallStatus | 'ok' | undefined;

  constructor(session: ClientHttp2Session, start: CallStart) {
    const stream = session.request(headersOf(start), { endStream: false });
    this.#stream = stream;
    // Data flows when it is asked for.
    stream.pause();
    stream.on('response', (headers, flags) => {
      this.#headers = headers;
      this.#answered = true;
      if (this.#read !== undefined) stream.resume();
      if ((flags & constants.NGHTTP2_FLAG_END_STREAM) !== 0) this.#trailers = headers;
      else if (statusWithoutGrpc(headers) !== undefined) this.#finish(statusWithoutGrpc(headers));
    });
    stream.on('trailers', (trailers) => {
      this.#trailers = trailers;
      if (this.#allRead) this.#finish(this.#statusOf(trailers));
    });
    stream.on('data', (bytes: Buffer) => this.#take(bytes));
    stream.on('end', () => {
      this.#allRead = true;
      if (this.#trailers !== undefined) this.#finish(this.#statusOf(this.#trailers));
    });
    // What an error is about, its stream's close says.
    stream.on('error', () => undefined);
    stream.on('close', () => this.#finish(this.#statusAtClose(session)));
    if (start.deadline !== undefined) {
      const milliseconds = Math.min(start.deadline.getTime() - Date.now(), longestTimer);
      this.#late = setTimeout(() => this.cancel(GrpcStatus.DeadlineExceeded, 'Deadline exceeded'), milliseconds);
    }
  }

  /** Resolves once the connection has taken the message, rejects with the CallStatus of a call that ended before. */
  send(message: Buffer): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#end !== undefined) return reject(this.#end === 'ok' ? callEnded() : this.#end);
      const settle: Settle<void> = { resolve, reject };
      this.#sends.add(settle);
      this.#stream.write(frameMessage(message), (error) => {
        // Of a failed one the close of the stream says why.
        if ((error ?? undefined) === undefined && this.#sends.delete(settle)) resolve();
      });
    });
  }

  /** No more messages are sent. */
  halfClose(): void {
    if (this.#end === undefined && !this.#stream.writableEnded) this.#stream.end();
  }

  /** The next message, undefined after the last. Rejects with a CallStatus. One at a time. */
  next(): Promise<Buffer | undefined> {
    return new Promise((resolve, reject) => {
      const message = this.#messages.shift();
      if (message !== undefined) {
        this.#waiting -= message.length;
        return resolve(message);
      }
      if (this.#end !== undefined) return this.#end === 'ok' ? resolve(undefined) : reject(this.#end);
      this.#read = { resolve, reject };
      if (this.#answered) this.#stream.resume();
    });
  }

  /** Ends the call at once; what waits is rejected. */
  cancel(code: number = GrpcStatus.Canceled, details = 'cancelled by the client'): void {
    this.#messages.length = 0;
    this.#waiting = 0;
    this.#finish(new CallStatus(code, details));
  }

  #take(bytes: Buffer): void {
    if (this.#end !== undefined) return;
    try {
      this.#frames.take(bytes, (message) => this.#give(message));
    } catch (error) {
      if (!(error instanceof CallStatus)) throw error;
      this.#finish(error);
    }
    // What the stream holds is taken along: to go on asks the server for more, however much waits here.
    if (this.#waiting >= enoughWaiting && this.#stream.readableLength === 0) this.#stream.pause();
  }

  #give(message: Buffer): void {
    const read = this.#read;
    this.#read = undefined;
    read?.resolve(message);
    if (read !== undefined) return;
    this.#messages.push(message);
    this.#waiting += message.length;
  }

  #statusOf(trailers: IncomingHttpHeaders): CallStatus | undefined {
    const failure = statusOfAnswer(this.#headers, trailers);
    if (failure !== undefined || !this.#frames.isPartial) return failure;
    return new CallStatus(GrpcStatus.Internal, 'the answer broke off in the middle of a message');
  }

  /** How the call ended where its stream closed before all of the answer was read. */
  #statusAtClose(session: ClientHttp2Session): CallStatus {
    const said = this.#trailers && this.#statusOf(this.#trailers);
    if (said !== undefined) return said;
    return session.destroyed || session.closed ? connectionDropped() : statusOfReset(this.#stream.rstCode);
  }

  #finish(failure: CallStatus | undefined): void {
    if (this.#end !== undefined) return;
    this.#end = failure ?? 'ok';
    clearTimeout(this.#late);
    for (const { reject } of this.#sends) reject(failure ?? callEnded());
    this.#sends.clear();
    if (failure === undefined) this.#read?.resolve(undefined);
    else this.#read?.reject(failure);
    this.#read = undefined;
    // What still comes is not looked at.
    this.#stream.resume();
    if (this.#stream.closed) return;
    const code = this.#trailers === undefined ? constants.NGHTTP2_CANCEL : constants.NGHTTP2_NO_ERROR;
    // Not now: this may run while the session is receiving, when Node must not be made to send.
    setImmediate(() => this.#stream.close(code));
  }
}

/** The server has answered and hung up; what it said is to be read. */
const callEnded = (): CallStatus => new CallStatus(GrpcStatus.OK, 'the call has ended');

/** Milliseconds; a timer that is set for longer ends at once. */
const longestTimer = 2 ** 31 - 1;

function headersOf({ path, metadata, deadline }: CallStart): Record<string, string> {
  return {
    ...metadata,
    ':method': 'POST',
    ':path': path,
    'content-type': 'application/grpc',
    te: 'trailers',
    'grpc-accept-encoding': 'identity',
    'user-agent': 'talosctl',
    ...(deadline === undefined ? {} : { 'grpc-timeout': timeoutUntil(deadline) }),
  };
}

/** A number of at most eight digits, and its unit. */
function timeoutUntil(deadline: Date): string {
  const milliseconds = Math.max(1, deadline.getTime() - Date.now());
  if (milliseconds < 1e8) return `${Math.ceil(milliseconds)}m`;
  return `${Math.min(Math.ceil(milliseconds / 1000), 99_999_999)}S`;
}
