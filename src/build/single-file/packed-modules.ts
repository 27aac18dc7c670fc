import { brotliCompressSync } from 'node:zlib';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { root } from '../bundle-options.js';
import { singleFileOptions } from './options.js';

/** Libraries that commands seldom need, with what is used of them. */
const libraries: Readonly<Record<string, readonly string[]>> = {
  '@marcbachmann/cel-js': ['Environment'],
  socks: ['SocksClient'],
};

const packedName = (library: string): string => `${library.replace(/.*\//, '')}.cjs.br`;

/** The modules that are packed, by the name of their file. */
export async function packedModules(): Promise<readonly (readonly [string, Buffer])[]> {
  return Promise.all([
    pack({ entryPoints: ['src/main.ts'] }).then((packed) => ['whole-program.cjs.br', packed] as const),
    ...Object.keys(libraries).map(async (library) => {
      const contents = `export * from '${library}';`;
      return [packedName(library), await pack({ stdin: { contents, resolveDir: root } })] as const;
    }),
  ]);
}

/** One CommonJS module that needs no other. */
async function pack(what: BuildOptions): Promise<Buffer> {
  const { outputFiles } = await build({
    ...singleFileOptions,
    entryPoints: [],
    ...what,
    splitting: false,
    format: 'cjs',
    banner: {},
    supported: { 'dynamic-import': false },
    write: false,
    outdir: root,
  });
  const [module] = outputFiles;
  if (module === undefined) throw new Error('the bundle is empty');
  return brotliCompressSync(module.contents);
}

/** Takes what is used of those libraries out of their packed modules. */
export const packedLibraries: Plugin = {
  name: 'packed libraries',
  setup(build) {
    build.onResolve({ filter: /^[@a-z]/ }, ({ path }) =>
      Object.hasOwn(libraries, path) ? { path, namespace: 'packed library' } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: 'packed library' }, ({ path }) => ({
      contents: `
        import file from './${packedName(path)}' with { type: 'file' };
        import { runPacked } from './src/single-file/packed.js';
        export const { ${libraries[path]?.join(', ')} } = runPacked(file);
      `,
      resolveDir: root,
    }));
  },
};
