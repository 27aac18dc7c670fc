import { ipAddressBytes } from '../../pki/ip.js';

/*
 * Values that a spec shows as text and that travel as numbers or bytes. An empty text is the zero value.
 */

/** Address bytes, 4 or 16, with the zone behind them. */
export function addressBytes(text: string): Uint8Array {
  if (text === '') return new Uint8Array();
  const [address = '', zone = ''] = text.split('%');
  return Buffer.concat([ipAddressBytes(address), Buffer.from(zone)]);
}

export interface Prefix {
  readonly address: string;
  readonly bits: number;
}

/** `10.5.0.0/24`. */
export function parsePrefix(text: string): Prefix {
  const slash = text.lastIndexOf('/');
  return { address: text.slice(0, slash), bits: Number(text.slice(slash + 1)) };
}

export interface AddressPort {
  readonly address: string;
  readonly port: number;
}

/** `10.5.0.2:6443`, `[::1]:53`. */
export function parseAddressPort(text: string): AddressPort {
  const colon = text.lastIndexOf(':');
  return { address: text.slice(0, colon).replace(/^\[|\]$/g, ''), port: Number(text.slice(colon + 1)) };
}

/** `aa:bb:cc:dd:ee:ff`. */
export function hardwareAddressBytes(text: string): Uint8Array {
  return Buffer.from(text.replaceAll(':', ''), 'hex');
}

/** Nanoseconds of a Go duration, `1h2m3.5s`. */
export function durationNanoseconds(text: string): bigint {
  const units: Readonly<Record<string, number>> = {
    h: 3_600e9,
    m: 60e9,
    s: 1e9,
    ms: 1e6,
    us: 1e3,
    µs: 1e3,
    ns: 1,
  };
  let total = 0;
  for (const [, amount, unit] of text.matchAll(/([\d.]+)(h|ms|m|s|us|µs|ns)/g)) {
    total += Number(amount) * (units[unit ?? ''] ?? 0);
  }
  return BigInt(Math.round(text.startsWith('-') ? -total : total));
}

/** The fields that a parsed URL has when Go's YAML writer prints it. */
export interface UrlForm {
  readonly scheme: string;
  readonly opaque: string;
  readonly user: null;
  readonly host: string;
  readonly path: string;
  readonly fragment: string;
  readonly rawquery: string;
  readonly rawpath: string;
  readonly rawfragment: string;
  readonly forcequery: boolean;
  readonly omithost: boolean;
}

/** `https://10.5.0.2:6443` taken apart. */
export function urlForm(text: string): UrlForm {
  const [, scheme = '', host = '', path = '', rawquery = '', fragment = ''] =
    /^(?:([^:/?#]+):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/.exec(text) ?? [];
  return {
    scheme,
    opaque: '',
    user: null,
    host,
    path,
    fragment,
    rawquery,
    rawpath: '',
    rawfragment: '',
    forcequery: false,
    omithost: false,
  };
}

/** The text of a URL taken apart. */
export function urlText(url: UrlForm): string {
  const query = url.rawquery === '' ? '' : `?${url.rawquery}`;
  const fragment = url.fragment === '' ? '' : `#${url.fragment}`;
  return `${url.scheme}://${url.host}${url.path}${query}${fragment}`;
}

/** A text that the enumeration does not name is a number, alone or as `Name(5)`. */
export function enumNumber(byText: ReadonlyMap<string, number>, name: string, text: string): number {
  const number = byText.get(text) ?? Number(/^(?:\w+\()?(-?\d+)\)?$/.exec(text)?.[1] ?? Number.NaN);
  if (Number.isNaN(number)) throw new RangeError(`${name} has no value ${text}`);
  return number;
}

/** The bits of a comma list of flags. */
export function flagBits(byText: ReadonlyMap<string, number>, text: string): number {
  if (text === '') return 0;
  let bits = 0;
  for (const flag of text.split(',')) {
    const position = byText.get(flag);
    if (position === undefined) throw new RangeError(`no flag ${flag}`);
    bits += 2 ** position;
  }
  return bits;
}
