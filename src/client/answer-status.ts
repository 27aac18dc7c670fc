import { constants, type IncomingHttpHeaders } from 'node:http2';
import { GrpcStatus } from '../errors/status.js';
import { CallStatus } from './call-status.js';

const grpcContentType = 'application/grpc';

type Headers = IncomingHttpHeaders & { readonly ':status'?: number | undefined };

/**
 * The status that an answer ended with, undefined for success.
 * @param headers those at its start
 * @param trailers those at its end; the same where there was nothing in between
 */
export function statusOfAnswer(headers: Headers, trailers: IncomingHttpHeaders): CallStatus | undefined {
  const code = Number(trailers['grpc-status'] ?? Number.NaN);
  if (Number.isNaN(code))
    return statusWithoutGrpc(headers) ?? new CallStatus(GrpcStatus.Unknown, 'the answer has no status');
  return code === GrpcStatus.OK ? undefined : new CallStatus(code, decoded(String(trailers['grpc-message'] ?? '')));
}

/** Why an answer is none of gRPC: something else answered. Undefined where it may be one. */
export function statusWithoutGrpc(headers: Headers): CallStatus | undefined {
  const status = headers[':status'] ?? 200;
  if (status !== 200) return new CallStatus(codeOfHttpStatus(status), `Received HTTP status code ${status}`);
  const type = headers['content-type'] ?? grpcContentType;
  if (type.startsWith(grpcContentType)) return undefined;
  return new CallStatus(GrpcStatus.Unknown, `the answer is no gRPC but ${type}`);
}

/** A call that ended without a status. `code` is HTTP/2's. */
export function statusOfReset(code: number | undefined): CallStatus {
  switch (code) {
    case constants.NGHTTP2_REFUSED_STREAM:
      return new CallStatus(GrpcStatus.Unavailable, 'Stream refused by server');
    case constants.NGHTTP2_CANCEL:
      return new CallStatus(GrpcStatus.Canceled, 'Call cancelled');
    case constants.NGHTTP2_ENHANCE_YOUR_CALM:
      return new CallStatus(GrpcStatus.ResourceExhausted, 'Bandwidth exhausted or memory limit exceeded');
    case constants.NGHTTP2_INADEQUATE_SECURITY:
      return new CallStatus(GrpcStatus.PermissionDenied, 'Protocol not secure enough');
    default:
      return new CallStatus(GrpcStatus.Internal, `Received RST_STREAM with code ${code ?? 0}`);
  }
}

/** The connection has gone, and the call with it. */
export const connectionDropped = (): CallStatus => new CallStatus(GrpcStatus.Unavailable, 'Connection dropped');

/** As gRPC says what a proxy or another server means: https://github.com/grpc/grpc/blob/master/doc/http-grpc-status-mapping.md */
function codeOfHttpStatus(status: number): number {
  switch (status) {
    case 400:
      return GrpcStatus.Internal;
    case 401:
      return GrpcStatus.Unauthenticated;
    case 403:
      return GrpcStatus.PermissionDenied;
    case 404:
      return GrpcStatus.Unimplemented;
    case 429:
    case 502:
    case 503:
    case 504:
      return GrpcStatus.Unavailable;
    default:
      return GrpcStatus.Unknown;
  }
}

/** gRPC percent-encodes messages; not all servers do it right. */
function decoded(message: string): string {
  try {
    return decodeURIComponent(message);
  } catch {
    return message;
  }
}
