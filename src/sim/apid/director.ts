import { isIP } from 'node:net';
import type { Call, RawHandler } from '../rpc/handler.js';
import { Code, StatusError, toStatus } from '../rpc/status.js';
import { failure, withNode } from './aggregate.js';

/** How the node that was dialled sees the others. */
export interface Route {
  /** Whether it passes calls on at all (control plane nodes do). */
  readonly forwards: boolean;
  isLocal(target: string): boolean;
  /** The node's own API. */
  readonly local: RawHandler;
  /** The API of another node by address or hostname. Throws Unavailable as a failed connection would. */
  reach(target: string): RawHandler;
  /** Whether a method answers with a stream. */
  isStreamed(path: string): boolean;
}

/** Services whose answers can be put together from several nodes. */
const aggregable = [
  'machine.MachineService',
  'cluster.ClusterService',
  'inspect.InspectService',
  'storage.StorageService',
  'time.TimeService',
];

/** Sends a call where its metadata says: `node` to one node, `nodes` to several at once, neither to this one. */
export function direct(route: Route): RawHandler {
  return (call, requests) => {
    const node = call.metadata.get('node');
    const nodes = call.metadata.get('nodes');
    if (node !== undefined && node.length !== 1) {
      throw new StatusError(Code.invalidArgument, 'node metadata must be single-valued');
    }
    const isHere = (targets: readonly string[]): boolean =>
      !route.forwards && targets.length === 1 && route.isLocal(targets[0] ?? '');
    if (nodes !== undefined && !isHere(nodes)) {
      if (!aggregable.some((service) => call.path.startsWith(`/${service}/`))) {
        throw new StatusError(Code.invalidArgument, `one-2-many proxying is not supported for method ${call.path}`);
      }
      const targets = nodes.map((target) => ({ target, handler: remote(route, target) }));
      return route.isStreamed(call.path) ? mergeStreams(targets, call, requests) : joinAnswers(targets, call, requests);
    }
    if (node !== undefined && !isHere(node)) return remote(route, node[0] ?? '')(call, requests);
    return route.local(call, requests);
  };
}

interface Target {
  readonly target: string;
  readonly handler: RawHandler;
}

/** Another node's API. Its address is looked at now, the connection is made when the call is. */
function remote(route: Route, target: string): RawHandler {
  if (!route.forwards) throw new StatusError(Code.permissionDenied, 'no request forwarding');
  if (target === '' || hasPort(target))
    throw new StatusError(Code.internal, `invalid target ${JSON.stringify(target)}`);
  return async function* (call, requests) {
    yield* route.reach(target)(call, requests);
  };
}

function hasPort(target: string): boolean {
  return isIP(target) === 0 && /:\d+$/.test(target);
}

async function* joinAnswers(
  targets: readonly Target[],
  call: Call,
  requests: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer, void, undefined> {
  const sent = await collect(requests);
  const answers = await Promise.all(
    targets.map(async ({ target, handler }) => {
      try {
        const answer = await collect(handler(call, replay(sent)));
        return Buffer.concat(answer.map((message) => withNode(message, target, false)));
      } catch (error) {
        return failure(toStatus(error), target, false);
      }
    }),
  );
  yield Buffer.concat(answers);
}

async function* mergeStreams(
  targets: readonly Target[],
  call: Call,
  requests: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer, void, undefined> {
  const sent = await collect(requests);
  const streams = new Map(
    targets.map(({ target, handler }) => {
      const messages = named(handler, target, call, sent);
      return [messages, next(messages)] as const;
    }),
  );
  while (streams.size > 0) {
    const { messages, result } = await Promise.race(streams.values());
    if (result.done === true) {
      streams.delete(messages);
    } else {
      streams.set(messages, next(messages));
      yield result.value;
    }
  }
}

async function next(messages: AsyncGenerator<Buffer, void, undefined>) {
  return { messages, result: await messages.next() };
}

async function* named(
  handler: RawHandler,
  target: string,
  call: Call,
  sent: readonly Buffer[],
): AsyncGenerator<Buffer, void, undefined> {
  try {
    for await (const message of handler(call, replay(sent))) yield withNode(message, target, true);
  } catch (error) {
    yield failure(toStatus(error), target, true);
  }
}

async function collect(messages: AsyncIterable<Buffer>): Promise<readonly Buffer[]> {
  const all: Buffer[] = [];
  for await (const message of messages) all.push(message);
  return all;
}

async function* replay(messages: readonly Buffer[]): AsyncGenerator<Buffer, void, undefined> {
  yield* messages;
}
