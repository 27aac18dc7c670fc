import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { status } from '@grpc/grpc-js';
import { command } from '../../../src/commands/patch.js';
import { ApplyConfigurationRequest_Mode as Mode } from '../../../src/gen/machine/machine.js';
import { runCommand } from '../../helpers/cli.js';
import { StatusError } from '../../helpers/servers.js';
import { nodeConfig, startNodes } from './helpers.js';

const label = '{"machine":{"nodeLabels":{"trial":"yes"}}}';
const patched = nodeConfig.replace('        rack: r1\n', '        rack: r1\n        trial: "yes"\n');

test('each node gets its configuration back with the patch, documents unknown here included', async (t) => {
  const { nodes, applied } = await startNodes(t, ['a', 'b']);
  const { code, stdout, stderr } = await runCommand(command, ['mc', '-p', label], { client: nodes.client() });
  assert.deepEqual([code, stdout], [0, '']);
  assert.deepEqual(
    applied.map(({ node, config }) => [node, config]),
    [
      ['a', patched],
      ['b', patched],
    ],
  );
  assert.equal(
    stderr,
    'patched MachineConfigs.config.talos.dev/v1alpha1 at the node a\nApplied configuration without a reboot\n' +
      'patched MachineConfigs.config.talos.dev/v1alpha1 at the node b\nApplied configuration without a reboot\n',
  );
});

test('mode, time and dry run reach the node', async (t) => {
  const { nodes, applied } = await startNodes(t, ['a'], () => ({
    details: 'Dry run summary:\n+ line',
    warnings: ['careful'],
  }));
  const words = ['machineconfig', 'v1alpha1', '--mode', 'try', '--timeout', '1m30.5s', '--dry-run', '-p', label];
  const { code, stderr } = await runCommand(command, words, { client: nodes.client() });
  assert.equal(code, 0);
  const { mode, dryRun, tryModeTimeout } = applied[0]?.request ?? {};
  assert.deepEqual([mode, dryRun, tryModeTimeout], [Mode.TRY, true, { seconds: 90n, nanos: 500_000_000 }]);
  assert.match(stderr, /^would patch MachineConfigs\.config\.talos\.dev\/v1alpha1 at the node a\n/);
  assert.ok(stderr.endsWith('\nwarning: careful\nDry run summary:\n+ line\n'), stderr);
});

test('patches apply in order, the file last; a file may be named with --patch too', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'patch-test-'));
  t.after(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'one.yaml'), 'machine:\n  nodeLabels:\n    rack: r2\n    one: "1"\n');
  await writeFile(join(folder, 'two.yaml'), 'machine:\n  nodeLabels:\n    rack: r3\n');
  const { nodes, applied } = await startNodes(t, ['a']);
  const words = ['mc', '--patch-file', 'two.yaml', '-p', '@one.yaml', '-p', '{"machine":{"nodeLabels":{"one":"2"}}}'];
  const { code } = await runCommand(command, words, { client: nodes.client(), cwd: folder });
  assert.equal(code, 0);
  assert.match(applied[0]?.config ?? '', /nodeLabels:\n {8}one: "2"\n {8}rack: r3\n/);
});

test('a patch that changes nothing keeps a configuration in trial: it is sent, to the letter, and said so', async (t) => {
  const { nodes, applied } = await startNodes(t, ['a']);
  const patches = ['{"machine":{"type":"worker"}}', '{}', '# nothing'];
  for (const patch of patches) {
    const { code, stderr } = await runCommand(command, ['mc', '-p', patch], { client: nodes.client() });
    assert.equal(code, 0);
    assert.equal(
      stderr,
      'no change to MachineConfigs.config.talos.dev/v1alpha1 at the node a\nApplied configuration without a reboot\n',
    );
  }
  assert.deepEqual(
    applied.map(({ config }) => config),
    patches.map(() => nodeConfig),
  );
});

test('a refusal is one line, exit 1, and no word of success', async (t) => {
  const text =
    '1 error occurred:\n\t* v1alpha1.Config: 1 error occurred:\n\t* invalid machine node labels: 1 error occurred:\n\t* label value "two words" is invalid\n\n\n\n\n\n';
  const { nodes } = await startNodes(t, ['a'], () => {
    throw new StatusError(status.INVALID_ARGUMENT, text);
  });
  const { code, stderr } = await runCommand(command, ['mc', '-p', label], { client: nodes.client() });
  assert.equal(code, 1);
  assert.equal(
    stderr,
    'v1alpha1.Config: invalid machine node labels: label value "two words" is invalid (InvalidArgument)\n',
  );
});

test('a node that fails does not keep the others from it, and is named', async (t) => {
  const { nodes, applied } = await startNodes(t, ['a', 'b', 'c'], ({ node }) => {
    if (node === 'b') throw new StatusError(status.FAILED_PRECONDITION, 'the node is shutting down');
    return {};
  });
  const { code, stderr } = await runCommand(command, ['mc', '-p', label], { client: nodes.client() });
  assert.equal(code, 1);
  assert.deepEqual(
    applied.map(({ node }) => node),
    ['a', 'b', 'c'],
  );
  assert.match(stderr, /^b: the node is shutting down \(FailedPrecondition\)$/m);
  assert.match(stderr, /at the node c$/m);
});

test('what cannot be patched', async (t) => {
  const { nodes, applied } = await startNodes(t, ['a']);
  const client = nodes.client();
  const cases: readonly (readonly [readonly string[], RegExp])[] = [
    [['mc'], /there is no patch.*--patch \(-p\)/],
    [['members', '-p', '{}'], /Members\.cluster\.talos\.dev cannot be changed/],
    [['mc', 'persistent', '-p', '{}'], /only the machine configuration "v1alpha1"/],
    [['mc', '-p', '{"machine":{"nosuch":1}}'], /nosuch/],
    [['mc', '-p', '@missing.yaml'], /missing\.yaml/],
    [['mc', '--mode', 'later', '-p', '{}'], /auto, no-reboot, reboot, staged, try/],
  ];
  for (const [words, message] of cases) {
    const { code, stdout, stderr } = await runCommand(command, words, { client });
    assert.deepEqual([code, stdout], [1, ''], words.join(' '));
    assert.match(stderr, message);
  }
  assert.deepEqual(applied, []);
});
