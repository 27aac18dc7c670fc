import type { Completion, CompletionProvider } from '../../cli/command.js';
import type { ResourceKind } from '../../client/state.js';

/**
 * Offers the ids of resources of the first node.
 * @param offer what is offered for an id; the id itself when absent
 */
export function resourceIds(
  kind: ResourceKind,
  offer = (id: string): Completion => ({ value: id }),
): CompletionProvider {
  return async (ctx, { flags }) => {
    const { listResources } = await import('../../client/state.js');
    const client = await ctx.client({ nodesOptional: true, insecure: flags.values['insecure'] === true });
    const resources = await listResources(client, kind, { node: client.nodes[0] });
    return resources.map(({ metadata }) => offer(metadata.id));
  };
}

/** Offers the namespaces of resources. */
export const completeNamespaces = resourceIds({ namespace: 'meta', type: 'Namespaces.meta.cosi.dev' });

/** Offers the keys of META that are set. */
export const completeMetaKeys = resourceIds({ namespace: 'runtime', type: 'MetaKeys.runtime.talos.dev' });

/** Offers disks by their device, `/dev/sda`. */
export const completeDisks = resourceIds({ namespace: 'runtime', type: 'Disks.block.talos.dev' }, (id) => ({
  value: `/dev/${id}`,
}));
