import type { Plugin } from 'esbuild';

/** What grpc-js loads for the services that a gRPC server may offer about itself. */
const unused = /^@grpc\/proto-loader$/;

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

/** Leaves out of a bundle what packages bring along and nothing here reaches. */
export const leanPackages: Plugin = {
  name: 'lean packages',
  setup(build) {
    build.onResolve({ filter: unusedInGrpc }, ({ path, importer }) =>
      grpc.test(importer) ? { path, namespace: 'unused' } : undefined,
    );
    build.onResolve({ filter: unused }, ({ path }) => ({ path, namespace: 'unused' }));
    build.onLoad({ filter: /.*/, namespace: 'unused' }, () => ({
      // What the index calls of them.
      contents: 'module.exports = { setup() {}, registerAdminService() {} };',
    }));
  },
};
