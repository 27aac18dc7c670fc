import type { Completion, CompletionProvider } from '../../../cli/command.js';
import { listDefinitions, listResources } from '../../../client/state.js';
import { resolveDefinition } from '../../../resources/definition.js';

/** The types of the first node; their short names too once a letter has been typed. */
export const completeResourceTypes: CompletionProvider = async (ctx, { toComplete, flags }) => {
  const client = await ctx.client({ nodesOptional: true, insecure: flags.values['insecure'] === true });
  const definitions = await listDefinitions(client, { node: client.nodes[0] });
  const names = new Map<string, Completion>();
  for (const { id, aliases, displayType } of definitions) {
    // Some short names stand for several types.
    for (const value of toComplete === '' ? [id] : [...aliases, id]) {
      const others = names.get(value)?.description;
      names.set(value, { value, description: others === undefined ? displayType : `${others}, ${displayType}` });
    }
  }
  return [...names.values()];
};

/** The ids of a type's resources on the first node, in the namespace asked for or else the type's own. */
export const completeResourceIds: CompletionProvider = async (ctx, { args: [type = '', ...more], flags }) => {
  if (more.length > 0) return [];
  const { insecure, namespace } = flags.values;
  const client = await ctx.client({ nodesOptional: true, insecure: insecure === true });
  const options = { node: client.nodes[0] };
  const definition = resolveDefinition(type, await listDefinitions(client, options));
  const kind = { namespace: String(namespace || definition.defaultNamespace), type: definition.type };
  return (await listResources(client, kind, options)).map(({ metadata }) => ({ value: metadata.id }));
};
