import type { TalosctlError } from '../errors/errors.js';
import type { Client } from './client.js';

/** What one node answered, or why it did not. Exactly one of `value` and `error` is set. */
export type NodeResult<T> =
  | { readonly node: string; readonly value: T; readonly error?: undefined }
  | { readonly node: string; readonly value?: undefined; readonly error: TalosctlError };

export interface FanOutOptions {
  /** Calls under way at once. Default 32. */
  readonly concurrency?: number;
}

/**
 * Asks every node of the client with one call each, bounded, and gives the results in the order the nodes were asked.
 * `call` gets the node to put in CallOptions.node.
 */
export declare function fanOut<T>(
  client: Client,
  call: (node: string) => Promise<T>,
  options?: FanOutOptions,
): Promise<readonly NodeResult<T>[]>;

/**
 * Runs a stream per node and merges the messages as they come, each with its node. A node's failure is yielded as its
 * `error` and ends only that node's stream.
 */
export declare function fanOutStream<T>(
  client: Client,
  call: (node: string) => AsyncIterable<T>,
): AsyncIterable<NodeResult<T>>;
