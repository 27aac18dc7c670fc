import type { Context } from '../../../cli/context.js';
import type { Client } from '../../../client/client.js';
import { fanOut, type NodeResult } from '../../../client/fanout.js';
import { printableText } from '../../../errors/control-characters.js';
import type { TrackedAction } from '../../../tracker/node-wait.js';
import { jsonReporter } from '../../../tracker/report/json.js';
import { plainReporter } from '../../../tracker/report/plain.js';
import type { Reporter } from '../../../tracker/report/reporter.js';
import { screenReporter } from '../../../tracker/report/screen.js';
import { trackNodes } from '../../../tracker/track.js';
import { WaitError } from '../../../tracker/wait-error.js';
import { failuresOf, throwFailures } from '../node-failures.js';
import type { ProgressMode, TrackSettings } from './flags.js';

const someLines = 10;
const manyLines = 10_000;

/** How many lines of the kernel log are kept of each node. */
export const keptKernelLines = ({ debug }: TrackSettings): number => (debug ? manyLines : someLines);

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
    const asked = await fanOut(client, (node) => action.request(node, { node }));
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
  for (const result of results) await showKernelLines(ctx, result);
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

/** Shows the last kernel messages of a node that did not get where it was waited for. */
export async function showKernelLines(ctx: Context, { node, error }: NodeResult<unknown>): Promise<void> {
  if (!(error instanceof WaitError) || error.kernelLines.length === 0) return;
  await ctx.stderr.write(`last kernel messages of ${node}:\n`);
  for (const line of error.kernelLines) await ctx.stderr.write(`  ${printableText(line)}\n`);
}
