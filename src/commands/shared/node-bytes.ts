import type { Client } from '../../client/client.js';
import type { MethodDefinition } from '../../client/method.js';
import type { CallError } from '../../errors/errors.js';
import type { Data } from '../../gen/common/common.js';
import { metadataError } from './data-error.js';

/**
 * The bytes that a node streams. They end where the node says, inside the stream, that it failed: what came before is
 * good, and `failure` tells. A call that fails is thrown, as of every call.
 */
export class NodeBytes implements AsyncIterable<Buffer> {
  readonly #messages: AsyncIterable<Data>;
  readonly #node: string | undefined;
  #failure: CallError | undefined;

  constructor(messages: AsyncIterable<Data>, node: string | undefined) {
    this.#messages = messages;
    this.#node = node;
  }

  /** Starts a call that streams bytes. */
  static of<Q>(
    client: Client,
    method: MethodDefinition<Q, Data>,
    request: Q,
    options: {
      readonly node: string | undefined;
      readonly timeout?: number | undefined;
      readonly signal?: AbortSignal;
    },
  ): NodeBytes {
    return new NodeBytes(client.serverStream(method, request, options), options.node);
  }

  /** What the node said of its own failure, once the bytes have ended. */
  get failure(): CallError | undefined {
    return this.#failure;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer, void, undefined> {
    for await (const message of this.#messages) {
      if (message.bytes.length > 0) yield message.bytes;
      this.#failure = metadataError(message.metadata, this.#node);
      if (this.#failure !== undefined) return;
    }
  }
}
