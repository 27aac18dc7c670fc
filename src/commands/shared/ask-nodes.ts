import type { CallOptions, Client } from '../../client/client.js';
import { fanOut, type NodeResult } from '../../client/fanout.js';
import type { MethodDefinition } from '../../client/method.js';
import { TalosctlError } from '../../errors/errors.js';
import type { Metadata } from '../../gen/common/common.js';
import { metadataError } from './data-error.js';

/** A message of the machine API, in which a node may report a failure. */
export interface NodeMessage {
  readonly metadata: Metadata | undefined;
}

/** Answers of the machine API: a message for each node that took part, one where a single node was asked. */
export interface NodeMessages {
  readonly messages: readonly NodeMessage[];
}

type MessageOf<R extends NodeMessages> = R['messages'][number];

/**
 * Asks every node of the client and gives the message each of them sent, in the order asked. A failure that a node
 * reports inside its message counts as a failed call.
 */
export async function askNodes<Q, R extends NodeMessages>(
  client: Client,
  method: MethodDefinition<Q, R>,
  request: Q,
  options: Pick<CallOptions, 'timeout'> = {},
): Promise<readonly NodeResult<MessageOf<R>>[]> {
  return fanOut(client, async (node) => onlyMessage(await client.unary(method, request, { ...options, node }), node));
}

/** The message of an answer by a single node. */
export function onlyMessage<R extends NodeMessages>(response: R, node: string): MessageOf<R> {
  const [message] = response.messages;
  if (message === undefined) throw new TalosctlError(`${node || 'the endpoint'} sent an empty answer`);
  const failure = metadataError(message.metadata, node);
  if (failure !== undefined) throw failure;
  return message;
}
