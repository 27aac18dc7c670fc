import { CancelledError, TalosctlError } from '../errors/errors.js';
import type { Client } from './client.js';

/** What one node answered, or why it did not. Exactly one of `value` and `error` is set. */
export type NodeResult<T> =
  | { readonly node: string; readonly value: T; readonly error?: undefined }
  | { readonly node: string; readonly value?: undefined; readonly error: TalosctlError };

export interface FanOutOptions {
  /** Calls under way at once. Default 32. */
  readonly concurrency?: number;
  /** Bounds the calls of several fan-outs that run side by side together. */
  readonly limit?: CallLimit;
}

const defaultConcurrency = 32;

/** Lets a number of calls go at once; others wait for their turn, first come first served. */
export class CallLimit {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(calls = defaultConcurrency) {
    this.#free = calls;
  }

  async run<T>(call: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await call();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }
}

/** Whom to ask: the nodes of a client, or some of them. */
type Asked = Pick<Client, 'nodes'>;

/**
 * Asks every node of the client with one call each, bounded, and gives the results in the order the nodes were asked.
 * `call` gets the node to put in CallOptions.node. Where the client has no nodes, the endpoint itself is asked: the node
 * is the empty string then.
 * @throws CancelledError when interrupted, and whatever is no failure of a node
 */
export async function fanOut<T>(
  client: Asked,
  call: (node: string) => Promise<T>,
  options: FanOutOptions = {},
): Promise<readonly NodeResult<T>[]> {
  const nodes = nodesOf(client);
  const results = new Array<NodeResult<T>>(nodes.length);
  const queue = nodes.entries();
  const { limit, concurrency = defaultConcurrency } = options;
  let stopped = false;
  const work = async (): Promise<void> => {
    for (const [index, node] of queue) {
      if (stopped) return;
      try {
        results[index] = { node, value: await (limit === undefined ? call(node) : limit.run(() => call(node))) };
      } catch (error) {
        stopped ||= !isNodeFailure(error);
        if (!isNodeFailure(error)) throw error;
        results[index] = { node, error };
      }
    }
  };
  const workers = Array.from({ length: Math.min(concurrency, nodes.length) }, work);
  try {
    await Promise.all(workers);
  } catch (error) {
    // An interruption reaches all of them: each has its last word.
    if (error instanceof CancelledError) await Promise.allSettled(workers);
    throw error;
  }
  return results;
}

/**
 * Runs a stream per node, bounded, and merges the messages as they come, each with its node. A node's failure is yielded
 * as its `error` and ends only that node's stream. No stream is read further while its last message has not been taken.
 * Streams that do not end by themselves need an unbounded concurrency, since others wait for their end.
 * `call` gets the node to put in CallOptions.node, and a signal that is aborted when the merged stream is left.
 */
export async function* fanOutStream<T>(
  client: Asked,
  call: (node: string, signal: AbortSignal) => AsyncIterable<T>,
  { concurrency = defaultConcurrency }: Pick<FanOutOptions, 'concurrency'> = {},
): AsyncGenerator<NodeResult<T>, void, undefined> {
  const left = new AbortController();
  const arrived: { readonly source: Source<T>; readonly outcome: Outcome<T> }[] = [];
  let wake = (): void => undefined;
  const sources = nodesOf(client).map((node) => new Source(node, () => call(node, left.signal)));
  const waiting = sources.slice(concurrency);
  const read = (source: Source<T>): void => {
    void source.read().then((outcome) => {
      arrived.push({ source, outcome });
      wake();
    });
  };
  let open = sources.length;
  try {
    for (const source of sources.slice(0, concurrency)) read(source);
    while (open > 0) {
      if (arrived.length === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      for (const { source, outcome } of arrived.splice(0)) {
        if (outcome.kind === 'message') {
          yield { node: source.node, value: outcome.value };
          read(source);
          continue;
        }
        open -= 1;
        const next = waiting.shift();
        if (next !== undefined) read(next);
        if (outcome.kind === 'failed') {
          if (!isNodeFailure(outcome.error)) throw outcome.error;
          yield { node: source.node, error: outcome.error };
        }
      }
    }
  } finally {
    left.abort();
    for (const source of sources) source.leave();
  }
}

type Outcome<T> =
  | { readonly kind: 'message'; readonly value: T }
  | { readonly kind: 'end' }
  | { readonly kind: 'failed'; readonly error: unknown };

/** One node's stream inside a merged one. */
class Source<T> {
  readonly node: string;
  readonly #open: () => AsyncIterable<T>;
  #iterator: AsyncIterator<T> | undefined;

  /** @param open called when the stream is first read */
  constructor(node: string, open: () => AsyncIterable<T>) {
    this.node = node;
    this.#open = open;
  }

  async read(): Promise<Outcome<T>> {
    try {
      this.#iterator ??= this.#open()[Symbol.asyncIterator]();
      const result = await this.#iterator.next();
      return result.done === true ? { kind: 'end' } : { kind: 'message', value: result.value };
    } catch (error) {
      return { kind: 'failed', error };
    }
  }

  /** Not waited for: a stream that is being read ends when it can. */
  leave(): void {
    Promise.resolve(this.#iterator?.return?.()).catch(() => undefined);
  }
}

const nodesOf = (client: Asked): readonly string[] => (client.nodes.length === 0 ? [''] : client.nodes);

/** Interruption concerns all nodes, and defects are nobody's answer. */
function isNodeFailure(error: unknown): error is TalosctlError {
  return error instanceof TalosctlError && !(error instanceof CancelledError);
}
