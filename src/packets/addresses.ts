/** `52:54:00:12:34:56`. */
export function formatMac(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join(':');
}

/** An IPv6 address in its short form, the longest run of zeros left out: `fe80::1`. */
export function formatIpv6(bytes: Buffer): string {
  const groups = Array.from({ length: 8 }, (_, index) => bytes.readUInt16BE(index * 2).toString(16));
  let [start, length] = [-1, 1];
  for (let from = 0; from < 8; from += 1) {
    let to = from;
    while (groups[to] === '0') to += 1;
    if (to - from > length) [start, length] = [from, to - from];
  }
  return start < 0
    ? groups.join(':')
    : `${groups.slice(0, start).join(':')}::${groups.slice(start + length).join(':')}`;
}
