import { CallError } from '../errors/errors.js';
import { GrpcStatus } from '../errors/status.js';
import { decodeMember, type Member, memberKind } from '../resources/member.js';
import type { CallOptions, Client } from './client.js';
import { listResources } from './state.js';

/** Where whoever answers does not show members, or not to this caller. */
const withheld: readonly number[] = [GrpcStatus.PermissionDenied, GrpcStatus.Unimplemented, GrpcStatus.NotFound];

/** The members of the cluster, as a node knows them; undefined where it knows none or does not tell. */
export async function listMembers(client: Client, options?: CallOptions): Promise<readonly Member[] | undefined> {
  try {
    const members = (await listResources(client, memberKind, options)).map(decodeMember);
    return members.length === 0 ? undefined : members;
  } catch (error) {
    if (error instanceof CallError && withheld.includes(error.code)) return undefined;
    throw error;
  }
}
