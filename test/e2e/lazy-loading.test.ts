import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSingleFile } from '../helpers/program.js';
import { loadedBy } from './loaded.js';

const heavyPackages = /node_modules\/(?:@grpc|@bufbuild|protobufjs|yaml|node-forge|semver)\//;
const heavyBuiltins = ['crypto', 'tls', 'net', 'http', 'https', 'http2', 'child_process', 'worker_threads'];

// Only Node tells what it has loaded.
const options = { skip: isSingleFile };

for (const words of [['--help'], ['completion', 'bash'], ['version', '--client']]) {
  test(`talosctl ${words.join(' ')} loads no gRPC, YAML, protobuf or crypto module`, options, async () => {
    const { sources, builtins } = await loadedBy(words);
    assert.ok(sources.has('src/main.ts'), 'the coverage shows what was loaded');
    assert.deepEqual(
      [...sources].filter((source) => heavyPackages.test(source) || source.startsWith('src/gen/')),
      [],
    );
    assert.deepEqual(
      heavyBuiltins.filter((name) => builtins.has(name)),
      [],
    );
  });
}

test('only the command that runs is loaded', options, async () => {
  const { sources } = await loadedBy(['completion', 'fish']);
  const commands = [...sources].filter((source) => source.startsWith('src/commands/'));
  assert.deepEqual(commands, ['src/commands/completion/fish.ts']);
});
