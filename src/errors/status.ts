/** The gRPC status codes by name. */
export const GrpcStatus = {
  OK: 0,
  Canceled: 1,
  Unknown: 2,
  InvalidArgument: 3,
  DeadlineExceeded: 4,
  NotFound: 5,
  AlreadyExists: 6,
  PermissionDenied: 7,
  ResourceExhausted: 8,
  FailedPrecondition: 9,
  Aborted: 10,
  OutOfRange: 11,
  Unimplemented: 12,
  Internal: 13,
  Unavailable: 14,
  DataLoss: 15,
  Unauthenticated: 16,
} as const;

const names = new Map<number, string>(Object.entries(GrpcStatus).map(([name, code]) => [code, name]));

/** `PermissionDenied` for 7, `Code(99)` for a number gRPC does not know. */
export function grpcStatusName(code: number): string {
  return names.get(code) ?? `Code(${code})`;
}
