import type { Context } from '../../cli/context.js';
import type { Client } from '../../client/client.js';
import { CallError, type TalosctlError } from '../../errors/errors.js';
import { MachineServiceService, type ServiceInfo } from '../../gen/machine/machine.js';
import { onlyMessage } from './ask-nodes.js';

/** Milliseconds that a service may take to start, and between two attempts. */
const patience = 30_000;
const pause = 1_000;

/** States of a service on its way to its first run: until then it has no log. */
const starting: ReadonlySet<string> = new Set(['Initialized', 'Preparing', 'Waiting', 'Starting']);

/**
 * Reads the log of a service. A node has none before the service has run: where it is about to, as after `bootstrap`,
 * its log is waited for, no longer than 30 s. What is waited for is said on stderr.
 * @throws the failure of the last attempt
 */
export async function* onceStarted<T>(
  ctx: Context,
  client: Client,
  target: { readonly id: string; readonly node: string; readonly signal: AbortSignal },
  open: () => AsyncIterable<T>,
): AsyncGenerator<T, void, undefined> {
  const { id, node, signal } = target;
  const end = ctx.clock.now().getTime() + patience;
  for (let said = false; ; said = true) {
    try {
      yield* open();
      return;
    } catch (error) {
      if (!isWithoutLog(error) || ctx.clock.now().getTime() + pause > end) throw error;
      const service = await find(client, id, node, signal);
      if (service === undefined || !starting.has(service.state)) throw error;
      if (!said) await ctx.stderr.write(`waiting up to 30 s for ${id} on ${node} to start: ${lastEvent(service)}\n`);
    }
    await ctx.clock.sleep(pause, signal);
  }
}

function isWithoutLog(error: unknown): error is TalosctlError {
  return error instanceof CallError && /\bwas not registered$/.test(error.detail);
}

/** The service, where the node can be asked and has it. */
async function find(client: Client, id: string, node: string, signal: AbortSignal): Promise<ServiceInfo | undefined> {
  try {
    const list = await client.unary(MachineServiceService.serviceList, {}, { node, signal });
    return onlyMessage(list, node).services.find((service) => service.id === id);
  } catch (error) {
    if (error instanceof CallError) return undefined;
    throw error;
  }
}

function lastEvent({ state, events }: ServiceInfo): string {
  const message = events?.events.at(-1)?.msg ?? '';
  return message === '' ? state : message;
}
