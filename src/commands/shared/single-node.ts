import type { Client } from '../../client/client.js';
import { UsageError } from '../../errors/errors.js';

/**
 * The one node of a command that cannot work on several; undefined where none is named and the endpoint itself answers.
 * @throws UsageError where several are named
 */
export function singleNode(client: Client, words: string): string | undefined {
  const [node, ...others] = client.nodes;
  if (others.length > 0) {
    throw new UsageError(`"${words}" works on one node at a time, and these are named: ${client.nodes.join(', ')}`);
  }
  return node;
}
