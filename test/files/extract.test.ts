import assert from 'node:assert/strict';
import { lstat, mkdir, mkdtemp, readdir, readFile, readlink, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { extract } from '../../src/files/extract.js';
import { readTar } from '../../src/files/tar-reader.js';
import { inPieces, type TestEntry, tar } from '../helpers/tar.js';

let folder: string;
let target: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'extract-'));
  target = join(folder, 'target');
});
afterEach(() => rm(folder, { recursive: true }));

/** Extracts an archive and gives what was left out. */
async function unpack(...entries: readonly TestEntry[]): Promise<string[]> {
  return unpackBytes(tar(...entries));
}

async function unpackBytes(archive: Buffer): Promise<string[]> {
  const leftOut: string[] = [];
  await extract(readTar(inPieces(archive, 1000)), target, {
    origin: '/var/log',
    leftOut: async (name, why) => {
      leftOut.push(`${name}: ${why}`);
    },
  });
  return leftOut;
}

async function all(): Promise<string[]> {
  return (await readdir(folder, { recursive: true })).sort();
}

test('files, folders and links, with their permissions', async () => {
  const leftOut = await unpack(
    { name: 'a/', kind: 'folder', mode: 0o500 },
    { name: 'a/b', text: 'B', mode: 0o4640 },
    { name: 'c/d', text: 'D' },
    { name: 'c/up', kind: 'link', linkTarget: '../a/b' },
    { name: '/absolute', text: 'inside' },
    { name: './dot/./e', text: 'E' },
  );
  assert.deepEqual(leftOut, []);
  assert.equal(await readFile(join(target, 'c/up'), 'utf8'), 'B');
  assert.equal(await readFile(join(target, 'absolute'), 'utf8'), 'inside');
  assert.equal(await readFile(join(target, 'dot/e'), 'utf8'), 'E');
  assert.equal((await stat(join(target, 'a'))).mode & 0o777, 0o700);
  assert.equal((await stat(join(target, 'a/b'))).mode & 0o7777, 0o640);
});

test('an archive of nothing makes an empty folder', async () => {
  await unpack();
  assert.deepEqual(await readdir(target), []);
});

for (const name of ['../evil', 'a/../../evil', '..', 'a/..', '/../evil']) {
  test(`a name with dots in it is refused: ${name}`, async () => {
    await assert.rejects(
      unpack({ name: 'good', text: 'G' }, { name, text: 'E' }, { name: 'later', text: 'L' }),
      /out of the folder/,
    );
    assert.deepEqual(await all(), ['target', 'target/good']);
  });
}

for (const linkTarget of ['/etc/passwd', '../outside', 'a/../../outside', 'a/..', '..', '']) {
  test(`a link that leads out, or may, is left out: ${linkTarget}`, async () => {
    const leftOut = await unpack({ name: 'link', kind: 'link', linkTarget }, { name: 'good', text: 'G' });
    assert.equal(leftOut.length, 1);
    assert.match(leftOut[0] ?? '', /^link: it is a link to .*, out of the folder$/);
    assert.deepEqual(await all(), ['target', 'target/good']);
  });
}

test('a chain of links does not lead out', async () => {
  const leftOut = await unpack(
    { name: 'x/y/top', kind: 'link', linkTarget: '../..' },
    { name: 'x/y/out', kind: 'link', linkTarget: 'top/..' },
  );
  assert.deepEqual(leftOut, ['x/y/out: it is a link to top/.., out of the folder']);
});

test('links into the packed folder stay good', async () => {
  const leftOut = await unpack(
    { name: 'pods/p/0.log', text: 'line' },
    { name: 'containers/p.log', kind: 'link', linkTarget: '/var/log/pods/p/0.log' },
    { name: 'containers/q.log', kind: 'link', linkTarget: '/var/logs/q' },
    { name: 'containers/r.log', kind: 'link', linkTarget: '/var/log/../lib/r' },
  );
  assert.equal(await readlink(join(target, 'containers/p.log')), '../pods/p/0.log');
  assert.equal(await readFile(join(target, 'containers/p.log'), 'utf8'), 'line');
  assert.deepEqual(
    leftOut.map((text) => text.split(':')[0]),
    ['containers/q.log', 'containers/r.log'],
  );
});

for (const linkTarget of ['/tmp', '.']) {
  test(`nothing is written below a link of the archive: to ${linkTarget}`, async () => {
    const entries = [
      { name: 'link', kind: 'link' as const, linkTarget },
      { name: 'link/evil', text: 'E' },
    ];
    await assert.rejects(unpack(...entries), /has an entry below a link: "link"/);
    assert.ok(!(await all()).includes('target/link/evil'));
  });
}

test('nothing is written below a link that was there', async () => {
  await mkdir(join(folder, 'outside'));
  await mkdir(target);
  await symlink('../outside', join(target, 'link'));
  for (const entry of [
    { name: 'link/evil', text: 'E' },
    { name: 'link/', kind: 'folder' as const },
  ]) {
    await assert.rejects(unpack(entry), /cannot write .*link: it is a link, which may lead out/);
  }
  assert.deepEqual(await readdir(join(folder, 'outside')), []);
});

test('nothing that exists is overwritten', async () => {
  await mkdir(target);
  await writeFile(join(target, 'file'), 'mine');
  await symlink('file', join(target, 'link'));
  for (const name of ['file', 'link']) {
    await assert.rejects(unpack({ name, text: 'theirs' }), new RegExp(`cannot write .*${name}: it exists already`));
  }
  assert.equal(await readFile(join(target, 'file'), 'utf8'), 'mine');
  await assert.rejects(unpack({ name: 'file/below', text: 'x' }), /it is no folder/);
  await assert.rejects(unpack({ name: 'twice', text: '1' }, { name: 'twice', text: '2' }), /it exists already/);
  assert.equal(await readFile(join(target, 'twice'), 'utf8'), '1');
});

test('folders that exist are gone on with, their permissions kept', async () => {
  await mkdir(join(target, 'a'), { recursive: true, mode: 0o711 });
  await unpack({ name: 'a/', kind: 'folder', mode: 0o777 }, { name: 'a/b', text: 'B' });
  assert.equal((await stat(join(target, 'a'))).mode & 0o777, 0o711);
});

test('hard links are refused, devices left out', async () => {
  assert.deepEqual(await unpack({ name: 'sda', kind: 'block' }, { name: 'pipe', type: '6' }), [
    'sda: it is neither file, folder nor link',
    'pipe: it is neither file, folder nor link',
  ]);
  await assert.rejects(unpack({ name: 'hard', type: '1', linkTarget: 'target' }), /has a hard link: "hard"/);
  await assert.rejects(lstat(join(target, 'hard')));
});

test('a file without a name is refused', async () => {
  await assert.rejects(unpack({ name: './', text: 'x', type: '7' }), /a file in it has no name/);
});

test('no half file stays behind', async () => {
  const archive = tar({ name: 'whole', text: 'W' }, { name: 'half', text: 'x'.repeat(5000) });
  await assert.rejects(unpackBytes(archive.subarray(0, 4000)), /ends within "half"/);
  assert.deepEqual(await all(), ['target', 'target/whole']);
});

test('a folder that was made in vain is taken away', async () => {
  const archive = tar({ name: 'half', text: 'x'.repeat(5000) });
  await assert.rejects(unpackBytes(archive.subarray(0, 4000)), /ends within "half"/);
  assert.deepEqual(await all(), []);
});
