import type { Context } from '../../../cli/context.js';
import type { Client } from '../../../client/client.js';
import type { NodeResult } from '../../../client/fanout.js';
import { printableText } from '../../../errors/control-characters.js';
import { CallError } from '../../../errors/errors.js';
import { MachineServiceService } from '../../../gen/machine/machine.js';
import { WaitError } from '../../../tracker/wait-error.js';
import type { TrackSettings } from './flags.js';

const someLines = 10;
const manyLines = 10_000;
/** A node that failed may not answer at all. */
const readTime = 5000;

/** How many lines of the kernel log are kept of each node that is waited for. */
export const keptKernelLines = ({ debug }: TrackSettings): number => (debug ? manyLines : someLines);

/**
 * Shows the last kernel messages of the nodes that did not get where they were waited for; with --debug those of any
 * that failed, also before it was waited for.
 */
export async function showKernelLogs(
  ctx: Context,
  client: Client,
  results: readonly NodeResult<unknown>[],
  { debug }: TrackSettings,
): Promise<void> {
  for (const { node, error } of results) {
    if (error instanceof WaitError && error.kernelLines.length > 0) await showKernelLines(ctx, node, error.kernelLines);
    else if (error !== undefined && debug) await showKernelLines(ctx, node, await readKernelLog(ctx, client, node));
  }
}

export async function showKernelLines(ctx: Context, node: string, lines: readonly string[]): Promise<void> {
  if (lines.length === 0) return;
  await ctx.stderr.write(`last kernel messages of ${node}:\n`);
  for (const line of lines) await ctx.stderr.write(`  ${printableText(line)}\n`);
}

/** The log that a node has now; empty where it does not give it. */
async function readKernelLog(ctx: Context, client: Client, node: string): Promise<readonly string[]> {
  const lines: string[] = [];
  const options = { node, signal: ctx.signal, timeout: readTime };
  try {
    for await (const { bytes } of client.serverStream(
      MachineServiceService.dmesg,
      { follow: false, tail: false },
      options,
    )) {
      lines.push(...bytes.toString().split('\n'));
    }
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
  }
  return lines.filter((line) => line !== '').slice(-manyLines);
}
