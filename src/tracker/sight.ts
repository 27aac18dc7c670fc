import type { CallOptions, Client } from '../client/client.js';
import { getResource } from '../client/state.js';
import { CallError } from '../errors/errors.js';
import { GrpcStatus } from '../errors/status.js';
import { type Boot, readBoot } from './boot.js';

/** A condition that a machine lacks until it is ready. */
export interface UnmetCondition {
  readonly name: string;
  readonly reason: string;
}

/** A machine's own word about how it is. */
export interface Status {
  /** `booting`, `running`, `rebooting` … */
  readonly stage: string;
  readonly ready: boolean;
  readonly unmet: readonly UnmetCondition[];
}

/** A node as it is found: what it answers, or why it does not. */
export type Sight =
  | { readonly boot: Boot; readonly status: Status; readonly error?: undefined }
  | { readonly error: CallError };

const statusKind = { namespace: 'runtime', type: 'MachineStatuses.runtime.talos.dev' };

/** Early in a boot a machine has no status yet. */
const unknownStatus: Status = { stage: 'booting', ready: false, unmet: [] };

/** A node that refuses the caller, or does not know the call, will do so again. */
const lasting: readonly number[] = [
  GrpcStatus.PermissionDenied,
  GrpcStatus.Unauthenticated,
  GrpcStatus.Unimplemented,
  GrpcStatus.InvalidArgument,
];

/**
 * Looks at a node once. What may pass (it is down, or on its way up or down) is part of the sight.
 * @throws CallError for what will not
 */
export async function look(client: Client, options: CallOptions): Promise<Sight> {
  try {
    const [boot, status] = await Promise.all([readBoot(client, options), readStatus(client, options)]);
    return { boot, status };
  } catch (error) {
    if (error instanceof CallError && !lasting.includes(error.code)) return { error };
    throw error;
  }
}

export async function readStatus(client: Client, options: CallOptions): Promise<Status> {
  try {
    return statusOf((await getResource(client, statusKind, 'machine', options)).spec());
  } catch (error) {
    if (error instanceof CallError && error.code === GrpcStatus.NotFound) return unknownStatus;
    throw error;
  }
}

function statusOf(spec: unknown): Status {
  const status = field(spec, 'status');
  const unmet = field(status, 'unmetConditions');
  return {
    stage: String(field(spec, 'stage') ?? ''),
    ready: field(status, 'ready') === true,
    unmet: (Array.isArray(unmet) ? unmet : []).map((condition) => ({
      name: String(field(condition, 'name') ?? ''),
      reason: String(field(condition, 'reason') ?? ''),
    })),
  };
}

function field(value: unknown, name: string): unknown {
  return value instanceof Map ? value.get(name) : undefined;
}

/** What is missing, in words: `services: kubelet not running`. */
export function describeUnmet(unmet: readonly UnmetCondition[]): string {
  return unmet.map(({ name, reason }) => (reason === '' ? name : `${name}: ${reason}`)).join('; ');
}
