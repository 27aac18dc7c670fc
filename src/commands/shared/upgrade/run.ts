import type { Context } from '../../../cli/context.js';
import type { Client } from '../../../client/client.js';
import { fanOut, type NodeResult } from '../../../client/fanout.js';
import { printableField } from '../../../errors/control-characters.js';
import { CancelledError, TalosctlError } from '../../../errors/errors.js';
import { StatusLine } from '../../../terminal/status-line.js';
import { NodeWait } from '../../../tracker/node-wait.js';
import type { Reporter } from '../../../tracker/report/reporter.js';

import { PullProgress } from '../image/progress.js';
import { pullImage, reportPulled } from '../image/pull.js';
import { failuresOf, throwFailures } from '../node-failures.js';
import { roll } from '../roll.js';
import { confirmPower } from '../track/confirm.js';
import { keptKernelLines, showKernelLogs } from '../track/kernel-log.js';
import { reporterFor } from '../track/run.js';
import { askToUpgrade, imageOfAll } from './ask.js';
import type { ClusterGate } from './cluster-gate.js';
import { passOver } from './done.js';
import { showPlans } from './dry-run.js';
import { readNodeSystem } from './node-system.js';
import { NodeUpgrade } from './node-upgrade.js';
import { openGate } from './open-gate.js';
import type { UpgradeOptions } from './options.js';
import { type NodePlan, planNode } from './plan.js';

/** Milliseconds in which the nodes say what they run. */
const lookTime = 60_000;

/**
 * Upgrades the nodes one after the other, or some at once. All of them are looked at and have pulled the image before
 * the first one is changed; the first that fails is the last that was begun.
 */
export async function runUpgrade(ctx: Context, options: UpgradeOptions): Promise<void> {
  const client = await ctx.client();
  const bounds = { signal: ctx.signal, timeout: Math.min(lookTime, options.tracking.timeout) };
  const planned = await fanOut(client, async (node) =>
    planNode(node, await readNodeSystem(client, { node, ...bounds }), options.wish),
  );
  await warn(ctx, planned);
  if (options.dryRun) return showPlans(ctx, client, planned, options);
  throwFailures(client, failuresOf(planned));
  const plans = planned.flatMap(({ value }) => value ?? []);
  refuseWhatLegacyLacks(plans, options);
  const { drainTimeout } = options.settings;
  const done = plans.filter((plan) => plan.done);
  throwFailures(client, failuresOf(await passOver(ctx, client, done, drainTimeout !== undefined)));
  const todo = plans.filter((plan) => !plan.done);
  if (todo.length === 0) return;
  const reporter = reporterFor(ctx, { nodes: todo.map(({ node }) => node) }, options.tracking.progress);
  const gate = await openGate(ctx, client, todo, options, reporter);
  await confirmPower(ctx, client, 'upgrade', options.yes);
  await pullEverywhere(ctx, client, todo, options);
  const ack = options.settings.wait ? undefined : imageOfAll(client, todo);
  if (ack !== undefined) return askToUpgrade(ctx, client, ack, options.settings);
  await upgradeEach(ctx, client, todo, options, { reporter, gate });
}

async function warn(ctx: Context, planned: readonly NodeResult<NodePlan>[]): Promise<void> {
  for (const { node, value } of planned) {
    for (const warning of value?.warnings ?? []) {
      await ctx.stderr.write(`warning: ${node}: ${printableField(warning)}\n`);
    }
  }
}

function refuseWhatLegacyLacks(plans: readonly NodePlan[], { settings }: UpgradeOptions): void {
  const older = plans.filter(({ way, done }) => way === 'legacy' && !done).map(({ node }) => node);
  if (older.length === 0) return;
  if (!settings.reboot) {
    throw new TalosctlError(`${older.join(', ')}: --no-reboot needs Talos 1.13 or newer, and not --legacy`, {
      hint: 'the older call for upgrades always reboots; nothing was done',
    });
  }
  if (settings.rebootMode === 'force') {
    throw new TalosctlError(`${older.join(', ')}: --reboot-mode force needs Talos 1.13 or newer, and not --legacy`);
  }
}

/** Where the image is not to be had, nothing has been changed yet. Older nodes pull it when they are asked. */
async function pullEverywhere(
  ctx: Context,
  client: Client,
  plans: readonly NodePlan[],
  { settings, tracking }: UpgradeOptions,
): Promise<void> {
  const pulling = new Map(plans.filter(({ way }) => way === 'lifecycle').map((plan) => [plan.node, plan]));
  if (pulling.size === 0) return;
  const line = new StatusLine(ctx.stderr);
  const progress = new PullProgress();
  const bounds = { signal: ctx.signal, timeout: tracking.timeout };
  const results = await fanOut({ nodes: [...pulling.keys()] }, (node) => {
    const image = pulling.get(node)?.installer.image ?? '';
    const tell = async (...[layer, state]: Parameters<Parameters<typeof pullImage>[4]>): Promise<void> => {
      progress.update(node, layer, state);
      await line.show(progress.summary());
    };
    return pullImage(client, node, image, settings.namespace, tell, bounds);
  });
  await line.clear();
  for (const { node, value } of results) if (value !== undefined) await reportPulled(ctx, node, value);
  const failures = failuresOf(results);
  if (failures.length > 0) await ctx.stderr.write('nothing was upgraded: not every node could pull its image\n');
  throwFailures(client, failures);
}

interface UpgradeHelpers {
  readonly reporter: Reporter;
  readonly gate: ClusterGate | undefined;
}

async function upgradeEach(
  ctx: Context,
  client: Client,
  plans: readonly NodePlan[],
  options: UpgradeOptions,
  { reporter, gate }: UpgradeHelpers,
): Promise<void> {
  const begun = new Set<NodePlan>();
  const tellRest = async (): Promise<void> => {
    const rest = plans.filter((plan) => !begun.has(plan)).map(({ node }) => node);
    if (rest.length === 0) return;
    await ctx.stderr.write(`not begun: ${rest.join(', ')}; go on with them by -n ${rest.join(',')}\n`);
  };
  try {
    const results = await roll({
      items: plans,
      nodeOf: ({ node }) => node,
      atOnce: options.parallel,
      alone: ({ system }) => system.controlPlane,
      work: async (plan) => {
        await gate?.admit(plan);
        begun.add(plan);
        await upgradeOne(ctx, client, plan, options, reporter);
        if (options.settings.wait) gate?.passed(plan);
      },
    });
    await showKernelLogs(ctx, client, results, options.tracking);
    await tellRest();
    throwFailures(client, failuresOf(results));
  } catch (error) {
    if (error instanceof CancelledError) await tellRest();
    throw error;
  }
}

async function upgradeOne(
  ctx: Context,
  client: Client,
  plan: NodePlan,
  { settings, tracking }: UpgradeOptions,
  reporter: Reporter,
): Promise<void> {
  const upgrade = new NodeUpgrade(ctx, client, plan, settings);
  const wait = new NodeWait({
    client,
    node: plan.node,
    action: upgrade.action(),
    clock: ctx.clock,
    timeout: tracking.timeout,
    signal: ctx.signal,
    reporter,
    kernelLines: keptKernelLines(tracking),
  });
  try {
    await wait.run();
  } finally {
    await upgrade.end();
  }
}
