import type { Context } from '../../../cli/context.js';
import type { Client } from '../../../client/client.js';
import { fanOut } from '../../../client/fanout.js';
import type { TrackedAction } from '../../../tracker/node-wait.js';
import { jsonReporter } from '../../../tracker/report/json.js';
import { plainReporter } from '../../../tracker/report/plain.js';
import type { Reporter } from '../../../tracker/report/reporter.js';
import { screenReporter } from '../../../tracker/report/screen.js';
import { trackNodes } from '../../../tracker/track.js';
import { failuresOf, throwFailures } from '../node-failures.js';
import type { ProgressMode, TrackSettings } from './flags.js';
import { keptKernelLines, showKernelLogs } from './kernel-log.js';

/** Milliseconds that an answer may take which nobody waits behind. */
const requestTime = 60_000;

/**
 * Asks the nodes for the action, and waits where that is wished. Fails where a node refuses or does not get there; the
 * last kernel messages of those that do not get there are shown.
 */
export async function runTracked(
  ctx: Context,
  client: Client,
  action: TrackedAction,
  settings: TrackSettings,
): Promise<void> {
  if (!settings.wait) {
    const timeout = action.requestLimit ?? requestTime;
    const asked = await fanOut(client, (node) => action.request(node, { node, timeout }));
    throwFailures(client, failuresOf(asked));
    return;
  }
  const results = await trackNodes({
    client,
    action,
    clock: ctx.clock,
    timeout: settings.timeout,
    signal: ctx.signal,
    reporter: reporterFor(ctx, client, settings.progress),
    kernelLines: keptKernelLines(settings),
    maintenance: (node) => ctx.client({ insecure: true, nodes: [node] }),
  });
  await showKernelLogs(ctx, client, results, settings);
  throwFailures(client, failuresOf(results));
}

/** How the nodes are shown while they are waited for. */
export function reporterFor(ctx: Context, { nodes }: Pick<Client, 'nodes'>, progress: ProgressMode): Reporter {
  if (progress === 'json') return jsonReporter(ctx.stdout, ctx.clock);
  const { stderr } = ctx;
  return isOnScreen(ctx, progress) ? screenReporter(stderr, nodes) : plainReporter(stderr);
}

/** Whether lines are written over: what is to stay has to be written after the end. */
export function isOnScreen({ stderr }: Context, progress: ProgressMode): boolean {
  return progress === 'auto' && stderr.isTerminal;
}
