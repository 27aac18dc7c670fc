import { callError } from '../errors/call.js';
import { describeConnection } from '../errors/connection.js';
import { CallError } from '../errors/errors.js';
import { GrpcStatus } from '../errors/status.js';
import { closedEarly } from './channel.js';
import type { DialError } from './dial.js';
import type { Endpoint } from './endpoint.js';

/** An endpoint that could not be connected, and why. */
export interface FailedEndpoint {
  readonly endpoint: Endpoint;
  readonly detail: string;
}

/** With TLS 1.3 a server looks at the client's certificate when the client is through already; not all say why they close. */
const closedAfterTls = new RegExp(`^(${closedEarly}|(read|write) E[A-Z]+)`);
/** As OpenSSL (Node) and BoringSSL (Bun) name what the other side said. */
const refusalSaid = /SSL alert number|\balert\b|_ALERT_/;

/**
 * Why there is no connection, marked with what only this side can tell: whose fault a refused or closed one is.
 * @param proxy the proxy on the way, as `host:port`
 * @param anonymous whether this side showed no certificate
 */
export function explainRefusal({ stage, message }: DialError, proxy: string | undefined, anonymous: boolean): string {
  const neverReached = stage === 'lookup' || stage === 'tcp';
  if (proxy !== undefined && neverReached) return `PROXY_UNREACHABLE: ${proxy}: ${message}`;
  const refused = refusalSaid.test(message);
  if (!refused && !(stage === 'session' && closedAfterTls.test(message))) return message;
  if (anonymous) return `NOT_IN_MAINTENANCE: ${message}`;
  return refused ? message : `CLIENT_CERTIFICATE_REFUSED: ${message}`;
}

/** The error of a call for which no endpoint could be connected. */
export function unreachable(failed: readonly FailedEndpoint[]): CallError {
  const [first] = failed;
  if (first !== undefined && failed.length === 1) {
    return callError({
      code: GrpcStatus.Unavailable,
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
    code: GrpcStatus.Unavailable,
    detail,
    ...(hint === undefined ? {} : { hint }),
  });
}
