import type { Context } from '../../../cli/context.js';
import type { Client } from '../../../client/client.js';
import { printableText } from '../../../errors/control-characters.js';
import { TalosctlError } from '../../../errors/errors.js';
import { ContainerDriver } from '../../../gen/common/common.js';
import {
  type LogsRequest,
  MachineServiceService,
  ApplyConfigurationRequest_Mode as Mode,
} from '../../../gen/machine/machine.js';
import { formatTable } from '../../../render/table.js';
import { becomesWell } from '../../../tracker/goals/well.js';
import { type NodeHealth, readHealth } from '../../../tracker/health/health.js';
import { WorseError } from '../../../tracker/health/worse-error.js';
import { NodeWait } from '../../../tracker/node-wait.js';
import { plainReporter } from '../../../tracker/report/plain.js';
import { type Applied, printDetails, sendConfiguration } from './apply.js';
import type { Change } from './change.js';
import { dryRun } from './dry-run.js';
import type { ApplySettings } from './flags.js';

/** What mode try needs to be told in time that the configuration shall stay. */
const confirmTime = 5000;
const restartTime = 30 * 60_000;
const logLines = 5;

/**
 * Gives a node a configuration and, where that is wished, waits until the node is well with it; in mode try the
 * configuration is kept then, and left to go back by itself where the node is not. Returns what the node said.
 * @throws WaitError where the node is not as well as before
 */
export async function applyAndSettle(
  ctx: Context,
  client: Client,
  change: Change,
  settings: ApplySettings,
): Promise<readonly string[]> {
  const { node } = change;
  if (settings.dryRun) return dryRun(ctx, client, change, settings);
  if (!settings.wait) return (await sendConfiguration(client, change, settings)).lines;
  if (settings.mode === 'staged') {
    const { lines } = await sendConfiguration(client, change, settings);
    return [...lines, 'it comes into force with the next boot, so there is nothing to wait for'];
  }
  const before = await readHealth(client, { node });
  try {
    await settle(ctx, client, change, settings, before);
  } catch (error) {
    if (error instanceof WorseError && settings.verify) await showWorse(ctx, client, node, error);
    throw error;
  }
  return settings.mode === 'try' ? confirmTry(client, change, settings) : [];
}

async function settle(
  ctx: Context,
  client: Client,
  change: Change,
  settings: ApplySettings,
  before: NodeHealth,
): Promise<void> {
  const { node } = change;
  const inTry = settings.mode === 'try';
  const limit = inTry
    ? Math.max(0, Math.min(settings.waitTimeout, settings.timeout - confirmTime))
    : settings.waitTimeout;
  let applied: Applied | undefined;
  const wait = new NodeWait({
    client,
    node,
    clock: ctx.clock,
    signal: ctx.signal,
    timeout: restartTime + limit,
    reporter: plainReporter(ctx.stderr),
    kernelLines: logLines,
    action: {
      name: 'configuration',
      unattended: inTry
        ? 'it goes back to what it had when the time of mode try is up'
        : 'the node keeps the configuration',
      async request(_node, options) {
        applied = await sendConfiguration(client, change, settings, options);
        await printDetails(ctx.stderr, [...(client.nodes.length > 1 ? [`${node}:`] : []), ...applied.lines]);
        return '';
      },
      goal: (of) =>
        becomesWell(of, {
          before,
          reboots: applied?.mode === Mode.REBOOT,
          limit,
          hint: inTry
            ? 'the configuration is not kept: the node goes back to what it had when the time of mode try is up'
            : 'the node keeps the configuration; patch or apply another one',
        }),
    },
  });
  await wait.run();
}

/** A second change within the time of mode try keeps the configuration. */
async function confirmTry(client: Client, change: Change, settings: ApplySettings): Promise<readonly string[]> {
  await sendConfiguration(client, change, { ...settings, mode: 'no-reboot' });
  return ['the node is well: the configuration that was tried is kept'];
}

/** Shows the services that got worse, as `services` does, and the last that each has logged. */
async function showWorse(ctx: Context, client: Client, node: string, { worse }: WorseError): Promise<void> {
  const services = worse.flatMap(({ service }) => service ?? []);
  if (services.length === 0) return;
  const rows = services.map(({ id, state, up, lastEvent }) => [node, id, state, up ? 'OK' : 'Fail', lastEvent]);
  const table = formatTable([['NODE', 'SERVICE', 'STATE', 'HEALTH', 'LAST EVENT'], ...rows]);
  await ctx.stdout.write(printableText(table));
  for (const { id } of services) {
    for (const line of await lastLogLines(client, node, id)) {
      await ctx.stdout.write(`${node}: ${id}: ${printableText(line)}\n`);
    }
  }
}

async function lastLogLines(client: Client, node: string, id: string): Promise<readonly string[]> {
  const request: LogsRequest = {
    namespace: 'system',
    id,
    driver: ContainerDriver.CONTAINERD,
    follow: false,
    tailLines: logLines,
  };
  const chunks: Buffer[] = [];
  try {
    for await (const { bytes } of client.serverStream(MachineServiceService.logs, request, { node, timeout: 5000 })) {
      chunks.push(bytes);
    }
  } catch (error) {
    if (!(error instanceof TalosctlError)) throw error;
  }
  return Buffer.concat(chunks)
    .toString()
    .split('\n')
    .filter((line) => line !== '');
}
