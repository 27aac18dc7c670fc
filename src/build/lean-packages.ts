import type { Plugin } from 'esbuild';

/** Where the one class lies that is used of the Kubernetes client: its index loads the types of the whole API. */
const entries: Readonly<Record<string, string>> = {
  '@kubernetes/client-node': '@kubernetes/client-node/dist/config.js',
};

/**
 * What packages load for runtimes or functions that are not used here:
 * - whatwg-url, by node-fetch, for a Node without URL
 * - @grpc/proto-loader, by grpc-js, for the services that a gRPC server may offer about itself
 */
const unused = ['whatwg-url', '@grpc/proto-loader'];

/**
 * Modules of grpc-js that its index loads, and that belong to servers, or to ways of choosing among addresses that only a
 * service configuration asks for.
 */
const unusedInGrpc = new RegExp(
  `^\\./(?:${[
    'admin',
    'load-balancer-outlier-detection',
    'load-balancer-round-robin',
    'load-balancer-weighted-round-robin',
    'orca',
    'resolver-ip',
    'resolver-uds',
    'server',
    'server-credentials',
    'server-interceptors',
  ].join('|')})$`,
);
const grpc = /node_modules[\\/]@grpc[\\/]grpc-js[\\/]/;

/** Modules of these packages do nothing when they are loaded, though the package does not say so. */
const pure = /node_modules[\\/]@kubernetes[\\/]client-node[\\/]/;

const exactly = (names: readonly string[]): RegExp =>
  new RegExp(`^(${names.map((name) => name.replaceAll('/', '\\/')).join('|')})$`);

/** Leaves out of a bundle what packages bring along and nothing here reaches. */
export const leanPackages: Plugin = {
  name: 'lean packages',
  setup(build) {
    build.onResolve({ filter: exactly(Object.keys(entries)) }, async ({ path, kind, importer, resolveDir }) => {
      const found = await build.resolve(entries[path] ?? path, { kind, importer, resolveDir });
      return { path: found.path, sideEffects: false, errors: found.errors };
    });
    const resolving = Symbol('resolving');
    build.onResolve({ filter: /^\./ }, async ({ path, kind, importer, resolveDir, pluginData }) => {
      if (pluginData === resolving || !pure.test(importer)) return undefined;
      const found = await build.resolve(path, { kind, importer, resolveDir, pluginData: resolving });
      return { path: found.path, sideEffects: false, errors: found.errors };
    });
    build.onResolve({ filter: unusedInGrpc }, ({ path, importer }) =>
      grpc.test(importer) ? { path, namespace: 'unused' } : undefined,
    );
    build.onResolve({ filter: exactly(unused) }, ({ path }) => ({ path, namespace: 'unused' }));
    build.onLoad({ filter: /.*/, namespace: 'unused' }, () => ({
      // What the index calls of them.
      contents: 'module.exports = { setup() {}, registerAdminService() {} };',
    }));
  },
};
