import { status as grpcStatus } from '@grpc/grpc-js';
import { callError } from '../errors/call.js';
import { describeConnection } from '../errors/connection.js';
import { CallError } from '../errors/errors.js';
import type { CallStatus } from './active-call.js';
import type { Endpoint } from './endpoint.js';

/** An endpoint that could not be connected, and why. */
export interface FailedEndpoint {
  readonly endpoint: Endpoint;
  readonly detail: string;
}

/** How gRPC begins to say that a call never left this machine. */
export const noConnection = 'No connection established. Last error: ';

const neverSent = /^(No connection established|Name resolution failed|Channel closed before call started)/;

/** Why there was no connection, undefined where the call failed on one. */
export function reasonOfNoConnection({ code, details }: CallStatus): string | undefined {
  if (code !== grpcStatus.UNAVAILABLE || !neverSent.test(details)) return undefined;
  return details
    .replace(noConnection, '')
    .replace(/\. Resolution note: *$/, '')
    .replace(/ \(\d{4}-\d\d-\d\dT[\d:.]+Z\)/g, '')
    .replace(/^Error: /, '');
}

/** There was no TCP connection. */
const notReached = /^(connect E|getaddrinfo |Name resolution failed|no answer within)/;
/** With TLS 1.3 a server looks at the client's certificate when the client is through already; not all say why they close. */
const closedAfterTls = /^(Failed to connect|(read|write) E[A-Z]+)|SSL alert number|\balert\b/;
const refusalSaid = /SSL alert number|\balert\b/;

/**
 * Marks what only this side can tell: whose fault a refused or closed connection is.
 * @param proxy the proxy on the way, as `host:port`
 * @param anonymous whether this side showed no certificate
 */
export function explainRefusal(reason: string, proxy: string | undefined, anonymous: boolean): string {
  if (proxy !== undefined && notReached.test(reason)) return `PROXY_UNREACHABLE: ${proxy}: ${reason}`;
  if (!closedAfterTls.test(reason)) return reason;
  if (anonymous) return `NOT_IN_MAINTENANCE: ${reason}`;
  return refusalSaid.test(reason) ? reason : `CLIENT_CERTIFICATE_REFUSED: ${reason}`;
}

/** The error of a call for which no endpoint could be connected. */
export function unreachable(failed: readonly FailedEndpoint[]): CallError {
  const [first] = failed;
  if (first !== undefined && failed.length === 1) {
    return callError({
      code: grpcStatus.UNAVAILABLE,
      detail: first.detail,
      endpoint: first.endpoint.address,
      local: true,
    });
  }
  const reasons = failed.map(({ endpoint, detail }) => ({
    address: endpoint.address,
    detail,
    known: describeConnection(detail),
  }));
  const detail = reasons.map(({ address, detail }) => `${address}: ${detail}`).join('; ');
  const list = reasons.map(({ address, detail, known }) => `${address} (${known?.reason ?? detail})`).join(', ');
  const hint = reasons.find(({ known }) => known?.hint !== undefined)?.known?.hint;
  return new CallError(`cannot connect to any endpoint: ${list} (Unavailable)`, {
    code: grpcStatus.UNAVAILABLE,
    detail,
    ...(hint === undefined ? {} : { hint }),
  });
}
