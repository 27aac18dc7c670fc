import { StringDecoder } from 'node:string_decoder';
import { printableText } from '../../errors/control-characters.js';

/** Bytes as text that is safe on a terminal, wherever they are torn. */
export async function* terminalText(bytes: AsyncIterable<Buffer>): AsyncGenerator<string, void, undefined> {
  const decoder = new StringDecoder('utf8');
  for await (const piece of bytes) yield printableText(decoder.write(piece));
  yield printableText(decoder.end());
}
