export interface TarEntry {
  readonly name: string;
  /** Permission bits. */
  readonly mode: number;
  readonly modified: Date;
  readonly content: Buffer;
}

const blockSize = 512;

/** A regular file of a tar archive (ustar): its header and its content, not padded. */
export function tarEntry({ name, mode, modified, content }: TarEntry): Buffer {
  const header = Buffer.alloc(blockSize);
  const octal = (value: number, width: number): string => `${value.toString(8).padStart(width - 1, '0')}\0`;
  header.write(name, 0, 100, 'utf8');
  header.write(octal(mode, 8), 100, 'latin1');
  header.write(octal(0, 8), 108, 'latin1');
  header.write(octal(0, 8), 116, 'latin1');
  header.write(octal(content.length, 12), 124, 'latin1');
  header.write(octal(Math.floor(modified.getTime() / 1000), 12), 136, 'latin1');
  header.write('        ', 148, 'latin1');
  header.write('0', 156, 'latin1');
  header.write('ustar\x0000', 257, 'latin1');
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return Buffer.concat([header, content]);
}
