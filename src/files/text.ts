import { isUtf8 } from 'node:buffer';

/** Bytes that are no text. Line and column, from 1, are those of the first byte that fits nowhere. */
export class EncodingError extends Error {
  override readonly name = 'EncodingError';
  readonly line: number;
  readonly column: number;
  constructor(message: string, line: number, column: number) {
    super(message);
    this.line = line;
    this.column = column;
  }
}

/** The text of a file: UTF-8, or UTF-16 with a byte order mark, as some shells of Windows write it. */
export function decodeText(bytes: Buffer): string {
  const mark = bytes.subarray(0, 2).toString('hex');
  if (mark === 'fffe' || mark === 'feff') {
    return new TextDecoder(mark === 'fffe' ? 'utf-16le' : 'utf-16be').decode(bytes);
  }
  if (!isUtf8(bytes)) throw encodingError(bytes);
  return bytes.toString('utf8');
}

/** No byte of a character of several bytes is a line end, so that lines can be looked at one by one. */
function encodingError(bytes: Buffer): EncodingError {
  for (let line = 1, start = 0; ; line++) {
    const end = bytes.indexOf('\n', start);
    const content = bytes.subarray(start, end < 0 ? undefined : end);
    if (end < 0 || !isUtf8(content)) {
      const { column, byte } = firstFault(content);
      const hex = byte.toString(16).toUpperCase().padStart(2, '0');
      return new EncodingError(`the byte 0x${hex} does not belong to UTF-8`, line, column);
    }
    start = end + 1;
  }
}

function firstFault(line: Buffer): { readonly column: number; readonly byte: number } {
  // What cannot be read becomes U+FFFD, which is written with other bytes.
  const written = Buffer.from(line.toString('utf8'));
  let start = line.findIndex((byte, at) => byte !== written[at]);
  // The sequence may have begun before the byte that breaks it.
  while (!isUtf8(line.subarray(0, start))) start--;
  return { column: line.subarray(0, start).toString('utf8').length + 1, byte: line[start] ?? 0 };
}
