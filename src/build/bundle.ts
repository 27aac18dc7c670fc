import { rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/**
 * Bundles src/main.ts into dist/. Every dynamic import becomes a file of its own, so that a run reads only the command it
 * runs. dist/meta.json lists what went where, for the tests of what a command loads.
 */
const root = fileURLToPath(new URL('../..', import.meta.url));

await rm(`${root}dist`, { recursive: true, force: true });
const { metafile } = await build({
  absWorkingDir: root,
  entryPoints: { main: 'src/main.ts' },
  outdir: 'dist',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  chunkNames: 'chunks/[name]-[hash]',
  // Packages in CommonJS call require for Node's own modules.
  banner: {
    js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);",
  },
  legalComments: 'linked',
  minifySyntax: true,
  minifyWhitespace: true,
  metafile: true,
  logLevel: 'warning',
});
await writeFile(`${root}dist/meta.json`, JSON.stringify(metafile));
