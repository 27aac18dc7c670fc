import type { Completion, CompletionProvider } from '../../cli/command.js';

/** Offers the containers of the nodes: Talos's own, or with `--kubernetes` those of pods. */
export const completeContainers: CompletionProvider = async (ctx, { args, flags }) => {
  if (args.length > 0) return [];
  const [{ MachineServiceService }, { askNodes }, { containerNamespace }] = await Promise.all([
    import('../../gen/machine/machine.js'),
    import('./ask-nodes.js'),
    import('./container-namespace.js'),
  ]);
  const client = await ctx.client();
  const namespace = containerNamespace(flags.values['kubernetes'] === true);
  const results = await askNodes(client, MachineServiceService.containers, namespace);
  const images = new Map(
    results.flatMap(({ value }) => (value?.containers ?? []).map(({ id, image }) => [id, image] as const)),
  );
  return [...images].map(([value, description]): Completion => ({ value, description }));
};
