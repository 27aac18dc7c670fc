import type { Completion } from '../../../cli/command.js';
import type { Context } from '../../../cli/context.js';
import { listDefinitions, listResources } from '../../../client/state.js';
import { resolveDefinition } from '../../../resources/definition.js';

/** The types of the first node; their short names too once a letter has been typed. */
export async function completeResourceTypes(ctx: Context, toComplete: string): Promise<readonly Completion[]> {
  const client = await ctx.client({ nodesOptional: true });
  const definitions = await listDefinitions(client, { node: client.nodes[0] });
  return definitions.flatMap(({ id, aliases, displayType }) => {
    const names = toComplete === '' ? [id] : [...aliases, id];
    return names.map((value) => ({ value, description: displayType }));
  });
}

/** The ids of a type's resources on the first node, in the type's own namespace. */
export async function completeResourceIds(ctx: Context, type: string): Promise<readonly Completion[]> {
  const client = await ctx.client({ nodesOptional: true });
  const options = { node: client.nodes[0] };
  const definition = resolveDefinition(type, await listDefinitions(client, options));
  const kind = { namespace: definition.defaultNamespace, type: definition.type };
  return (await listResources(client, kind, options)).map(({ metadata }) => ({ value: metadata.id }));
}
