import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { bundleOptions, root } from './bundle-options.js';

/**
 * Bundles src/main.ts into dist/. Every dynamic import becomes a file of its own, so that a run reads only the command it
 * runs. dist/meta.json lists what went where, for the tests of what a command loads. An old bundle stays until the new
 * one is complete.
 */
const dist = join(root, 'dist');
const unfinished = join(root, `dist.${process.pid}`);

try {
  const { metafile } = await build({
    ...bundleOptions,
    outdir: unfinished,
    legalComments: 'linked',
  });
  await writeFile(join(unfinished, 'meta.json'), JSON.stringify(metafile));
  // The single file is built by another script, from the same sources.
  await rename(join(dist, 'bin'), join(unfinished, 'bin')).catch(() => {});
  await rm(dist, { recursive: true, force: true });
  await rename(unfinished, dist);
} catch (error) {
  await rm(unfinished, { recursive: true, force: true });
  // esbuild has printed what is wrong in the sources.
  if (!(error instanceof Error && 'errors' in error)) throw error;
  process.exitCode = 1;
}
