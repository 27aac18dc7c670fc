/** One file of the archive. */
export interface Part {
  /** Names of the folders and the file on the way to it, below those of the node. */
  readonly path: readonly string[];
  /** Its content, as text or in pieces; undefined: there is nothing to write down. */
  collect(): Promise<string | undefined> | AsyncIterable<Buffer>;
}

/** The name of a part in the archive. Whatever a node calls its things, none leads elsewhere when it is unpacked. */
export function archiveName(path: readonly string[]): string {
  return path.map((name) => (/^\.*$/.test(name) ? `_${name}` : name.replace(unsafe, '_'))).join('/');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they have no place in file names
const unsafe = /[\u0000-\u001f\u007f-\u009f/\\]/g;

/** The content of a part in pieces; undefined where there is none. */
export async function contentOf(part: Part): Promise<AsyncIterable<Buffer> | undefined> {
  const content = part.collect();
  if (Symbol.asyncIterator in content) return content;
  const text = await content;
  if (text === undefined) return undefined;
  return (async function* () {
    yield Buffer.from(text);
  })();
}
