import { type ChannelInterface, status as grpcStatus, Metadata, type StatusObject } from '@grpc/grpc-js';
import { endedWithinMessage } from './incomplete-message.js';

/** How a call ended when it did not end well. */
export class CallStatus extends Error {
  override readonly name = 'CallStatus';
  readonly code: number;
  readonly details: string;
  constructor(code: number, details: string) {
    super(details);
    this.code = code;
    this.details = details;
  }
}

export interface CallStart {
  readonly path: string;
  readonly metadata: Readonly<Record<string, string>>;
  /** When the call fails with DeadlineExceeded; absent: never. */
  readonly deadline?: Date | undefined;
}

const grpcContentType = 'application/grpc';

interface Settle<T> {
  readonly resolve: (value: T) => void;
  readonly reject: (reason: CallStatus) => void;
}

/**
 * One gRPC call, of any kind, on encoded messages. Messages are pulled: one is read from the connection for each `next`,
 * so that a slow reader holds back the sender.
 */
export class ActiveCall {
  readonly #call;
  readonly #sends = new Set<Settle<void>>();
  #read: Settle<Buffer | undefined> | undefined;
  #contentType = grpcContentType;
  #end: CallStatus | 'ok' | undefined;

  constructor(channel: ChannelInterface, start: CallStart) {
    this.#call = channel.createCall(start.path, start.deadline ?? Number.POSITIVE_INFINITY, null, null, null);
    const metadata = new Metadata();
    for (const [name, value] of Object.entries(start.metadata)) metadata.set(name, value);
    this.#call.start(metadata, {
      onReceiveMetadata: (answer) => {
        this.#contentType = String(answer.get('content-type')[0] ?? grpcContentType);
      },
      onReceiveMessage: (message: Buffer) => {
        const read = this.#read;
        this.#read = undefined;
        read?.resolve(message);
      },
      onReceiveStatus: (status) => this.#finish(status),
    });
  }

  /** Resolves once the connection has taken the message, rejects with the CallStatus of a call that ended before. */
  send(message: Buffer): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#end !== undefined) return reject(this.#end === 'ok' ? callEnded() : this.#end);
      const settle: Settle<void> = { resolve, reject };
      this.#sends.add(settle);
      const callback = (): void => {
        if (this.#sends.delete(settle)) resolve();
      };
      this.#call.sendMessageWithContext({ callback }, message);
    });
  }

  /** No more messages are sent. */
  halfClose(): void {
    if (this.#end === undefined) this.#call.halfClose();
  }

  /** The next message, undefined after the last. Rejects with a CallStatus. One at a time. */
  next(): Promise<Buffer | undefined> {
    return new Promise((resolve, reject) => {
      if (this.#end !== undefined) return this.#end === 'ok' ? resolve(undefined) : reject(this.#end);
      this.#read = { resolve, reject };
      this.#call.startRead();
    });
  }

  /** Ends the call at once; what waits is rejected. */
  cancel(code: number = grpcStatus.CANCELLED, details = 'cancelled by the client'): void {
    if (this.#end === undefined) this.#call.cancelWithStatus(code, details);
  }

  #finish(status: StatusObject): void {
    if (this.#end !== undefined) return;
    const failure = this.#failureOf(status);
    this.#end = failure ?? 'ok';
    for (const { reject } of this.#sends) reject(failure ?? callEnded());
    this.#sends.clear();
    if (failure === undefined) this.#read?.resolve(undefined);
    else this.#read?.reject(failure);
    this.#read = undefined;
  }

  /** grpc-js reads whatever comes, and its own failures may be no whole status. */
  #failureOf({ code = grpcStatus.UNKNOWN, details = 'the answer cannot be read' }: Partial<StatusObject>) {
    const isGrpc = this.#contentType.startsWith(grpcContentType);
    if (!isGrpc && !/^Received HTTP status/.test(details)) {
      return new CallStatus(grpcStatus.UNKNOWN, `the answer is no gRPC but ${this.#contentType}`);
    }
    if (code !== grpcStatus.OK) return new CallStatus(code, details);
    return endedWithinMessage(this.#call)
      ? new CallStatus(grpcStatus.INTERNAL, 'the answer broke off in the middle of a message')
      : undefined;
  }
}

/** The server has answered and hung up; what it said is to be read. */
const callEnded = (): CallStatus => new CallStatus(grpcStatus.OK, 'the call has ended');
