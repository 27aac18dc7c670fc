import type { Context } from '../../../cli/context.js';
import type { Client } from '../../../client/client.js';
import { fanOut } from '../../../client/fanout.js';
import { MachineServiceService } from '../../../gen/machine/machine.js';
import { onlyMessage } from '../ask-nodes.js';
import { printNodes } from '../node-table.js';
import type { OutputFormat } from '../output-format.js';
import { connectionTable, type ExtraColumns } from './columns.js';
import { findPod, networkPods } from './pods.js';
import { netstatRequest, type SocketFlags } from './request.js';

export interface NetstatOptions extends SocketFlags, ExtraColumns {
  /** `namespace/name`; absent: the nodes themselves. */
  readonly pod: string | undefined;
  readonly output: OutputFormat;
}

/** Shows the connections of all nodes, or those of one pod. */
export async function showConnections(ctx: Context, options: NetstatOptions): Promise<void> {
  const client = await ctx.client();
  const found = options.pod === undefined ? undefined : await findPod(client, options.pod);
  const names = options.pods ? await podsByNetwork(client) : new Map<string, ReadonlyMap<string, string>>();
  const request = netstatRequest(options, found?.network);
  const asked = { nodes: found === undefined ? client.nodes : [found.node] };
  const results = await fanOut(asked, async (node) =>
    onlyMessage(await client.unary(MachineServiceService.netstat, request, { node }), node),
  );
  await printNodes(ctx, client, results, options.output, connectionTable(options, names, found === undefined));
}

/** The names of the pods by node and network namespace. A node that cannot tell shows its connections all the same. */
async function podsByNetwork(client: Client): Promise<ReadonlyMap<string, ReadonlyMap<string, string>>> {
  const results = await networkPods(client);
  return new Map(results.map(({ node, value = [] }) => [node, new Map(value.map(({ id, network }) => [network, id]))]));
}
