import { FormError, type ScalarForm } from './form.js';

/** An IP address: 4 or 16 bytes, and the zone of an IPv6 address. */
export interface IpAddress {
  readonly bytes: readonly number[];
  readonly zone: string;
}

/** Reads an IPv4 address (no leading zeros) or an IPv6 address; undefined where the text is none. */
export function parseAddress(text: string): IpAddress | undefined {
  if (!text.includes(':')) {
    const bytes = parseIpv4(text);
    return bytes === undefined ? undefined : { bytes, zone: '' };
  }
  const mark = text.indexOf('%');
  const zone = mark < 0 ? '' : text.slice(mark + 1);
  if (mark >= 0 && zone === '') return undefined;
  const bytes = parseIpv6(mark < 0 ? text : text.slice(0, mark));
  return bytes === undefined ? undefined : { bytes, zone };
}

function parseIpv4(text: string): number[] | undefined {
  const match = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text);
  if (match === null) return undefined;
  const parts = match.slice(1);
  if (parts.some((part) => Number(part) > 255 || (part.length > 1 && part.startsWith('0')))) return undefined;
  return parts.map(Number);
}

function parseIpv6(text: string): number[] | undefined {
  const gap = text.indexOf('::');
  if (gap >= 0 && text.indexOf('::', gap + 1) >= 0) return undefined;
  const head = parseGroups(gap < 0 ? text : text.slice(0, gap), gap < 0);
  const tail = gap < 0 ? [] : parseGroups(text.slice(gap + 2), true);
  if (head === undefined || tail === undefined) return undefined;
  const missing = 16 - head.length - tail.length;
  if (gap < 0 ? missing !== 0 : missing < 2) return undefined;
  return [...head, ...new Array<number>(missing).fill(0), ...tail];
}

/** Bytes of colon-separated groups; the last may be an IPv4 address. */
function parseGroups(text: string, mayEndInIpv4: boolean): number[] | undefined {
  if (text === '') return [];
  const bytes: number[] = [];
  const groups = text.split(':');
  for (const [at, group] of groups.entries()) {
    if (/^[0-9a-fA-F]{1,4}$/.test(group)) {
      const value = Number.parseInt(group, 16);
      bytes.push(value >> 8, value & 0xff);
      continue;
    }
    const ipv4 = mayEndInIpv4 && at === groups.length - 1 ? parseIpv4(group) : undefined;
    if (ipv4 === undefined) return undefined;
    bytes.push(...ipv4);
  }
  return bytes;
}

/** The shortest spelling, as RFC 5952 has it. */
export function formatAddress({ bytes, zone }: IpAddress): string {
  if (bytes.length === 4) return bytes.join('.');
  const tail = zone === '' ? '' : `%${zone}`;
  if (bytes.slice(0, 10).every((byte) => byte === 0) && bytes[10] === 0xff && bytes[11] === 0xff) {
    return `::ffff:${bytes.slice(12).join('.')}${tail}`;
  }
  const groups: number[] = [];
  for (let at = 0; at < 16; at += 2) groups.push(((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0));
  const [start, length] = longestZeros(groups);
  const hex = (part: readonly number[]) => part.map((group) => group.toString(16)).join(':');
  if (length < 2) return hex(groups) + tail;
  return `${hex(groups.slice(0, start))}::${hex(groups.slice(start + length))}${tail}`;
}

function longestZeros(groups: readonly number[]): [number, number] {
  let best: [number, number] = [0, 0];
  for (let at = 0; at < groups.length; at++) {
    let end = at;
    while (groups[end] === 0) end++;
    if (end - at > best[1]) best = [at, end - at];
    at = Math.max(at, end - 1);
  }
  return best;
}

function canonicalAddress(text: string): string {
  if (text === '') return '';
  const address = parseAddress(text);
  if (address === undefined) throw new FormError('expected an IP address');
  return formatAddress(address);
}

function canonicalPrefix(text: string): string {
  if (text === '') return '';
  const match = /^(.*)\/(0|[1-9][0-9]{0,2})$/.exec(text);
  const address = parseAddress(match?.[1] ?? '');
  const length = Number(match?.[2]);
  if (match === null || address === undefined || address.zone !== '' || length > address.bytes.length * 8) {
    throw new FormError('expected a network or address with its prefix length, such as 10.0.0.0/8');
  }
  return `${formatAddress(address)}/${length}`;
}

function canonicalAddressPort(text: string): string {
  if (text === '') return '';
  const match = /^(?:\[([^\]]*)\]|([^:[\]]*)):([0-9]{1,5})$/.exec(text);
  const address = parseAddress(match?.[1] ?? match?.[2] ?? '');
  const port = Number(match?.[3]);
  const bracketed = match?.[1] !== undefined;
  if (match === null || address === undefined || port > 65535 || bracketed !== address.bytes.length > 4) {
    throw new FormError('expected an IP address with a port, such as 192.0.2.7:51820');
  }
  const host = formatAddress(address);
  return bracketed ? `[${host}]:${port}` : `${host}:${port}`;
}

/** An IP address. */
export const addressForm: ScalarForm = {
  name: 'an IP address',
  schema: { type: 'string', pattern: '^[0-9a-f.:]+$' },
  unset: '',
  decode: ({ text }) => canonicalAddress(text),
};

/** An address or network with its prefix length. */
export const prefixForm: ScalarForm = {
  name: 'a network such as 10.0.0.0/8',
  schema: { type: 'string', pattern: '^[0-9a-f.:]+/\\d{1,3}$' },
  unset: '',
  decode: ({ text }) => canonicalPrefix(text),
};

/** An IP address with a port. */
export const addressPortForm: ScalarForm = {
  name: 'an address with a port such as 192.0.2.7:51820',
  schema: { type: 'string', pattern: '^([0-9a-f.:]+|\\[[0-9a-f:.]+\\]):\\d{1,5}$' },
  unset: '',
  decode: ({ text }) => canonicalAddressPort(text),
};

/** Bytes as pairs of hexadecimal digits with colons. */
export const hardwareAddressForm: ScalarForm = {
  name: 'a hardware address such as 02:00:00:00:0a:01',
  schema: { type: 'string', pattern: '^[0-9a-fA-F:]+$' },
  unset: '',
  merge: 'explicit',
  decode({ text }) {
    const digits = text.replaceAll(':', '');
    if (!/^(?:[0-9a-fA-F]{2})*$/.test(digits)) throw new FormError('expected pairs of hexadecimal digits');
    return (digits.toLowerCase().match(/../g) ?? []).join(':');
  },
};

/** A port, or a range of ports `low-high`. */
export const portRangeForm: ScalarForm = {
  name: 'a port or a range of ports such as 8000-8080',
  schema: {
    oneOf: [
      { type: 'integer', minimum: 0, maximum: 65535 },
      { type: 'string', pattern: '^\\d+-\\d+$' },
    ],
  },
  unset: 0,
  decode({ text, resolved }) {
    const single = resolved.tag === 'int' || resolved.tag === 'float' ? Number(resolved.value) : Number.NaN;
    if (Number.isInteger(single) && single >= 0 && single <= 65535) return single;
    const match = /^([0-9]+)-([0-9]+)$/.exec(text);
    const low = Number(match?.[1]);
    const high = Number(match?.[2]);
    if (match === null || low > 65535 || high > 65535) throw new FormError('expected a port or a range of ports');
    return low === high ? low : `${low}-${high}`;
  },
};
