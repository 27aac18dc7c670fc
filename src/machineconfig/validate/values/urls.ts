import { FormError } from '../../scalars/form.js';
import { normaliseUrl } from '../../scalars/url.js';

/** The parts of a URL that rules look at. */
export interface UrlParts {
  readonly scheme: string;
  /** Host and port. */
  readonly host: string;
  /** Host without brackets. */
  readonly hostname: string;
  readonly port: string;
  readonly path: string;
}

/** Takes a URL apart; undefined where the text is none. */
export function parseUrl(text: string): UrlParts | undefined {
  const normal = normalised(text);
  if (normal === undefined) return undefined;
  const [, scheme = '', rest = ''] = /^(?:([A-Za-z][A-Za-z0-9+.-]*):)?([^?#]*)/.exec(normal) ?? [];
  const [, authority = '', path = ''] = /^(?:\/\/([^/]*))?(.*)$/s.exec(rest) ?? [];
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  const [, bracketed, bare = '', port = ''] = /^(?:\[(.*)\]|(.*?))(?::([0-9]*))?$/s.exec(host) ?? [];
  const opaque = scheme !== '' && !rest.startsWith('/');
  return { scheme, host, hostname: bracketed ?? bare, port, path: opaque ? '' : path };
}

function normalised(text: string): string | undefined {
  try {
    return normaliseUrl(text);
  } catch (error) {
    if (error instanceof FormError) return undefined;
    throw error;
  }
}

/** Why a URL names no endpoint to connect to; undefined where it does. Any scheme will do. */
export function endpointProblem(text: string): string | undefined {
  const url = parseUrl(text);
  if (url === undefined) return `${JSON.stringify(text)} is no URL`;
  if ((url.host.match(/:/g) ?? []).length > 2 && !/^\[.*\]/.test(url.host)) {
    return `the IPv6 address in ${JSON.stringify(text)} needs square brackets`;
  }
  if (url.hostname === '') return `${JSON.stringify(text)} has no host; a URL begins with a scheme, such as https://`;
  if (url.port === '') return undefined;
  const port = Number(url.port);
  return port >= 1 && port <= 65535 ? undefined : `the port of ${JSON.stringify(text)} is not from 1 to 65535`;
}
