import type { BuildOptions } from 'esbuild';
import { bundleOptions } from '../bundle-options.js';

/** How sources become JavaScript for the single file, packed or compiled. */
export const singleFileOptions = {
  ...bundleOptions,
  plugins: bundleOptions.plugins ?? [],
  legalComments: 'none',
  define: { SINGLE_FILE: 'true' },
  // What needs the path of its source runs from sources only.
  logOverride: { 'empty-import-meta': 'silent' },
} as const satisfies BuildOptions;
