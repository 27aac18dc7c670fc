import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/**
 * Bundles src/main.ts into dist/. Every dynamic import becomes a file of its own, so that a run reads only the command it
 * runs. dist/meta.json lists what went where, for the tests of what a command loads. An old bundle stays until the new
 * one is complete.
 */
const root = fileURLToPath(new URL('../..', import.meta.url));
const dist = join(root, 'dist');
const unfinished = join(root, `dist.${process.pid}`);

try {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: { main: 'src/main.ts' },
    outdir: unfinished,
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
  await writeFile(join(unfinished, 'meta.json'), JSON.stringify(metafile));
  await rm(dist, { recursive: true, force: true });
  await rename(unfinished, dist);
} catch (error) {
  await rm(unfinished, { recursive: true, force: true });
  // esbuild has printed what is wrong in the sources.
  if (!(error instanceof Error && 'errors' in error)) throw error;
  process.exitCode = 1;
}
