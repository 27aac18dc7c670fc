import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadedByCommands } from '../../src/build/chunk-graph.js';

const now = (path: string) => ({ path, kind: 'import-statement' });
const later = (path: string) => ({ path, kind: 'dynamic-import' });

test('a command loads what main and itself import, at the most also what is imported as it runs', () => {
  const loaded = loadedByCommands({
    outputs: {
      main: { bytes: 10_000, entryPoint: 'src/main.ts', imports: [now('shared'), later('version'), later('etcd')] },
      shared: { bytes: 2_000, imports: [{ path: 'node:fs', kind: 'import-statement', external: true }] },
      version: { bytes: 1_000, entryPoint: 'src/commands/version.ts', imports: [now('shared'), later('run')] },
      run: { bytes: 30_000, entryPoint: 'src/commands/shared/run.ts', imports: [now('shared'), later('version')] },
      etcd: { bytes: 5_000, entryPoint: 'src/commands/etcd/members.ts', imports: [later('client'), now('shared')] },
      client: { bytes: 400_000, entryPoint: 'src/client/client.ts', imports: [] },
    },
  });
  assert.deepEqual(
    [...loaded],
    [
      ['etcd members', [17, 417]],
      ['version', [13, 43]],
    ],
  );
});
