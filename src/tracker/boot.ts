import type { CallOptions, Client } from '../client/client.js';
import { CallError } from '../errors/errors.js';
import { GrpcStatus } from '../errors/status.js';
import { MachineServiceService } from '../gen/machine/machine.js';

/** What tells one boot of a machine from another. */
export interface Boot {
  /** The kernel's id of the boot; undefined where the caller's role may not read files. */
  readonly id?: string | undefined;
  /** When the machine was started, in seconds since 1970, as its clock says now. */
  readonly startedAt?: number | undefined;
}

const bootIdFile = '/proc/sys/kernel/random/boot_id';
/** The start is reckoned from the clock and the time since; both are rounded. */
const rounding = 1;

/** Asks a node which boot it is in. Roles that may not read files learn when it was started. */
export async function readBoot(client: Client, options: CallOptions): Promise<Boot> {
  try {
    const chunks: Buffer[] = [];
    for await (const { bytes } of client.serverStream(MachineServiceService.read, { path: bootIdFile }, options)) {
      chunks.push(bytes);
    }
    return { id: Buffer.concat(chunks).toString().trim() };
  } catch (error) {
    if (!(error instanceof CallError && error.code === GrpcStatus.PermissionDenied)) throw error;
  }
  const { messages } = await client.unary(MachineServiceService.systemStat, {}, options);
  return { startedAt: Number(messages[0]?.bootTime ?? 0n) };
}

export function isSameBoot(left: Boot, right: Boot): boolean {
  if (left.id !== undefined && right.id !== undefined) return left.id === right.id;
  return Math.abs((left.startedAt ?? 0) - (right.startedAt ?? 0)) <= rounding;
}
