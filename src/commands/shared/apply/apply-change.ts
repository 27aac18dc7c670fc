import type { Context } from '../../../cli/context.js';
import type { Client } from '../../../client/client.js';
import { sendConfiguration } from './apply.js';
import type { Change } from './change.js';
import type { ApplySettings } from './flags.js';
import { refuseOtherMachineType } from './machine-type.js';

/**
 * Gives a node a configuration, tries it out, or waits until the node is well with it, as is wished. Returns what is left
 * to be said.
 * @throws CallError where the node refuses, TalosctlError where it is a machine of another type, WaitError where it is not as well as before
 */
export async function applyChange(
  ctx: Context,
  client: Client,
  change: Change,
  settings: ApplySettings,
): Promise<readonly string[]> {
  if (!settings.allowMachineTypeChange) await refuseOtherMachineType(client, change, settings);
  if (settings.dryRun) {
    const { dryRun } = await import('./dry-run.js');
    return dryRun(ctx, client, change, settings);
  }
  if (settings.wait) {
    const { applyAndSettle } = await import('./settle.js');
    return applyAndSettle(ctx, client, change, settings);
  }
  return (await sendConfiguration(client, change, settings)).lines;
}
