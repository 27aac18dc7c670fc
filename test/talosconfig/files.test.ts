import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, readFile, readlink, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { loadTalosconfig } from '../../src/talosconfig/load.js';
import { saveTalosconfig } from '../../src/talosconfig/save.js';
import { emptyContext, withContext } from '../../src/talosconfig/talosconfig.js';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'talosconfig-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const file = (context: string, ...names: string[]) =>
  `context: ${context}\ncontexts:\n${names.map((name) => `    ${name}:\n        endpoints:\n            - ${name}.example\n`).join('')}`;
const at = (...parts: string[]) => join(folder, ...parts);
const load = (flag: string, env: Record<string, string> = {}) =>
  loadTalosconfig({ flag, env: { HOME: folder, ...env }, cwd: folder });
async function put(path: string, text: string) {
  await mkdir(join(at(path), '..'), { recursive: true });
  await writeFile(at(path), text);
}

test('the places in order: flag, $TALOSCONFIG, the folder of talosctl', async () => {
  await put('flag.yaml', file('flag', 'flag'));
  await put('variable.yaml', file('variable', 'variable'));
  await put('.talos/config', file('home', 'home'));
  await put('other/config', file('other', 'other'));
  const context = async (flag: string, env = {}) => (await load(flag, env)).context;
  assert.equal(await context('flag.yaml', { TALOSCONFIG: at('variable.yaml') }), 'flag');
  assert.equal(await context('', { TALOSCONFIG: 'variable.yaml' }), 'variable');
  assert.equal(await context('', { TALOSCONFIG: at('absent.yaml') }), 'home');
  assert.equal(await context('', { TALOSCONFIG: '' }), 'home');
  assert.equal(await context('', { TALOS_HOME: at('other') }), 'other');
  assert.equal(await context('', { TALOS_HOME: 'other' }), 'home', 'a relative $TALOS_HOME does not count');
});

test('the file in $XDG_CONFIG_HOME counts where there is none at home, and is never made', async () => {
  const xdg = { XDG_CONFIG_HOME: at('xdg') };
  assert.equal((await load('', xdg)).path, at('.talos/config'));
  await put('xdg/talos/config.yaml', file('xdg', 'xdg'));
  const config = await load('', xdg);
  assert.deepEqual([config.path, config.context], [at('xdg/talos/config.yaml'), 'xdg']);
  await put('.talos/config', file('home', 'home'));
  assert.equal((await load('', xdg)).context, 'home');
});

test('where no file is, the configuration is empty and made at the first place when written, for its owner only', async () => {
  const config = await load('', { TALOSCONFIG: at('new/folder/config') });
  assert.deepEqual([config.path, config.exists, config.contexts.size], [at('new/folder/config'), false, 0]);
  await assert.rejects(stat(at('new')), 'reading makes nothing');
  await saveTalosconfig(config);
  assert.equal(await readFile(at('new/folder/config'), 'utf8'), 'context: ""\ncontexts: {}\n');
  assert.equal((await stat(at('new/folder/config'))).mode & 0o777, 0o600);
  assert.equal((await stat(at('new'))).mode & 0o777, 0o700);
});

test('writing follows a symbolic link and takes rights away from others', async () => {
  await put('real.yaml', file('a', 'a'));
  await chmod(at('real.yaml'), 0o644);
  await symlink('real.yaml', at('link.yaml'));
  const config = await load('link.yaml');
  await saveTalosconfig(withContext(config, 'b', { ...emptyContext, endpoints: ['b.example'] }));
  assert.equal(await readlink(at('link.yaml')), 'real.yaml');
  assert.equal(await readFile(at('real.yaml'), 'utf8'), file('a', 'a', 'b'));
  assert.equal((await stat(at('real.yaml'))).mode & 0o777, 0o600);
});

test('a file that cannot be read is named', async () => {
  await mkdir(at('folder.yaml'));
  await assert.rejects(load('folder.yaml'), { message: /folder\.yaml: it is a folder/ });
});

test('of several files all are read, the first that sets a context or defines one wins', async () => {
  await put('a.yaml', 'contexts:\n    lab:\n        endpoints:\n            - first.example\n');
  await put('b.yaml', file('prod', 'lab', 'prod'));
  const config = await load('', { TALOSCONFIG: [at('a.yaml'), at('absent.yaml'), '', at('b.yaml')].join(delimiter) });
  assert.equal(config.context, 'prod');
  assert.deepEqual([...config.contexts.keys()], ['lab', 'prod']);
  assert.deepEqual(config.contexts.get('lab')?.endpoints, ['first.example']);
});

test('of several files the one is written that holds what changes', async () => {
  await put('a.yaml', file('lab', 'lab'));
  await put('b.yaml', file('prod', 'lab', 'prod'));
  const variable = { TALOSCONFIG: [at('a.yaml'), at('b.yaml')].join(delimiter) };
  const changed = { ...emptyContext, endpoints: ['changed.example'] };
  await saveTalosconfig(withContext(await load('', variable), 'prod', changed));
  assert.equal(await readFile(at('a.yaml'), 'utf8'), file('lab', 'lab'));
  assert.equal(
    await readFile(at('b.yaml'), 'utf8'),
    file('prod', 'lab', 'prod').replace('prod.example', 'changed.example'),
  );
  const config = await load('', variable);
  await saveTalosconfig({
    ...withContext(config, 'new', { ...emptyContext, endpoints: ['new.example'] }),
    context: 'new',
  });
  assert.equal(await readFile(at('a.yaml'), 'utf8'), file('new', 'lab', 'new'));
  const again = await load('', variable);
  await saveTalosconfig({ ...again, contexts: new Map([...again.contexts].filter(([name]) => name !== 'prod')) });
  assert.equal(await readFile(at('b.yaml'), 'utf8'), file('prod', 'lab'));
});

test('a file whose very name has the separator in it is no list', async () => {
  await put(`odd${delimiter}name`, file('odd', 'odd'));
  assert.equal((await load('', { TALOSCONFIG: `odd${delimiter}name` })).context, 'odd');
});

test('what Talos mounts into a pod is not written', async () => {
  const config = { ...(await load('x.yaml')), writable: false };
  await assert.rejects(saveTalosconfig(config), { message: /may not be written/ });
});
