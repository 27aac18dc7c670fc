import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { GrowingFile } from '../../src/files/growing-file.js';

async function folder(t: TestContext): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'talosctl-files-'));
  t.after(() => rm(path, { recursive: true, force: true }));
  return path;
}

test('a file gets its name when it is complete, for its owner alone', async (t) => {
  const home = await folder(t);
  const path = join(home, 'db');
  await writeFile(path, 'old', { mode: 0o644 });
  const file = await GrowingFile.create(path);
  await file.write(Buffer.from('new '));
  await file.write(Buffer.from('content'));
  assert.equal(await readFile(path, 'utf8'), 'old');
  await file.place();
  await file.discard();
  assert.equal(await readFile(path, 'utf8'), 'new content');
  assert.equal((await stat(path)).mode & 0o777, 0o600);
  assert.deepEqual(await readdir(home), ['db']);
});

test('what is not complete leaves nothing behind', async (t) => {
  const home = await folder(t);
  const file = await GrowingFile.create(join(home, 'db'));
  await file.write(Buffer.from('half'));
  await file.discard();
  assert.deepEqual(await readdir(home), []);
});

test('a link stays one', async (t) => {
  const home = await folder(t);
  await mkdir(join(home, 'real'));
  await writeFile(join(home, 'real', 'db'), 'old');
  await symlink(join(home, 'real', 'db'), join(home, 'link'));
  const file = await GrowingFile.create(join(home, 'link'));
  await file.write(Buffer.from('new'));
  await file.place();
  assert.equal(await readFile(join(home, 'real', 'db'), 'utf8'), 'new');
  assert.deepEqual((await readdir(home)).sort(), ['link', 'real']);
});

test('errors name the path', async (t) => {
  const home = await folder(t);
  await assert.rejects(GrowingFile.create(join(home, 'no', 'db')), /cannot write .*no\/db: no such file or folder/);
  await assert.rejects(GrowingFile.create(home), /cannot write .*: it is a folder/);
});
