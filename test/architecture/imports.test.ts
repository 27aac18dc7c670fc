import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Import, importsOf, sourceFiles, sourceFolder } from './imports.js';

const libraries = ['errors', 'gen', 'yaml', 'files', 'etcd', 'packets', 'render', 'terminal', 'pki', 'talosconfig'];

/** Which folders of src each folder may import. CONTRIBUTING.md explains the table. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  errors: [],
  gen: [],
  yaml: ['errors'],
  files: ['errors'],
  etcd: ['errors'],
  packets: ['errors'],
  render: ['errors', 'yaml'],
  terminal: ['errors'],
  pki: ['errors', 'yaml', 'files'],
  talosconfig: ['errors', 'yaml', 'files', 'pki'],
  machineconfig: ['errors', 'yaml', 'files', 'pki'],
  resources: ['errors', 'gen', 'yaml', 'render'],
  client: ['errors', 'gen', 'talosconfig', 'pki', 'resources'],
  tracker: ['errors', 'gen', 'render', 'terminal', 'resources', 'client'],
  kube: [...libraries, 'machineconfig', 'resources', 'client'],
  cluster: [...libraries, 'machineconfig', 'resources', 'client', 'sim'],
  dashboard: [...libraries, 'machineconfig', 'resources', 'client'],
  sim: [
    'errors',
    'gen',
    'yaml',
    'files',
    'etcd',
    'render',
    'packets',
    'pki',
    'talosconfig',
    'machineconfig',
    'resources',
  ],
  cli: ['errors', 'terminal', 'client', 'talosconfig'],
  commands: [
    ...libraries,
    'machineconfig',
    'resources',
    'client',
    'tracker',
    'kube',
    'cluster',
    'dashboard',
    'sim',
    'cli',
  ],
  build: ['cli', 'commands', 'machineconfig'],
  'main.ts': ['errors', 'terminal', 'cli'],
  'single-file': ['main.ts', 'cli'],
};

const files = sourceFiles();
const imports = files.flatMap(importsOf);
const folder = (path: string): string => path.split('/')[0] ?? '';
const arrow = ({ from, to }: Import): string => `${from} -> ${to}`;

test('every folder has its place in the table', () => {
  const unknown = new Set(files.map(folder).filter((name) => !Object.hasOwn(allowed, name)));
  assert.deepEqual([...unknown], []);
});

test('folders import only what the table allows', () => {
  const wrong = imports.filter(({ from, to, own }) => {
    if (!own || folder(from) === folder(to)) return false;
    if (from === 'cli/manifest.generated.ts') return folder(to) !== 'commands';
    return !allowed[folder(from)]?.includes(folder(to));
  });
  assert.deepEqual(wrong.map(arrow), []);
});

/** What the build of the single file makes. */
const isPacked = (path: string): boolean => path.endsWith('.cjs.br');

test('imports lead to files', () => {
  const broken = imports.filter(({ to, own }) => own && !isPacked(to) && !existsSync(join(sourceFolder, to)));
  assert.deepEqual(broken.map(arrow), []);
});

test('no command imports another; what two share lies in commands/shared', () => {
  const wrong = imports.filter(
    ({ from, to, own }) =>
      own && folder(from) === 'commands' && folder(to) === 'commands' && !to.startsWith('commands/shared/'),
  );
  assert.deepEqual(wrong.map(arrow), []);
});

test('the command line loads client and talosconfig only when a command asks', () => {
  const eager = imports.filter(
    ({ from, to, typeOnly, dynamic }) =>
      (folder(from) === 'cli' || from === 'main.ts') &&
      ['client', 'talosconfig', 'commands'].includes(folder(to)) &&
      !typeOnly &&
      !dynamic,
  );
  assert.deepEqual(eager.map(arrow), []);
});

test('no import cycles', () => {
  const next = new Map<string, string[]>();
  for (const { from, to, own, typeOnly, dynamic } of imports) {
    if (own && !typeOnly && !dynamic) next.set(from, [...(next.get(from) ?? []), to]);
  }
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): void => {
    const start = path.indexOf(file);
    assert.equal(start, -1, `a cycle: ${[...path.slice(start), file].join(' -> ')}`);
    if (done.has(file)) return;
    for (const other of next.get(file) ?? []) visit(other, [...path, file]);
    done.add(file);
  };
  for (const file of next.keys()) visit(file, []);
});

const usesGlobals =
  /\bconsole\.|\bprocess\.(?:env|exit|argv|std(?:in|out|err)|cwd|chdir|on|once|kill|platform|arch|version|nextTick|hrtime|umask)/;

test('only main.ts, the start of the single file and the build scripts touch the process', () => {
  const wrong = files.filter((file) => {
    if (['main.ts', 'build', 'single-file'].includes(folder(file))) return false;
    const code = readFileSync(join(sourceFolder, file), 'utf8')
      .replace(/'(?:\\.|[^'\\\n])*'/g, "''")
      .replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
    return usesGlobals.test(code);
  });
  assert.deepEqual(wrong, []);
});
