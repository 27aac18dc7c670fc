import type { Completion } from '../../../cli/command.js';
import type { Context } from '../../../cli/context.js';
import { listResources } from '../../../client/state.js';

const kind = { namespace: 'network', type: 'LinkStatuses.net.talos.dev' };

/** Offers the network interfaces of the first node. */
export async function completeLinks(ctx: Context): Promise<readonly Completion[]> {
  const client = await ctx.client({ nodesOptional: true });
  const links = await listResources(client, kind, { node: client.nodes[0] });
  return links.map(({ metadata }) => ({ value: metadata.id }));
}
