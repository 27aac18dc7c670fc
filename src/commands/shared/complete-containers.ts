import type { Completion, CompletionProvider } from '../../cli/command.js';

/** Offers the containers of the nodes: Talos's own, and those of pods. */
export const completeContainers: CompletionProvider = async (ctx, { args }) => {
  if (args.length > 0) return [];
  const [{ MachineServiceService }, { askNodes }, { containerNamespace }] = await Promise.all([
    import('../../gen/machine/machine.js'),
    import('./ask-nodes.js'),
    import('./container-namespace.js'),
  ]);
  const client = await ctx.client();
  const lists = await Promise.all(
    [false, true].map((kubernetes) =>
      askNodes(client, MachineServiceService.containers, containerNamespace(kubernetes)),
    ),
  );
  const images = new Map(
    lists.flat().flatMap(({ value }) => (value?.containers ?? []).map(({ id, image }) => [id, image] as const)),
  );
  return [...images].map(([value, description]): Completion => ({ value, description }));
};
