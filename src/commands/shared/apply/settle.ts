import type { Context } from '../../../cli/context.js';
import type { Client } from '../../../client/client.js';
import { CallError, TalosctlError } from '../../../errors/errors.js';
import { ApplyConfigurationRequest_Mode as Mode } from '../../../gen/machine/machine.js';
import { formatDuration } from '../../../render/times.js';
import { becomesWell, steadyTime, verdictTime } from '../../../tracker/goals/well.js';
import { type NodeHealth, noHealth, readHealth } from '../../../tracker/health/health.js';
import { WorseError } from '../../../tracker/health/worse-error.js';
import { NodeWait } from '../../../tracker/node-wait.js';
import { WaitError } from '../../../tracker/wait-error.js';
import { showKernelLines } from '../track/kernel-log.js';
import { isOnScreen, reporterFor } from '../track/run.js';
import { type Applied, printDetails, sendConfiguration } from './apply.js';
import type { Change } from './change.js';
import { type ApplySettings, confirmTime } from './flags.js';
import { describeWorse } from './worse.js';

const lookTime = 60_000;
const kernelLines = 5;
const confirmPatience = 3000;

/**
 * Gives a node a configuration and waits until the node is well with it; in mode try the configuration is kept then, and
 * left to go back by itself where the node is not. Returns what is left to be said.
 * @throws WaitError where the node is not as well as before
 */
export async function applyAndSettle(
  ctx: Context,
  client: Client,
  change: Change,
  settings: ApplySettings,
): Promise<readonly string[]> {
  const { node } = change;
  if (settings.mode === 'staged') {
    const { lines } = await sendConfiguration(client, change, settings);
    return [...lines, 'it comes into force with the next boot, so there is nothing to wait for'];
  }
  try {
    await settle(ctx, client, change, settings);
  } catch (error) {
    if (error instanceof WaitError) await showKernelLines(ctx, node, error.kernelLines);
    if (error instanceof WorseError && settings.verify) {
      const output = settings.progress === 'json' ? ctx.stderr : ctx.stdout;
      await output.write(await describeWorse(client, node, error));
    }
    throw error;
  }
  return settings.mode === 'try' ? confirmTry(client, change, settings) : [];
}

async function settle(ctx: Context, client: Client, change: Change, settings: ApplySettings): Promise<void> {
  const { node } = change;
  const { waitTimeout, restartTime, timeout: tryTime, progress } = settings;
  const inTry = settings.mode === 'try';
  const limit = inTry ? Math.min(waitTimeout, limitOfTry(tryTime)) : waitTimeout;
  const goesBack = 'it goes back to what it had when the time of mode try is up';
  let applied: Applied | undefined;
  let before: NodeHealth | undefined;
  const wait: NodeWait = new NodeWait({
    client,
    node,
    clock: ctx.clock,
    signal: ctx.signal,
    timeout: limit + verdictTime + (inTry ? 0 : restartTime),
    reporter: reporterFor(ctx, { nodes: [node] }, progress),
    kernelLines,
    action: {
      name: 'configuration',
      unattended: inTry ? goesBack : 'the node keeps the configuration',
      waitsLonger: `--wait-timeout (now ${formatDuration(waitTimeout)}) waits longer`,
      async prepare(of) {
        before = await of.phase('looking at the node', lookTime, (signal) => readHealth(client, { node, signal }));
      },
      async request(_node, options) {
        applied = await sendConfiguration(client, change, settings, options);
        for (const line of applied.lines) wait.note(line);
        return '';
      },
      goal: (of) =>
        becomesWell(of, {
          before: before ?? noHealth,
          reboots: applied?.mode === Mode.REBOOT,
          limit,
          hint: inTry
            ? `the configuration is not kept: ${goesBack}`
            : 'the node keeps the configuration; patch or apply another one',
        }),
    },
  });
  try {
    await wait.run();
  } finally {
    // On a screen they were written over.
    if (isOnScreen(ctx, progress)) await printDetails(ctx.stderr, applied?.lines ?? []);
  }
}

/** What is left of mode try for a node to become well: it has to stay so, too, and to be told. */
function limitOfTry(tryTime: number): number {
  const available = tryTime - confirmTime;
  return Math.max(available - steadyTime, available / 2);
}

/** A second change within the time of mode try keeps the configuration. */
async function confirmTry(client: Client, change: Change, settings: ApplySettings): Promise<readonly string[]> {
  const { node } = change;
  const confirm = (): Promise<Applied> =>
    sendConfiguration(client, change, { ...settings, mode: 'no-reboot' }, { node, timeout: confirmPatience });
  try {
    await confirm().catch((error: unknown) => {
      if (!(error instanceof CallError)) throw error;
      client.moveOn({ node });
      return confirm();
    });
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    throw new TalosctlError(`${node} is well, and could not be told to keep the configuration: ${error.message}`, {
      cause: error,
      hint: 'it goes back to what it had when the time of mode try is up; apply it again',
    });
  }
  return ['the node is well: the configuration that was tried is kept'];
}
