import type { Context } from '../../../cli/context.js';
import { warnOfOlderNodes } from '../version-skew.js';
import { printDetails } from './apply.js';
import { applyChange } from './apply-change.js';
import { changeEach } from './each-node.js';
import type { ApplySettings } from './flags.js';
import { configName, findMachineConfigs, readNodeConfig } from './node-config.js';
import { patchConfiguration, readPatches } from './patches.js';
import { sameConfig } from './same-config.js';
import type { ConfigTarget } from './target.js';

export interface PatchOptions {
  readonly target: ConfigTarget;
  readonly patches: readonly string[];
  readonly settings: ApplySettings;
}

/** Patches the configuration of the nodes, one after the other. */
export async function runPatch(ctx: Context, { target, patches: args, settings }: PatchOptions): Promise<void> {
  const patches = await readPatches(ctx, '--patch', args);
  const client = await ctx.client();
  await warnOfOlderNodes(ctx, client);
  const kind = await findMachineConfigs(client, target);
  const patchNode = async (node: string): Promise<void> => {
    const config = await readNodeConfig(client, kind, node);
    const patched = await patchConfiguration(ctx, config, patches, { source: 'node' });
    const same = sameConfig(config, patched);
    // Sent in any case, since that is what keeps a configuration that is being tried; but comments are not lost for it.
    const change = { node, config: same ? config : patched, current: () => Promise.resolve(config) };
    const lines = await applyChange(ctx, client, change, settings);
    const outcome = same ? 'no change to' : settings.dryRun ? 'would patch' : 'patched';
    await printDetails(ctx.stderr, [`${outcome} ${configName} at the node ${node}`, ...lines]);
  };
  await changeEach(ctx, client, settings, patchNode);
}
