import { callError } from '../../errors/call.js';
import type { CallError } from '../../errors/errors.js';
import { GrpcStatus } from '../../errors/status.js';
import type { Metadata } from '../../gen/common/common.js';

/** The failure that a node has put into a message of its answer, undefined where there is none. */
export function metadataError(metadata: Metadata | undefined, node: string | undefined): CallError | undefined {
  const { error = '', status } = metadata ?? {};
  if (error === '') return undefined;
  return callError({ code: status?.code ?? GrpcStatus.Unknown, detail: status?.message || error, node });
}
