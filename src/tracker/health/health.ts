import type { CallOptions, Client } from '../../client/client.js';
import { CallError } from '../../errors/errors.js';
import { MachineServiceService, type ServiceInfo } from '../../gen/machine/machine.js';
import { readStatus, type Status } from '../sight.js';

/** A service at one moment. */
export interface ServiceHealth {
  readonly id: string;
  readonly state: string;
  /** Running, and healthy where it is checked. */
  readonly up: boolean;
  /** Running, and found healthy. */
  readonly healthy: boolean;
  readonly lastEvent: string;
  /** The last event of a process that failed; empty: none did. */
  readonly lastFailure: string;
  /** When its process failed, as far as the node remembers: nanoseconds of the node's clock. */
  readonly failures: readonly bigint[];
  /** Time of the last event. */
  readonly changedAt: bigint;
}

/** How a node is. */
export interface NodeHealth {
  readonly status: Status;
  readonly services: ReadonlyMap<string, ServiceHealth>;
}

/** A node of which nothing is known. */
export const noHealth: NodeHealth = { status: { stage: '', ready: false, unmet: [] }, services: new Map() };

export async function readHealth(client: Client, options: CallOptions): Promise<NodeHealth> {
  const [status, { messages }] = await Promise.all([
    readStatus(client, options),
    client.unary(MachineServiceService.serviceList, {}, options),
  ]);
  const services = (messages[0]?.services ?? []).map(serviceHealth);
  return { status, services: new Map(services.map((service) => [service.id, service])) };
}

const answerTimeout = 5000;

/** How a node is; undefined where it does not answer, which may pass. */
export async function tryHealth(
  { client, node }: { readonly client: Client; readonly node: string },
  signal: AbortSignal | undefined,
): Promise<NodeHealth | undefined> {
  try {
    return await readHealth(client, { node, signal, timeout: answerTimeout });
  } catch (error) {
    if (error instanceof CallError) return undefined;
    throw error;
  }
}

function serviceHealth({ id, state, health, events }: ServiceInfo): ServiceHealth {
  const all = (events?.events ?? []).map(({ state: then, msg, ts }) => ({
    failed: then === 'Failed' || /^Error running /.test(msg),
    msg,
    at: (ts?.seconds ?? 0n) * 1_000_000_000n + BigInt(ts?.nanos ?? 0),
  }));
  const last = all.at(-1);
  return {
    id,
    state,
    up: state === 'Finished' || (state === 'Running' && (health?.unknown === true || health?.healthy !== false)),
    healthy: state === 'Running' && health?.unknown === false && health.healthy,
    lastEvent: last?.msg ?? '',
    lastFailure: all.findLast(({ failed }) => failed)?.msg ?? '',
    failures: all.filter(({ failed }) => failed).map(({ at }) => at),
    changedAt: last?.at ?? 0n,
  };
}
