import { isIPv6 } from 'node:net';
import { TalosctlError } from '../../errors/errors.js';
import { canonicalUrl } from './url.js';

const defaultPort = '6443';
const writeIt = `write it as https://<host>:${defaultPort}`;

/** The parts of a control plane endpoint, e.g. `https://[2001:db8::5]:6443/`. */
export interface ControlPlaneEndpoint {
  /** The URL as it stands in configurations. */
  readonly url: string;
  /** Host without brackets. */
  readonly hostname: string;
  /** Empty when not written. */
  readonly port: string;
}

/** Checks the URL of the Kubernetes API. Errors say what was probably meant. */
export function parseControlPlaneEndpoint(written: string): ControlPlaneEndpoint {
  const [, scheme = '', rest = ''] = /^(?:([A-Za-z][A-Za-z0-9+.-]*):\/\/)?([\s\S]*)$/.exec(written) ?? [];
  const [authority = ''] = rest.split(/[/?#]/);
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  if (scheme.toLowerCase() !== 'https') {
    const missing =
      scheme === '' ? 'has no scheme' : `has the scheme ${scheme}://, and the Kubernetes API is served over https://`;
    throw bad(written, missing, suggestion(written));
  }
  const { hostname, port } = splitHost(written, host);
  checkPort(written, port);
  return { url: canonicalUrl(written, `the cluster endpoint "${written}"`), hostname, port: port ?? '' };
}

function splitHost(written: string, host: string): { hostname: string; port: string | undefined } {
  const bracketed = /^\[([^\]]*)\](?::(.*))?$/.exec(host);
  if (bracketed !== null) {
    const [, hostname = '', port] = bracketed;
    if (!isIPv6(hostname)) throw bad(written, `has "${hostname}" in brackets, which is not an IPv6 address`);
    return { hostname, port };
  }
  if (host.split(':').length > 2) {
    throw bad(written, 'has an IPv6 address without brackets', 'write it as https://[2001:db8::1]:6443');
  }
  const [hostname = '', port] = host.split(':');
  if (hostname === '') throw bad(written, 'has no host', writeIt);
  if (!/^[A-Za-z0-9._~!$&'()*+,;=-]+$/.test(hostname))
    throw bad(written, `has "${hostname}" for a host, which is none`);
  return { hostname, port };
}

function checkPort(written: string, port: string | undefined): void {
  if (port === undefined || port === '') return;
  const number = Number(port);
  if (!/^\d+$/.test(port) || number < 1 || number > 65535) {
    throw bad(written, `has the port "${port}", which is not a number from 1 to 65535`);
  }
}

const bad = (written: string, what: string, hint?: string): TalosctlError =>
  new TalosctlError(`the cluster endpoint "${written}" ${what}`, hint === undefined ? {} : { hint });

/** What was probably meant: the host with the scheme and, where it has none, a port. */
function suggestion(written: string): string {
  const address = written.trim();
  if (isIPv6(address)) return `try https://[${address}]:${defaultPort}`;
  const [authority = ''] = address.replace(/^[A-Za-z][A-Za-z0-9+.-]*:(?!\d)\/*/, '').split(/[/?#]/);
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  if (host === '') return writeIt;
  return `try https://${/:\d+$/.test(host) ? host : `${host}:${defaultPort}`}`;
}
