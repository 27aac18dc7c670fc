import type { Context } from '../../../cli/context.js';
import type { Client } from '../../../client/client.js';
import type { NodeResult } from '../../../client/fanout.js';
import { CancelledError, TalosctlError } from '../../../errors/errors.js';
import { plainReporter } from '../../../tracker/report/plain.js';
import { printNodes } from '../node-table.js';
import { openGate } from './open-gate.js';
import type { UpgradeOptions } from './options.js';
import type { NodePlan } from './plan.js';

/** Shows what would be done, or why it would not. */
export async function showPlans(
  ctx: Context,
  client: Client,
  planned: readonly NodeResult<NodePlan>[],
  options: UpgradeOptions,
): Promise<void> {
  await warnOfRefusal(ctx, client, planned, options);
  await printPlans(ctx, client, planned, options);
}

/** Says why the nodes would not be taken down. */
async function warnOfRefusal(
  ctx: Context,
  client: Client,
  planned: readonly NodeResult<NodePlan>[],
  options: UpgradeOptions,
): Promise<void> {
  const todo = planned.flatMap(({ value }) => (value === undefined || value.done ? [] : [value]));
  try {
    await openGate(ctx, client, todo, options, plainReporter(ctx.stderr));
  } catch (error) {
    if (!(error instanceof TalosctlError) || error instanceof CancelledError) throw error;
    await ctx.stderr.write(`warning: ${error.message}\n`);
  }
}

async function printPlans(
  ctx: Context,
  client: Client,
  planned: readonly NodeResult<NodePlan>[],
  { output, settings }: UpgradeOptions,
): Promise<void> {
  const steps = ({ way, done }: NodePlan): string => {
    if (done) return 'none';
    if (way === 'legacy') return settings.legacy.stage ? 'reboot,install,reboot' : 'drain,install,reboot';
    const drain = settings.drainTimeout === undefined ? [] : ['drain'];
    return ['pull', 'install', ...(settings.reboot ? [...drain, 'reboot'] : [])].join(',');
  };
  await printNodes(ctx, client, planned, output, {
    heading: ['NODE', 'VERSION', 'NEW VERSION', 'IMAGE', 'SCHEMATIC', 'EXTENSIONS', 'STEPS'],
    rows: (node, plan) => [
      [
        node,
        plan.system.version,
        plan.installer.version ?? '',
        plan.installer.image,
        plan.system.schematic ?? '',
        plan.system.extensions.join(','),
        steps(plan),
      ],
    ],
    data: (plan) => ({
      version: plan.system.version,
      newVersion: plan.installer.version ?? '',
      image: plan.installer.image,
      schematic: plan.system.schematic ?? '',
      extensions: [...plan.system.extensions],
      steps: steps(plan) === 'none' ? [] : steps(plan).split(','),
      warnings: [...plan.warnings],
    }),
  });
}
