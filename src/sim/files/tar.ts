export interface TarEntry {
  readonly name: string;
  /** Default: a regular file. */
  readonly kind?: 'file' | 'folder' | 'link' | 'block' | 'character';
  /** Permission bits. */
  readonly mode: number;
  readonly owner?: readonly [uid: number, gid: number];
  readonly modified: Date;
  /** Bytes of content that follow the header. */
  readonly size?: number;
  readonly linkTarget?: string;
}

const blockSize = 512;
const typeFlags = { file: '0', link: '2', character: '3', block: '4', folder: '5' } as const;
const longestName = 100;
const longestPrefix = 155;

/** The header of an entry: ustar, with an extended header (pax) before it where a name does not fit. */
export function tarHeader(entry: TarEntry): Buffer {
  const place = split(entry.name);
  const linkTarget = entry.linkTarget ?? '';
  const isFitting = place !== undefined && Buffer.byteLength(linkTarget) <= longestName;
  const header = ustar(entry, place ?? { prefix: '', name: entry.name });
  if (isFitting) return header;
  const records = Buffer.from(
    paxRecord('path', entry.name) + (linkTarget === '' ? '' : paxRecord('linkpath', linkTarget)),
  );
  const extension = ustar(
    { name: '', mode: 0o644, modified: entry.modified, size: records.length },
    { prefix: 'PaxHeaders.0', name: entry.name },
    'x',
  );
  return Buffer.concat([extension, records, tarPadding(records.length), header]);
}

/** What fills the last block of so many bytes. */
export function tarPadding(size: number): Buffer {
  return Buffer.alloc((blockSize - (size % blockSize)) % blockSize);
}

/** The end of an archive. */
export function tarEnd(): Buffer {
  return Buffer.alloc(2 * blockSize);
}

/** A regular file: its header and its content, not padded. */
export function tarEntry(entry: TarEntry & { readonly content: Buffer }): Buffer {
  return Buffer.concat([tarHeader({ ...entry, size: entry.content.length }), entry.content]);
}

interface Place {
  readonly prefix: string;
  readonly name: string;
}

/** A name in the two fields of a header, undefined where it does not fit. */
function split(name: string): Place | undefined {
  if (Buffer.byteLength(name) <= longestName) return { prefix: '', name };
  for (let at = name.indexOf('/'); at >= 0; at = name.indexOf('/', at + 1)) {
    const place = { prefix: name.slice(0, at), name: name.slice(at + 1) };
    if (place.name === '' || Buffer.byteLength(place.prefix) > longestPrefix) return undefined;
    if (Buffer.byteLength(place.name) <= longestName) return place;
  }
  return undefined;
}

/** `<length of all> key=value` and a newline. */
function paxRecord(key: string, value: string): string {
  const rest = Buffer.byteLength(` ${key}=${value}\n`);
  let length = rest + String(rest).length;
  if (String(length).length > String(rest).length) length += 1;
  return `${length} ${key}=${value}\n`;
}

function ustar(entry: TarEntry, { prefix, name }: Place, typeFlag?: string): Buffer {
  const { kind = 'file', mode, owner = [0, 0], modified, size = 0, linkTarget = '' } = entry;
  const header = Buffer.alloc(blockSize);
  const octal = (value: number, width: number): string => `${value.toString(8).padStart(width - 1, '0')}\0`;
  header.write(name, 0, longestName, 'utf8');
  header.write(octal(mode, 8), 100, 'latin1');
  header.write(octal(owner[0], 8), 108, 'latin1');
  header.write(octal(owner[1], 8), 116, 'latin1');
  header.write(octal(size, 12), 124, 'latin1');
  header.write(octal(Math.floor(modified.getTime() / 1000), 12), 136, 'latin1');
  header.write('        ', 148, 'latin1');
  header.write(typeFlag ?? typeFlags[kind], 156, 'latin1');
  header.write(linkTarget, 157, longestName, 'utf8');
  header.write('ustar\x0000', 257, 'latin1');
  header.write(prefix, 345, longestPrefix, 'utf8');
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return header;
}
