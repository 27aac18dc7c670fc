import { compose } from './compose.js';
import { YamlError } from './errors.js';
import type { YamlDocument, YamlSource } from './node.js';
import { resolvePlain } from './scalar.js';
import { scan } from './scanner.js';

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that YAML forbids
const forbidden = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F\u0080-\u0084\u0086-\u009F\uFFFE\uFFFF]/;

/**
 * Reads all documents of a stream into nodes with their places, taking and refusing what the reader in Talos takes and
 * refuses. Empty documents are left out; scalars keep their text. Throws YamlError.
 */
export function parseYaml(source: YamlSource): YamlDocument[] {
  const bad = forbidden.exec(source.text);
  if (bad !== null) {
    const code = bad[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
    throw new YamlError(`the character U+${code} is not allowed in YAML`, source.position(bad.index));
  }
  return compose(source, scan(source)).filter(({ root }) => {
    const nothing = root.kind === 'scalar' && root.plain && root.tag === undefined;
    return !(nothing && resolvePlain(root.text).tag === 'null');
  });
}
