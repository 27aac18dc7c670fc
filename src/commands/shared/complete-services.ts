import type { Completion, CompletionProvider } from '../../cli/command.js';

/** Offers the services of the nodes, with their states. */
export const completeServices: CompletionProvider = async (ctx, { args }) => {
  if (args.length > 0) return [];
  const [{ MachineServiceService }, { askNodes }] = await Promise.all([
    import('../../gen/machine/machine.js'),
    import('./ask-nodes.js'),
  ]);
  const results = await askNodes(await ctx.client(), MachineServiceService.serviceList, {});
  const states = new Map(
    results.flatMap(({ value }) => (value?.services ?? []).map(({ id, state }) => [id, state] as const)),
  );
  return [...states].map(([value, description]): Completion => ({ value, description }));
};
