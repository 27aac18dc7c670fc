import { parseAddress } from '../../scalars/address.js';

/** An IP address, with a zone or without. */
export function isAddress(text: string): boolean {
  return parseAddress(text) !== undefined;
}

/** An IP address without a zone, as interfaces and routes of the main document take it. */
export function isPlainAddress(text: string): boolean {
  return parseAddress(text)?.zone === '';
}

/** A network or address with its prefix length, `10.0.0.0/8`. */
export function isPrefix(text: string): boolean {
  return hasPrefixLength(text, /^(.*)\/(0|[1-9][0-9]{0,2})$/s);
}

/** As isPrefix; the length may have zeros in front. */
export function isCidr(text: string): boolean {
  return hasPrefixLength(text, /^(.*)\/([0-9]+)$/s);
}

function hasPrefixLength(text: string, form: RegExp): boolean {
  const [, host = '', length = ''] = form.exec(text) ?? [];
  const address = parseAddress(host);
  return address !== undefined && address.zone === '' && Number(length) <= address.bytes.length * 8;
}

/** A network or address that a leading `!` may exclude. */
export function isSubnetFilter(text: string): boolean {
  const subnet = text.replace(/^!/, '');
  return isPrefix(subnet) || isAddress(subnet);
}

/** Address of an interface, with its prefix length or without. */
export function isInterfaceAddress(text: string): boolean {
  return text.includes('/') ? isCidr(text) : isPlainAddress(text);
}

/** Whether all bytes of the address of a network, or of an address, are zero. */
export function isUnspecified(text: string): boolean {
  const address = parseAddress(text.replace(/\/[0-9]+$/, ''));
  return address?.bytes.every((byte) => byte === 0) === true;
}

/** Host and port of `host:port` with IPv6 in brackets; undefined where the text is no such pair. */
export function splitHostPort(text: string): { readonly host: string; readonly port: string } | undefined {
  const [, bracketed, bare, port] = /^(?:\[([^[\]]*)\]|([^:[\]]*)):([^:[\]]*)$/.exec(text) ?? [];
  const host = bracketed ?? bare;
  return host === undefined || port === undefined ? undefined : { host, port };
}

/** `host:port`; a host with colons must be an IPv6 address. */
export function isHostPort(text: string): boolean {
  const parts = splitHostPort(text);
  return parts !== undefined && (!parts.host.includes(':') || isAddress(parts.host));
}
