import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runManifest } from '../helpers/cli.js';
import { manifest } from './commands.js';

const complete = async (...words: string[]): Promise<string[]> => {
  const { code, stdout } = await runManifest(manifest, ['__completeNoDesc', ...words]);
  assert.equal(code, 0);
  return stdout.trimEnd().split('\n');
};

const table: [string[], string[]][] = [
  [[''], ['etcd', 'gen', 'help', 'list', 'logs', 'version', ':4']],
  [['l'], ['list', 'logs', ':4']],
  [
    ['-n', 'x', 'l'],
    ['list', 'logs', ':4'],
  ],
  [['x'], [':4']],
  [
    ['etcd', ''],
    ['snapshot', ':4'],
  ],
  [
    ['help', 'et'],
    ['etcd', ':4'],
  ],
  [
    ['help', 'etcd', ''],
    ['snapshot', ':4'],
  ],
  [
    ['logs', ''],
    ['kubelet', 'etcd', 'kernel', ':4'],
  ],
  [
    ['logs', 'k'],
    ['kubelet', 'kernel', ':4'],
  ],
  [['logs', 'kubelet', ''], [':4']],
  [
    ['logs', '--fo'],
    ['--follow', '--format', ':4'],
  ],
  [
    ['logs', '--follow', '--fo'],
    ['--format', ':4'],
  ],
  [
    ['logs', '-f', '--lines', '1', '--s'],
    ['--siderov1-keys-dir', '--since', ':4'],
  ],
  [
    ['logs', '-n', 'x', '--no'],
    ['--nodes', ':4'],
  ],
  [['logs', '--sec'], [':4']],
  [
    ['logs', '--format', ''],
    ['plain', 'json', ':4'],
  ],
  [
    ['logs', '--format=j'],
    ['json', ':4'],
  ],
  [
    ['logs', '--follow='],
    ['true', 'false', ':4'],
  ],
  [
    ['logs', '--follow', ''],
    ['kubelet', 'etcd', 'kernel', ':4'],
  ],
  [['logs', '--tail', ''], [':0']],
  [['logs', '--', '--fo'], [':4']],
  [['logs', '--help', ''], [':4']],
  [
    ['etcd', 'snapshot', ''],
    ['--to', ':0'],
  ],
  [
    ['etcd', 'snapshot', '--'],
    ['--to', ':4'],
  ],
  [
    ['etcd', 'snapshot', '--to', 'h'],
    ['here', ':4'],
  ],
  [
    ['etcd', 'snapshot', '--to', 'x', '-'],
    [
      '--cluster',
      '-c',
      '--context',
      '--endpoints',
      '-e',
      '--help',
      '-h',
      '--nodes',
      '-n',
      '--quiet',
      '-q',
      '--siderov1-keys-dir',
      '--talosconfig',
      ':4',
    ],
  ],
  [['list', ''], [':0']],
  [['version', ''], [':4']],
  [['version', '--bogus', ''], [':1']],
];

for (const [words, answer] of table) {
  test(`completes: ${words.join(' ')}`, async () => assert.deepEqual(await complete(...words), answer));
}

test('descriptions follow a tab', async () => {
  const { stdout } = await runManifest(manifest, ['__complete', 'logs', 'ku']);
  assert.equal(stdout, 'kubelet\tlogs of kubelet\n:4\n');
});

test('a provider that takes too long has nothing to offer', async () => {
  const start = performance.now();
  assert.deepEqual(await complete('internal', ''), [':4']);
  const took = performance.now() - start;
  assert.ok(took > 900 && took < 3000, `took ${took} ms`);
});
