import type { Context } from '../../../cli/context.js';
import {
  type ControllerDependencyEdge,
  DependencyEdgeType,
  InspectServiceService,
} from '../../../gen/inspect/inspect.js';
import { enumName } from '../../../render/enum-name.js';
import { onlyMessage } from '../ask-nodes.js';
import { writeData, writeText } from '../output-format.js';
import { singleNode } from '../single-node.js';
import { dependencyGraph } from './graph.js';
import { type LiveResources, liveResources } from './resources.js';

/** Prints what the controllers of a node write and read. */
export async function showDependencies(
  ctx: Context,
  withResources: boolean,
  output: 'dot' | 'json' | 'yaml',
): Promise<void> {
  const client = await ctx.client();
  const node = singleNode(client, 'inspect dependencies');
  const answer = await client.unary(InspectServiceService.controllerRuntimeDependencies, {}, { node });
  const { edges } = onlyMessage(answer, node ?? '');
  const resources = withResources ? await liveResources(client, edges, node) : undefined;
  if (output === 'dot') await writeText(ctx, dependencyGraph(edges, resources));
  else
    await writeData(ctx, output, { node, edges: edges.map(edgeData), resources: resources && resourceData(resources) });
}

function edgeData({ edgeType, ...edge }: ControllerDependencyEdge) {
  return { ...edge, edgeType: enumName(DependencyEdgeType, edgeType) };
}

function resourceData(resources: LiveResources) {
  return [...resources.values()].flat().map(({ namespace, type, id, owner }) => ({ namespace, type, id, owner }));
}
