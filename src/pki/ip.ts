import { isIPv4 } from 'node:net';

/** The 4 or 16 bytes of a textual IP address; an IPv4 address mapped into IPv6 gives 4. A zone is dropped. */
export function ipAddressBytes(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number));
  const bytes = ipv6Bytes(address.replace(/%.*$/, ''));
  const mapped = bytes.subarray(0, 10).every((byte) => byte === 0) && bytes.readUInt16BE(10) === 0xffff;
  return mapped ? bytes.subarray(12) : bytes;
}

function ipv6Bytes(address: string): Buffer {
  const withHexTail = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, a, b, c, d) =>
    [Number(a) * 256 + Number(b), Number(c) * 256 + Number(d)].map((group) => group.toString(16)).join(':'),
  );
  const [head = '', tail] = withHexTail.split('::');
  const groups = (half: string): string[] => (half === '' ? [] : half.split(':'));
  const before = groups(head);
  const after = groups(tail ?? '');
  const zeros = Array<string>(8 - before.length - after.length).fill('0');
  const bytes = Buffer.alloc(16);
  [...before, ...(tail === undefined ? [] : zeros), ...after].forEach((group, index) => {
    bytes.writeUInt16BE(Number.parseInt(group, 16), index * 2);
  });
  return bytes;
}

/** The canonical text of 4 or 16 address bytes (RFC 5952); other lengths come out as hexadecimal digits. */
export function formatIpAddress(bytes: Buffer): string {
  if (bytes.length === 4) return [...bytes].join('.');
  if (bytes.length !== 16) return bytes.toString('hex');
  const groups = Array.from({ length: 8 }, (_, index) => bytes.readUInt16BE(index * 2).toString(16)).join(':');
  // The URL parser writes IPv6 hosts in canonical form.
  return new URL(`http://[${groups}]`).hostname.slice(1, -1);
}
