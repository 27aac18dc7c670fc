import type { Context } from '../../cli/context.js';
import { MachineServiceService } from '../../gen/machine/machine.js';
import { askNodes } from './ask-nodes.js';

/** Whose logs the nodes have, each once. */
export async function logSources(ctx: Context): Promise<readonly string[]> {
  const results = await askNodes(await ctx.client(), MachineServiceService.logsContainers, {});
  return [...new Set(results.flatMap(({ value }) => value?.ids ?? []))].sort();
}
