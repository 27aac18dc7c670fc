import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { readTar } from '../../../src/files/tar-reader.js';
import { Archive } from '../../../src/sim/files/archive.js';
import { FileError, FileTree } from '../../../src/sim/files/file-tree.js';
import { binary, device, file, folder, link, type Placed } from '../../../src/sim/files/node.js';
import { usageOf } from '../../../src/sim/files/usage.js';
import { inPieces } from '../../helpers/tar.js';

const booted = new Date('2026-11-30T21:00:00Z');
const placed: readonly Placed[] = [
  ['/etc/hosts', file('127.0.0.1 localhost\n')],
  ['/etc', folder({ label: 'etc_t', mode: 0o711 })],
  ['/etc/secret', file(() => 'made late', { mode: 0o600, owner: [60, 60], label: 'secret_t' })],
  ['/etc/empty', folder()],
  ['/bin', link('usr/bin')],
  ['/usr/bin/init', binary('ELF', 200_000, { mode: 0o755 })],
  ['/loop/a', link('b')],
  ['/loop/b', link('/loop/a')],
  ['/proc/cpuinfo', file('x'.repeat(5000), { size: 0 })],
  ['/proc/version', file('Linux\n', { size: 0 })],
  ['/run/socket', device('socket')],
  ['/dev/sda', device('block')],
];
const tree = new FileTree(placed, { label: 'rootfs_t', modified: booted });

const visited = (path: string, enter?: Parameters<FileTree['walk']>[1]): string[] =>
  [...tree.walk(path, enter)].map(({ relative }) => relative);

test('what a file does not say comes from the folders above', () => {
  assert.deepEqual(tree.lstat('/etc/hosts').attributes, {
    mode: 0o644,
    owner: [0, 0],
    label: 'etc_t',
    modified: booted,
    size: 20,
  });
  assert.deepEqual(tree.lstat('/etc/secret').attributes, {
    mode: 0o600,
    owner: [60, 60],
    label: 'secret_t',
    modified: booted,
    size: 9,
  });
  assert.deepEqual([tree.lstat('/etc').attributes.mode, tree.lstat('/usr').attributes.label], [0o711, 'rootfs_t']);
});

test('links are followed as the kernel does', () => {
  assert.equal(tree.lstat('/bin').node.kind, 'link');
  assert.equal(tree.stat('/bin').path, '/usr/bin');
  assert.equal(tree.lstat('/bin/init').path, '/usr/bin/init');
  assert.equal(tree.stat('bin/../.././usr//bin/').path, '/usr/bin');
  assert.throws(() => tree.stat('/loop/a'), /stat \/loop\/a: too many levels of symbolic links/);
});

test('what is not there', () => {
  const failure = (path: string): FileError => {
    try {
      tree.lstat(path);
    } catch (error) {
      if (error instanceof FileError) return error;
    }
    throw new Error('it is there');
  };
  assert.equal(failure('/nope/x').message, 'lstat /nope/x: no such file or directory');
  assert.equal(failure('/etc/hosts/x').message, 'lstat /etc/hosts/x: not a directory');
  assert.deepEqual([failure('/nope').isMissing, failure('/etc/hosts/x').isMissing], [true, false]);
});

test('walks go in the order of names, as deep as they are let', () => {
  assert.deepEqual(visited('/etc'), ['.', 'empty', 'hosts', 'secret']);
  assert.deepEqual(visited('/bin'), ['.', 'init']);
  assert.deepEqual(visited('/etc/hosts'), ['hosts']);
  assert.deepEqual(
    visited('/', () => false),
    ['.', 'bin', 'dev', 'etc', 'loop', 'proc', 'run', 'usr'],
  );
});

test('a folder takes what it holds, and itself', () => {
  const sizes = usageOf(tree, '/').map(({ relative, size, depth }) => [relative, size, depth]);
  assert.deepEqual(
    sizes.filter(([relative]) => ['etc/empty', 'etc', 'usr/bin', 'usr', '.'].includes(String(relative))),
    [
      ['etc/empty', 4096, 1],
      ['etc', 2 * 4096 + 29, 0],
      ['usr/bin', 4096 + 200_000, 1],
      ['usr', 2 * 4096 + 200_000, 0],
      ['.', 9 * 4096 + 7 + 29 + 1 + 7 + 200_000, 0],
    ],
  );
});

test('an archive holds what lies below a path', async () => {
  const archive = new Archive(tree, '/');
  const pieces: Buffer[] = [];
  for await (const piece of archive.bytes()) pieces.push(piece);
  const found = new Map<string, string>();
  for await (const { name, kind, size, linkName } of readTar(inPieces(gunzipSync(Buffer.concat(pieces)), 5000))) {
    found.set(name, `${kind} ${size} ${linkName}`);
  }
  assert.equal(found.get('etc/'), 'folder 0 ');
  assert.equal(found.get('etc/hosts'), 'file 20 ');
  assert.equal(found.get('bin'), 'symlink 0 usr/bin');
  assert.equal(found.get('usr/bin/init'), 'file 200000 ');
  assert.equal(found.get('proc/version'), 'file 6 ');
  assert.equal(found.get('proc/cpuinfo'), 'file 0 ', 'what shows no size and is long is left empty');
  assert.ok(!found.has('run/socket') && !found.has('./'));
  assert.match(
    archive.failure,
    /^1 error occurred:\n\t\* skipping "\/run\/socket": archive\/tar: sockets not supported\n/,
  );
  assert.throws(() => new Archive(tree, '/nope').bytes(), FileError);
});
