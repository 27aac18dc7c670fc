import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { type CompletionProvider, defineCommand, exactArguments } from '../../src/cli/command.js';
import { completionScript, type Shell } from '../../src/cli/completion/script.js';
import { flag } from '../../src/cli/flags.js';
import { MachineServiceService } from '../../src/gen/machine/machine.js';
import { StateService } from '../../src/gen/v1alpha1/state.js';
import { type CliOptions, runCli, runManifest } from '../helpers/cli.js';
import { startNode } from '../helpers/nodes.js';
import { resourceMessage } from '../helpers/resource-node.js';

/** A command whose argument is completed by the provider. */
function commandWith(provider: CompletionProvider) {
  return defineCommand({
    words: 'try',
    use: 'try <word>',
    summary: 'Try',
    connection: 'flags',
    args: exactArguments(1),
    flags: { items: flag.stringSlice('items'), loud: flag.bool('loud'), folder: flag.string('folder') },
    completeArgs: provider,
    completeFlags: {
      items: async () => ['a', 'b', 'c'].map((value) => ({ value })),
      folder: async () => ({ completions: [], files: 'folders' }),
    },
    resolve: () => ({}),
    run: async () => undefined,
  });
}

async function answer(provider: CompletionProvider, ...words: readonly string[]) {
  const command = commandWith(provider);
  const manifest = [{ ...command, load: async () => ({ command: commandWith(provider) as never }) }];
  const { code, stdout, stderr } = await runManifest(manifest, ['__complete', 'try', ...words]);
  assert.equal(code, 0);
  return { lines: stdout.trimEnd().split('\n'), stderr };
}

const nothing: CompletionProvider = async () => [];

const directives: readonly (readonly [CompletionProvider, string, string])[] = [
  [async () => [{ value: 'x' }], ':4', 'NoFileComp'],
  [async () => ({ completions: [{ value: 'x/' }], goesOn: true }), ':6', 'NoSpace, ShellCompDirectiveNoFileComp'],
  [async () => ({ completions: [], files: 'any' }), ':0', 'Default'],
  [async () => ({ completions: [], files: 'folders' }), ':16', 'FilterDirs'],
  [() => Promise.reject(new Error('defect')), ':4', 'NoFileComp'],
];

for (const [provider, directive, name] of directives) {
  test(`the shell is told ${directive}, and people ${name}`, async () => {
    const { lines, stderr } = await answer(provider, '');
    assert.equal(lines.at(-1), directive);
    assert.equal(stderr, `Completion ended with directive: ShellCompDirective${name}\n`);
  });
}

test('providers know the flags of the line', async () => {
  const provider: CompletionProvider = async (_ctx, { flags }) => [{ value: flags.values['loud'] ? 'LOUD' : 'quiet' }];
  assert.deepEqual((await answer(provider, '')).lines, ['quiet', ':4']);
  assert.deepEqual((await answer(provider, '--loud', '')).lines, ['LOUD', ':4']);
});

test('the last item of a comma list is completed, without those that stand there', async () => {
  assert.deepEqual((await answer(nothing, '--items', '')).lines, ['a', 'b', 'c', ':4']);
  assert.deepEqual((await answer(nothing, '--items', 'b,')).lines, ['b,a', 'b,c', ':4']);
  assert.deepEqual((await answer(nothing, '--items=a,b,c')).lines, ['a,b,c', ':4']);
});

test('words that would break a line apart are left out, descriptions are made safe', async () => {
  const provider: CompletionProvider = async () => [
    { value: 'good', description: 'red \u001b[31m\tand tab' },
    { value: 'bad\nword' },
    { value: 'bad\u001b[2J' },
    { value: '' },
  ];
  assert.deepEqual((await answer(provider, '')).lines, ['good\tred \\x1b[31m\\tand tab', ':4']);
});

const member = (hostname: string, machineType: string, address: string) =>
  resourceMessage(
    'Members.cluster.talos.dev',
    hostname,
    `addresses: [${address}]\nhostname: ${hostname}\nmachineType: ${machineType}\n`,
  );

/** A home with a context and a group, and an endpoint that knows two members. */
async function start(t: TestContext) {
  const node = await startNode(t, ['10.5.0.9'], { services: [MachineServiceService, StateService] });
  node.server.stream(StateService.list, async function* () {
    yield { resource: member('cp1', 'controlplane', '10.5.0.2') };
    yield { resource: member('w1', 'worker', '10.5.0.3') };
  });
  const groups = 'contexts:\n    test:\n        rack1: [10.5.0.3, 10.5.0.5]\n';
  await writeFile(join(node.home, '.talos', 'config.groups.yaml'), groups);
  return node;
}

const words = [
  'all\tall nodes of the cluster',
  'controlplanes\tthe control plane nodes',
  'controlplane\tthe control plane nodes',
  'workers\tthe workers',
  'worker\tthe workers',
];

test('-n offers members by hostname and address, the nodes of the context, groups and words', async (t) => {
  const { run } = await start(t);
  const members = [
    'cp1\t10.5.0.2, control plane',
    'w1\t10.5.0.3, worker',
    '10.5.0.2\tcp1, control plane',
    '10.5.0.3\tw1, worker',
  ];
  const expected = [...members, '10.5.0.9', '@rack1\t10.5.0.3, 10.5.0.5', ...words, ':4', ''].join('\n');
  assert.equal((await run(['__complete', 'version', '-n', ''])).stdout, expected);
  assert.equal((await run(['__complete', '-n', ''])).stdout, expected, 'before the command too');
  assert.equal((await run(['__completeNoDesc', 'version', '--nodes=w1,10.5.0.2'])).stdout, 'w1,10.5.0.2\n:4\n');
  assert.equal(
    (await run(['__complete', 'version', '-e', ''])).stdout.split('\n').slice(1).join('\n'),
    'cp1\t10.5.0.2, control plane\n10.5.0.2\tcp1, control plane\n:4\n',
  );
  assert.equal((await run(['__completeNoDesc', 'version', '--context', 't'])).stdout, 'test\n:4\n');
});

test('a cluster that does not answer takes a second at most, and leaves what the files say', async (t) => {
  const { home } = await start(t);
  const silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  t.after(() => silent.close());
  const address = silent.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const began = performance.now();
  const options: CliOptions = { env: { HOME: home } };
  const { stdout, stderr } = await runCli(['__complete', '-e', `127.0.0.1:${port}`, 'version', '-n', ''], options);
  assert.ok(performance.now() - began < 1500, `took ${performance.now() - began} ms`);
  assert.equal(stdout, ['10.5.0.9', '@rack1\t10.5.0.3, 10.5.0.5', ...words, ':4', ''].join('\n'));
  assert.equal(stderr, 'Completion ended with directive: ShellCompDirectiveNoFileComp\n');
});

test('without a client configuration there is nothing to say, and nothing is made', async (t) => {
  const home = await mkdtemp(join(tmpdir(), 'talosctl-completion-'));
  t.after(() => rm(home, { recursive: true, force: true }));
  const { stdout } = await runCli(['__complete', 'services', ''], { env: { HOME: home } });
  assert.equal(stdout, ':4\n');
});

test('local clusters are offered by name', async (t) => {
  const home = await mkdtemp(join(tmpdir(), 'talosctl-completion-'));
  t.after(() => rm(home, { recursive: true, force: true }));
  for (const name of ['one', 'two']) await mkdir(join(home, '.talos', 'clusters', name), { recursive: true });
  const { stdout } = await runCli(['__complete', 'cluster', 'show', '--name', ''], { env: { HOME: home } });
  assert.equal(stdout, 'one\ntwo\n:4\n');
});

test('the printed scripts are the files in completions/', async () => {
  const files: Readonly<Record<Shell, string>> = { bash: 'bash', fish: 'fish', powershell: 'ps1', zsh: 'zsh' };
  for (const [shell, extension] of Object.entries(files)) {
    const file = await readFile(new URL(`../../completions/talosctl.${extension}`, import.meta.url), 'utf8');
    assert.equal(completionScript(shell as Shell, { descriptions: true }), file);
    const plain = completionScript(shell as Shell, { descriptions: false });
    assert.ok(plain.includes('__completeNoDesc') && !plain.includes('__complete '), shell);
  }
});

/** What can be told of the PowerShell script without PowerShell: its texts and brackets end where they should. */
test('the PowerShell script is balanced', async () => {
  const text = await readFile(new URL('../../completions/talosctl.ps1', import.meta.url), 'utf8');
  const code = text.replace(/#.*$/gm, '').replace(/'(?:[^']|'')*'|"(?:[^"`]|`.|"")*"/g, '');
  assert.ok(!/['"]/.test(code), 'a quote is open');
  const pairs: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };
  const open: string[] = [];
  for (const [bracket] of code.matchAll(/[()[\]{}]/g)) {
    const opening = pairs[bracket];
    if (opening === undefined) open.push(bracket);
    else assert.equal(open.pop(), opening);
  }
  assert.deepEqual(open, []);
  assert.match(code, /Register-ArgumentCompleter -Native/);
});
