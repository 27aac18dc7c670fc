/** gRPC status numbers. */
export const Code = {
  ok: 0,
  cancelled: 1,
  unknown: 2,
  invalidArgument: 3,
  deadlineExceeded: 4,
  notFound: 5,
  alreadyExists: 6,
  permissionDenied: 7,
  resourceExhausted: 8,
  failedPrecondition: 9,
  aborted: 10,
  outOfRange: 11,
  unimplemented: 12,
  internal: 13,
  unavailable: 14,
  dataLoss: 15,
  unauthenticated: 16,
} as const;
export type Code = (typeof Code)[keyof typeof Code];

const names: Readonly<Record<Code, string>> = {
  0: 'OK',
  1: 'Canceled',
  2: 'Unknown',
  3: 'InvalidArgument',
  4: 'DeadlineExceeded',
  5: 'NotFound',
  6: 'AlreadyExists',
  7: 'PermissionDenied',
  8: 'ResourceExhausted',
  9: 'FailedPrecondition',
  10: 'Aborted',
  11: 'OutOfRange',
  12: 'Unimplemented',
  13: 'Internal',
  14: 'Unavailable',
  15: 'DataLoss',
  16: 'Unauthenticated',
};

/** What a handler throws to end a call with a status. The message is sent as the status text. */
export class StatusError extends Error {
  override readonly name = 'StatusError';
  readonly code: Code;
  constructor(code: Code, message: string) {
    super(message);
    this.code = code;
  }

  /** The one-line form in which a Go server puts a status into a text. */
  describe(): string {
    return `rpc error: code = ${names[this.code]} desc = ${this.message}`;
  }
}

/** Any thrown value as a status: what is no StatusError becomes Unknown with its own text, as on a node. */
export function toStatus(error: unknown): StatusError {
  if (error instanceof StatusError) return error;
  return new StatusError(Code.unknown, error instanceof Error ? error.message : String(error));
}
