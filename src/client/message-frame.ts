import { GrpcStatus } from '../errors/status.js';
import { CallStatus } from './call-status.js';

/** What is written before each message: a byte that says whether it is compressed, and four for its length. */
const prefixLength = 5;

/** A message as it goes over the connection. */
export function frameMessage(message: Uint8Array): Buffer {
  const framed = Buffer.allocUnsafe(prefixLength + message.length);
  framed[0] = 0;
  framed.writeUInt32BE(message.length, 1);
  framed.set(message, prefixLength);
  return framed;
}

/** Finds the messages in the bytes of an answer. */
export class MessageFrames {
  readonly #largest: number;
  readonly #pieces: Buffer[] = [];
  #held = 0;
  #wanted = prefixLength;
  #inMessage = false;

  /** @param largest bytes that a message may have */
  constructor(largest: number) {
    this.#largest = largest;
  }

  /** Whether the bytes so far end in the middle of a message. */
  get isPartial(): boolean {
    return this.#inMessage || this.#held > 0;
  }

  /**
   * Hands on the messages that these bytes complete. They share memory with the bytes where they can.
   * @throws CallStatus at a message that is too large or compressed
   */
  take(bytes: Buffer, give: (message: Buffer) => void): void {
    let at = 0;
    while (at < bytes.length || this.#wanted === 0) {
      const piece = bytes.subarray(at, at + this.#wanted - this.#held);
      at += piece.length;
      const part = this.#complete(piece);
      if (part === undefined) break;
      if (this.#inMessage) give(part);
      this.#wanted = this.#inMessage ? prefixLength : this.#lengthIn(part);
      this.#inMessage = !this.#inMessage;
    }
  }

  /** What is wanted, prefix or message, once all of it is there. */
  #complete(piece: Buffer): Buffer | undefined {
    this.#held += piece.length;
    if (this.#held < this.#wanted) {
      this.#pieces.push(piece);
      return undefined;
    }
    const whole = this.#pieces.length === 0 ? piece : Buffer.concat([...this.#pieces, piece], this.#held);
    this.#pieces.length = 0;
    this.#held = 0;
    return whole;
  }

  #lengthIn(prefix: Buffer): number {
    const length = prefix.readUInt32BE(1);
    if (length > this.#largest) {
      const limit = `${length} bytes, where ${this.#largest} are the limit`;
      throw new CallStatus(GrpcStatus.ResourceExhausted, `the answer has a message of ${limit}`);
    }
    if (prefix[0] !== 0) throw new CallStatus(GrpcStatus.Internal, 'the answer is compressed, which was not asked for');
    return length;
  }
}
