import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './bundle-options.js';
import { loadedByCommands, type Metafile } from './chunk-graph.js';

/** Writes test/build/chunk-sizes.json: what each command of the bundle loads now, which a test holds it to. */
const metafile = JSON.parse(await readFile(join(root, 'dist/meta.json'), 'utf8')) as Metafile;
const rows = [...loadedByCommands(metafile)].map(
  ([words, [start, most]]) => `  ${JSON.stringify(words)}: [${start}, ${most}]`,
);
await writeFile(join(root, 'test/build/chunk-sizes.json'), `{\n${rows.join(',\n')}\n}\n`);
