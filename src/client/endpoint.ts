import { isIP, isIPv6 as parsesAsIPv6 } from 'node:net';
import { TalosctlError } from '../errors/errors.js';

/** Port of the Talos API where an endpoint does not say. */
export const apiPort = 50000;
/** Port of an endpoint written as an https URL without one, as Omni does. */
const urlPort = 443;
const kubernetesPort = 6443;

/** Where the Talos API is dialled. */
export interface Endpoint {
  /** Name or IP address, IPv6 without brackets, with its zone where it has one. */
  readonly host: string;
  readonly port: number;
  /** `host:port`, IPv6 in brackets. */
  readonly address: string;
}

/**
 * Reads an endpoint: `host`, `host:port`, an IP address (IPv6 with or without brackets and zone), or an https URL.
 * `what` names it in errors, e.g. `endpoint`.
 */
export function parseEndpoint(written: string, what = 'endpoint'): Endpoint {
  const text = written.trim();
  refuseLists(text, what);
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? fromUrl(text, what) : fromHostAndPort(text, what);
}

/** The host as certificates and URLs have it: without the zone, which means something on this machine only. */
export function hostWithoutZone(host: string): string {
  return isIP(host) === 6 ? host.replace(/%.*$/, '') : host;
}

/** An address `host:port` as it is written in a talosconfig: without the port where that is the usual one. */
export function shortAddress(address: string): string {
  const { host, port } = parseEndpoint(address);
  return port === apiPort ? host : address;
}

export function formatAddress(host: string, port: number): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}

/** Fails for a name of a node that cannot be one: empty, a list in one word, a URL, an address with a port. */
export function checkNode(node: string): void {
  refuseLists(node, 'node');
  if (node.includes('://')) {
    throw new TalosctlError(`node "${node}" is a URL`, {
      hint: 'a node is an IP address or a host name: -n 10.5.0.2; where to connect is the endpoint (-e)',
    });
  }
  if (isIP(node) === 0 && /:\d+$/.test(node)) {
    throw new TalosctlError(`node "${node}" has a port, and nodes are named without one`, {
      hint: `-n ${node.replace(/:\d+$/, '')}; the port belongs to the endpoint (-e), through which the node is reached`,
    });
  }
}

function refuseLists(text: string, what: string): void {
  if (text === '') throw new TalosctlError(`an empty ${what} was given`, { hint: `name the ${what}, or leave it out` });
  if (/[,;\s]/.test(text)) {
    throw new TalosctlError(`${what} "${text}" holds several in one word`, {
      hint: `write each ${what} as an entry of its own; on the command line a comma list without blanks, or the flag repeated`,
    });
  }
}

function fromUrl(text: string, what: string): Endpoint {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const host = url?.hostname.replace(/^\[(.*)\]$/, '$1') ?? '';
  if (url === undefined || host === '') throw malformed(text, what);
  const port = url.port === '' ? urlPort : Number(url.port);
  if (port === kubernetesPort) {
    throw new TalosctlError(`${what} "${text}" is the Kubernetes API, not the Talos API`, {
      hint: `use the host alone: ${host} (port ${apiPort} unless said)`,
    });
  }
  if (url.protocol !== 'https:') {
    throw new TalosctlError(
      `${what} "${text}" has the scheme ${url.protocol.slice(0, -1)}; the Talos API speaks TLS only`,
      {
        hint: `use the host alone: ${host} (port ${apiPort} unless said), or an https URL`,
      },
    );
  }
  return { host, port, address: formatAddress(host, port) };
}

/** Looks at texts with a colon only: what Node reads addresses with takes milliseconds to make. */
const isIPv6 = (text: string): boolean => text.includes(':') && parsesAsIPv6(text);

function fromHostAndPort(text: string, what: string): Endpoint {
  if (isIPv6(text)) return endpoint(text, apiPort);
  const match = /^(?:\[([^\]]+)\]|([^:[\]/]+))(?::(\d+))?$/.exec(text);
  const [, bracketed, plain, digits] = match ?? [];
  const host = bracketed ?? plain ?? '';
  const port = digits === undefined ? apiPort : Number(digits);
  const known = bracketed === undefined ? /^[\p{L}\p{N}._-]+$/u.test(host) : isIPv6(host);
  if (!known || port < 1 || port > 65535) throw malformed(text, what);
  return endpoint(host, port);
}

const endpoint = (host: string, port: number): Endpoint => ({ host, port, address: formatAddress(host, port) });

function malformed(text: string, what: string): TalosctlError {
  return new TalosctlError(`${what} "${text}" is neither a host nor an address`, {
    hint: 'write it as name, name:port, 10.5.0.2, 10.5.0.2:50000, fd00::2 or [fd00::2]:50000',
  });
}
