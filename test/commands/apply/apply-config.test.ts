import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { status } from '@grpc/grpc-js';
import { command } from '../../../src/commands/apply-config.js';
import { MachineServiceService, ApplyConfigurationRequest_Mode as Mode } from '../../../src/gen/machine/machine.js';
import { runCommand } from '../../helpers/cli.js';
import { maintenanceClient, startMaintenanceNode } from '../../helpers/resource-node.js';
import { StatusError } from '../../helpers/servers.js';
import { nodeConfig, startNodes } from './helpers.js';

const noClient = () => Promise.reject(new Error('nothing is to be dialled'));

async function folderWith(t: TestContext, files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'apply-test-'));
  t.after(() => rm(folder, { recursive: true }));
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  return folder;
}

test('every node gets the file as it is', async (t) => {
  const { nodes, applied } = await startNodes(t, ['a', 'b']);
  const config = `# mine\n${nodeConfig}`;
  const cwd = await folderWith(t, { 'worker.yaml': config });
  const { code, stdout, stderr } = await runCommand(command, ['-f', 'worker.yaml', '-m', 'staged'], {
    client: nodes.client(),
    cwd,
  });
  assert.deepEqual([code, stdout], [0, '']);
  assert.deepEqual(applied.map(({ node, config: sent }) => [node, sent]).sort(), [
    ['a', config],
    ['b', config],
  ]);
  assert.deepEqual([applied[0]?.request.mode, applied[0]?.request.dryRun], [Mode.STAGED, false]);
  assert.deepEqual(applied[0]?.request.tryModeTimeout, { seconds: 60n, nanos: 0 });
  assert.equal(stderr, 'a:\nApplied configuration without a reboot\nb:\nApplied configuration without a reboot\n');
});

test('standard input, with patches', async (t) => {
  const { nodes, applied } = await startNodes(t, ['a']);
  const config = 'version: v1alpha1\nmachine:\n    type: worker\n    token: abc\n';
  const words = ['machineconfig', '--file', '-', '-p', '{"machine":{"nodeLabels":{"x":"1"}}}', '--dry-run'];
  const { code, stderr } = await runCommand(command, words, { client: nodes.client(), stdin: config });
  assert.equal(code, 0);
  assert.match(
    stderr,
    /^error: v1alpha1 cluster: .*\n[\s\S]*in spite of [\s\S]*\nApplied configuration without a reboot\n$/,
  );
  assert.match(applied[0]?.config ?? '', /^version: v1alpha1\nmachine:\n[\s\S]* {4}nodeLabels:\n {8}x: "1"\n/);
  assert.equal(applied[0]?.request.dryRun, true);
});

test('what is wrong here is found before anything is dialled', async (t) => {
  const cwd = await folderWith(t, {
    'empty.yaml': '',
    'worker.yaml': nodeConfig,
    'files.yaml': 'machine:\n    type: worker\n    files:\n        - path: /var/a\n          content: x\n',
  });
  const cases: readonly (readonly [readonly string[], RegExp])[] = [
    [[], /no configuration is named.*--file/],
    [['-f', 'nosuch.yaml'], /nosuch\.yaml: no such file/],
    [['-f', 'empty.yaml'], /empty\.yaml is empty/],
    [['-f', 'files.yaml'], /^files\.yaml, line 4, column 11: v1alpha1 machine\.files\[0\]\.op: op is missing/m],
    [['-f', 'worker.yaml', '--mode', 'soon'], /auto, no-reboot, reboot, staged, try/],
    [['members', '-f', 'worker.yaml'], /takes no argument "members"/],
    [['-f', 'worker.yaml', '-p', '@nosuch-patch.yaml'], /nosuch-patch\.yaml/],
  ];
  for (const [words, message] of cases) {
    const { code, stdout, stderr } = await runCommand(command, words, { client: noClient, cwd });
    assert.deepEqual([code, stdout], [1, ''], words.join(' '));
    assert.match(stderr, message);
  }
});

test('a node that refuses is named beside those that do not', async (t) => {
  const { nodes } = await startNodes(t, ['a', 'b'], ({ node }) => {
    if (node === 'a') throw new StatusError(status.PERMISSION_DENIED, 'not authorized');
    return {};
  });
  const cwd = await folderWith(t, { 'worker.yaml': nodeConfig });
  const { code, stderr } = await runCommand(command, ['-f', 'worker.yaml'], { client: nodes.client(), cwd });
  assert.equal(code, 1);
  assert.match(stderr, /^b:\nApplied configuration without a reboot\na: not authorized/);
});

async function maintenanceNode(t: TestContext) {
  const server = await startMaintenanceNode(t);
  const configs: string[] = [];
  server.unary(MachineServiceService.applyConfiguration, ({ data }) => {
    configs.push(data.toString());
    return { messages: [{ metadata: undefined, warnings: [], mode: Mode.REBOOT, modeDetails: '' }] };
  });
  return { address: server.address, configs };
}

test('a node in maintenance mode is dialled itself', async (t) => {
  const { address, configs } = await maintenanceNode(t);
  const cwd = await folderWith(t, { 'worker.yaml': nodeConfig });
  const { code, stderr } = await runCommand(command, ['-i', '-f', 'worker.yaml'], {
    client: maintenanceClient(t, [address]),
    cwd,
  });
  assert.deepEqual([code, stderr, configs], [0, '', [nodeConfig]]);
});

test('several nodes with --insecure are refused, and none gets the configuration', async (t) => {
  const { address, configs } = await maintenanceNode(t);
  const cwd = await folderWith(t, { 'worker.yaml': nodeConfig });
  const { code, stderr } = await runCommand(command, ['-i', '-f', 'worker.yaml'], {
    client: maintenanceClient(t, [address, '192.0.2.2']),
    cwd,
  });
  assert.equal(code, 1);
  assert.match(stderr, /one node at a time/);
  assert.deepEqual(configs, []);
});
