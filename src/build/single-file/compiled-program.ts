import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { root } from '../bundle-options.js';
import { clientMessages } from '../client-messages.js';
import { compiledCommands } from './compiled-commands.js';
import { singleFileOptions } from './options.js';
import { packedLibraries } from './packed-modules.js';

/** The program with the commands that are compiled ahead, and no messages but those they use. */
export async function compiledProgram(outdir: string): Promise<BuildOptions> {
  const options = {
    ...singleFileOptions,
    entryPoints: { main: 'src/single-file/start.ts' },
    outdir,
    // All in one folder, with what is packed.
    chunkNames: '[name]-[hash]',
    external: ['*.cjs.br'],
    define: { ...singleFileOptions.define, COMPILED_COMMANDS: JSON.stringify(compiledCommands) },
    plugins: [onlyCompiledCommands, packedLibraries, ...singleFileOptions.plugins],
  } satisfies BuildOptions;
  const { metafile } = await build({ ...options, write: false });
  const files = new Set(Object.keys(metafile.inputs).map((file) => join(root, file)));
  return { ...options, plugins: [clientMessages(root, files), ...options.plugins] };
}

/** Leaves out the commands of the manifest that only the whole program runs. */
const onlyCompiledCommands: Plugin = {
  name: 'only compiled commands',
  async setup(build) {
    const manifest = await readFile(join(root, 'src/cli/manifest.generated.ts'), 'utf8');
    const paths = new Map(
      [...manifest.matchAll(/"words":"([^"]*)".*import\('([^']*)'\)/g)].map(([, words = '', path = '']) => [
        path,
        words,
      ]),
    );
    for (const words of compiledCommands) {
      if (![...paths.values()].includes(words)) throw new Error(`compiled ahead, but no command: ${words}`);
    }
    build.onResolve({ filter: /\/commands\// }, ({ path, kind }) => {
      const words = kind === 'dynamic-import' ? paths.get(path) : undefined;
      return words === undefined || compiledCommands.includes(words) ? undefined : { path, namespace: 'packed' };
    });
    build.onLoad({ filter: /.*/, namespace: 'packed' }, () => ({ contents: 'export {};' }));
  },
};
