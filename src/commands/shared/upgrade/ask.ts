import type { Context } from '../../../cli/context.js';
import type { Client } from '../../../client/client.js';
import { MachineServiceService } from '../../../gen/machine/machine.js';
import { formatTable } from '../../../render/table.js';
import { askNodes } from '../ask-nodes.js';
import { failuresOf, throwFailures } from '../node-failures.js';
import { parseInstaller } from './installer.js';
import { installTime, legacyRequest, type UpgradeSettings } from './node-upgrade.js';
import type { UpgradeOptions } from './options.js';
import type { NodePlan } from './plan.js';

/* Upgrades by the older call that nobody waits for. */

/** A node in maintenance mode is asked and not waited for; it has nothing to be lost. */
export async function upgradeInMaintenance(ctx: Context, { wish, settings }: UpgradeOptions): Promise<void> {
  const client = await ctx.client({ insecure: true });
  await askToUpgrade(ctx, client, parseInstaller(wish.image).image, settings);
}

/** The image for older nodes that are all asked at once; undefined where they are not the only ones, or not of one mind. */
export function imageOfAll(client: Client, plans: readonly NodePlan[]): string | undefined {
  const [image, ...others] = new Set(plans.map(({ installer }) => installer.image));
  const all = plans.every(({ way }) => way === 'legacy') && plans.length === client.nodes.length;
  return all && others.length === 0 ? image : undefined;
}

/** Asks by the older call, and prints what the nodes say to it. */
export async function askToUpgrade(
  ctx: Context,
  client: Client,
  image: string,
  settings: UpgradeSettings,
): Promise<void> {
  const answers = await askNodes(client, MachineServiceService.upgrade, legacyRequest(image, settings), {
    timeout: installTime,
  });
  const rows = answers.flatMap(({ node, value }) =>
    value === undefined ? [] : [[node, value.ack, ctx.clock.now().toISOString(), '']],
  );
  if (rows.length > 0) await ctx.stdout.write(formatTable([['NODE', 'ACK', 'STARTED'], ...rows]));
  throwFailures(client, failuresOf(answers));
}
