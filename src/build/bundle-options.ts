import { fileURLToPath } from 'node:url';
import type { BuildOptions } from 'esbuild';
import { clientMessages } from './client-messages.js';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** How src/main.ts becomes JavaScript, for Node and for the single file. Every dynamic import is a file of its own. */
export const bundleOptions: BuildOptions & { readonly metafile: true } = {
  absWorkingDir: root,
  entryPoints: { main: 'src/main.ts' },
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
  plugins: [clientMessages(root)],
  minifySyntax: true,
  minifyWhitespace: true,
  minifyIdentifiers: true,
  metafile: true,
  logLevel: 'warning',
};
