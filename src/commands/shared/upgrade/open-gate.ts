import type { Context } from '../../../cli/context.js';
import type { Client } from '../../../client/client.js';
import { TalosctlError } from '../../../errors/errors.js';
import type { Reporter } from '../../../tracker/report/reporter.js';
import { ClusterGate } from './cluster-gate.js';
import type { UpgradeOptions } from './options.js';
import type { NodePlan } from './plan.js';

/**
 * What keeps the cluster from losing more than one node at a time; undefined where no node is taken down, or --force is
 * given.
 * @throws TalosctlError where the nodes are not to be taken down
 */
export async function openGate(
  ctx: Context,
  client: Client,
  plans: readonly NodePlan[],
  { settings, tracking }: UpgradeOptions,
  reporter: Reporter,
): Promise<ClusterGate | undefined> {
  if (!settings.reboot || settings.force) return undefined;
  const controlPlane = plans.filter(({ system }) => system.controlPlane);
  const [first, ...others] = controlPlane;
  if (!settings.wait && others.length > 0 && plans.some(({ way }) => way === 'lifecycle')) {
    throw new TalosctlError('several control plane nodes go down one after the other only, which takes --wait', {
      hint: '--force reboots them without waiting',
    });
  }
  if (plans.length === 1 && first === undefined) return undefined;
  const gate = await ClusterGate.open(ctx, client, plans, { timeout: tracking.timeout, reporter });
  if (first !== undefined) await gate.refuseQuorumLoss(first);
  return gate;
}
