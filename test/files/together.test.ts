import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { writeFileAtomically, writeFilesAtomically } from '../../src/files/atomic.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'files-'));
});
afterEach(() => rm(folder, { recursive: true }));

const at = (name: string): string => join(folder, name);

describe('several files', () => {
  it('are written together', async () => {
    await writeFile(at('b'), 'old', { mode: 0o644 });
    await writeFilesAtomically([
      { path: at('new/a'), content: 'A' },
      { path: at('b'), content: Buffer.from('B') },
    ]);
    assert.equal(await readFile(at('new/a'), 'utf8'), 'A');
    assert.equal(await readFile(at('b'), 'utf8'), 'B');
    for (const name of ['new/a', 'b']) assert.equal((await stat(at(name))).mode & 0o777, 0o600);
  });

  it('are all left out when one cannot be staged', async () => {
    await writeFile(at('file'), '');
    const files = [
      { path: at('a'), content: 'A' },
      { path: at('file/b'), content: 'B' },
    ];
    await assert.rejects(writeFilesAtomically(files), /cannot write .*file\/b: /);
    assert.deepEqual(await readdir(folder), ['file']);
  });

  it('are all left out when one cannot take its place', async () => {
    await mkdir(at('b/c'), { recursive: true });
    const files = [
      { path: at('a'), content: 'A' },
      { path: at('b'), content: 'B' },
    ];
    await assert.rejects(writeFilesAtomically(files), /cannot write .*b: /);
    assert.deepEqual(await readdir(folder), ['b']);
  });

  it('make folders only where they may', async () => {
    const files = [{ path: at('new/a'), content: 'A' }];
    await assert.rejects(writeFilesAtomically(files, { folderMode: 'none' }), /new\/a: no such file or folder/);
    assert.deepEqual(await readdir(folder), []);
  });
});

describe('one file', () => {
  it('keeps a symbolic link and replaces its target', async () => {
    await writeFile(at('target'), 'old');
    await symlink('target', at('link'));
    await writeFileAtomically(at('link'), 'new');
    assert.equal(await readFile(at('target'), 'utf8'), 'new');
    assert.deepEqual((await readdir(folder)).sort(), ['link', 'target']);
  });

  it('that is a pipe is written to', { skip: process.platform === 'win32' && 'there are no named pipes' }, async () => {
    await promisify(execFile)('mkfifo', [at('pipe')]);
    const [content] = await Promise.all([readFile(at('pipe'), 'utf8'), writeFileAtomically(at('pipe'), 'through')]);
    assert.equal(content, 'through');
    assert.equal((await stat(at('pipe'))).isFIFO(), true);
  });
});
