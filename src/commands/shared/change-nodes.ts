import type { Client } from '../../client/client.js';
import type { MethodDefinition } from '../../client/method.js';
import { askNodes, type NodeMessages } from './ask-nodes.js';
import { failuresOf, throwFailures } from './node-failures.js';

/** Calls a method on every node whose answer says only that it is done. Fails where nodes failed, naming them. */
export async function changeNodes<Q, R extends NodeMessages>(
  client: Client,
  method: MethodDefinition<Q, R>,
  request: Q,
): Promise<void> {
  throwFailures(client, failuresOf(await askNodes(client, method, request)));
}
