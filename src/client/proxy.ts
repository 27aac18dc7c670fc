import { BlockList, isIP } from 'node:net';
import { TalosctlError } from '../errors/errors.js';

/** A proxy through which endpoints are reached. */
export interface ProxyServer {
  readonly protocol: 'http' | 'https' | 'socks5';
  readonly host: string;
  readonly port: number;
  readonly username: string;
  readonly password: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

const defaultPorts = { http: 80, https: 443, socks5: 1080 } as const;

/**
 * The proxy for an endpoint, as Go programs read the environment: HTTPS_PROXY, and NO_PROXY with names (and all below
 * them), `.names` (only below), addresses, CIDR blocks, each with an optional port, and `*`. Upper case is looked at
 * first. This machine itself is never reached through a proxy.
 */
export function proxyFor(env: Environment, host: string, port: number): ProxyServer | undefined {
  const written = env.HTTPS_PROXY || env.https_proxy || '';
  if (written === '' || isLoopback(host) || isExcluded(env.NO_PROXY || env.no_proxy || '', host, port))
    return undefined;
  return parseProxy(written, 'HTTPS_PROXY');
}

/**
 * Reads the address of a proxy.
 * @param what where it is written, for errors
 */
export function parseProxy(text: string, what: string): ProxyServer {
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  const url = URL.canParse(withScheme) ? new URL(withScheme) : undefined;
  if (url === undefined || url.hostname === '') {
    throw new TalosctlError(`${what} is not the address of a proxy`, {
      hint: 'write it as http://host:port or socks5://host:port',
    });
  }
  const protocol = protocolOf(url.protocol.slice(0, -1), what);
  return {
    protocol,
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? defaultPorts[protocol] : Number(url.port),
    username: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
  };
}

function protocolOf(scheme: string, what: string): ProxyServer['protocol'] {
  switch (scheme) {
    case 'http':
    case 'https':
    case 'socks5':
      return scheme;
    case 'socks5h':
      return 'socks5';
    default:
      throw new TalosctlError(`${what} has the scheme ${scheme}, which is not supported`, {
        hint: 'http, https and socks5 are',
      });
  }
}

function isLoopback(host: string): boolean {
  if (host === 'localhost') return true;
  const loopback = new BlockList();
  loopback.addSubnet('127.0.0.0', 8, 'ipv4');
  loopback.addAddress('::1', 'ipv6');
  return isIP(host) !== 0 && loopback.check(host, family(host));
}

function isExcluded(noProxy: string, host: string, port: number): boolean {
  const name = host.toLowerCase();
  return noProxy
    .split(',')
    .map((entry) => entry.trim().toLowerCase())
    .some((entry) => entry !== '' && excludes(entry, name, port));
}

function excludes(entry: string, host: string, port: number): boolean {
  if (entry === '*') return true;
  const block = /^([0-9a-f.:]+)\/(\d+)$/.exec(entry);
  if (block !== null) return isIP(host) !== 0 && inBlock(host, block[1] ?? '', Number(block[2]));
  const { name, port: only } = splitPort(entry);
  if (name === '' || (only !== undefined && only !== port)) return false;
  if (isIP(name) !== 0) return isIP(host) !== 0 && sameAddress(name, host);
  const suffix = name.startsWith('*.') ? name.slice(1) : name;
  return suffix.startsWith('.') ? host.endsWith(suffix) : host === suffix || host.endsWith(`.${suffix}`);
}

function splitPort(entry: string): { name: string; port?: number } {
  const match = /^(?:\[([^\]]*)\]|([^:]*)):(\d+)$/.exec(entry);
  if (match === null) return { name: entry.replace(/^\[(.*)\]$/, '$1') };
  return { name: match[1] ?? match[2] ?? '', port: Number(match[3]) };
}

function inBlock(host: string, network: string, prefix: number): boolean {
  const bits = isIP(network) === 4 ? 32 : 128;
  if (isIP(network) === 0 || prefix > bits) return false;
  const list = new BlockList();
  list.addSubnet(network, prefix, family(network));
  return list.check(host, family(host));
}

function sameAddress(left: string, right: string): boolean {
  const list = new BlockList();
  list.addAddress(left, family(left));
  return list.check(right, family(right));
}

const family = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');
