import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { Data } from '../../../src/gen/common/common.js';
import { MachineServiceService } from '../../../src/gen/machine/machine.js';
import { startNode, type TestNode } from '../../helpers/nodes.js';
import { StatusError } from '../../helpers/servers.js';
import { inPieces, type TestEntry, tarGz } from '../../helpers/tar.js';

const entries: readonly TestEntry[] = [
  { name: 'conf.d/', kind: 'folder', mode: 0o755 },
  { name: 'conf.d/a.toml', text: 'version = 3\n' },
];

/** A node that sends an archive, and then what it says of its own failure. */
function sending(node: TestNode, archive: Buffer, failure: string | Error = ''): string[] {
  const paths: string[] = [];
  node.server.stream(MachineServiceService.copy, async function* (requests) {
    for await (const { rootPath } of requests) paths.push(rootPath);
    for await (const bytes of inPieces(archive, 50)) yield Data.fromPartial({ bytes });
    if (failure instanceof Error) throw failure;
    if (failure !== '') yield Data.fromPartial({ metadata: { error: failure } });
  });
  return paths;
}

test('into a folder that is made', async (t) => {
  const node = await startNode(t);
  const paths = sending(node, tarGz(...entries));
  const { code, stdout, stderr } = await node.run(['copy', '/etc/cri', 'out/new']);
  assert.deepEqual([code, stdout, stderr], [0, '', '']);
  assert.deepEqual(paths, ['/etc/cri']);
  assert.equal(await readFile(join(node.home, 'out/new/conf.d/a.toml'), 'utf8'), 'version = 3\n');
});

test('to standard output, byte for byte', async (t) => {
  const node = await startNode(t);
  const archive = tarGz(...entries);
  sending(node, archive);
  const { code, stdoutBytes } = await node.run(['cp', '/etc/cri', '-']);
  assert.equal(code, 0);
  assert.ok(stdoutBytes.equals(archive));
});

test('an archive is kept off terminals', async (t) => {
  const node = await startNode(t);
  const { code, stdout, stderr } = await node.run(['cp', '/etc', '-'], { terminal: {} });
  assert.deepEqual([code, stdout], [1, '']);
  assert.match(stderr, /an archive is no text for a terminal/);
});

test('what is not there leaves no folder', async (t) => {
  const node = await startNode(t);
  sending(node, Buffer.alloc(0), 'lstat /nonexistent: no such file or directory');
  for (const target of ['out', '-']) {
    const { code, stdout, stderr } = await node.run(['cp', '/nonexistent', target]);
    assert.deepEqual([code, stdout], [1, '']);
    assert.equal(stderr, 'lstat /nonexistent: no such file or directory (Unknown)\n');
  }
  assert.deepEqual(await readdir(node.home), ['.talos']);
});

test('what the node could pack is there, what it could not is said', async (t) => {
  const node = await startNode(t);
  sending(node, tarGz(...entries), '1 error occurred:\n\t* skipping "/run/x": archive/tar: sockets not supported\n\n');
  const { code, stderr } = await node.run(['cp', '/run', 'out']);
  assert.equal(code, 1);
  assert.match(stderr, /^skipping "\/run\/x": archive\/tar: sockets not supported/);
  assert.deepEqual(await readdir(join(node.home, 'out/conf.d')), ['a.toml']);
});

test('a call that breaks off leaves whole files only', async (t) => {
  const node = await startNode(t);
  const noise = Array.from({ length: 20_000 }, (_, index) => String(index * 7919)).join();
  const archive = tarGz(...entries, { name: 'big', text: noise });
  sending(node, archive.subarray(0, archive.length / 2), new StatusError(14, 'error reading from server: EOF'));
  const { code } = await node.run(['cp', '/etc', 'out']);
  assert.equal(code, 1);
  assert.ok(!(await readdir(join(node.home, 'out'))).some((name) => name !== 'conf.d'));
});

test('hostile archives', async (t) => {
  const cases: readonly (readonly [entries: readonly TestEntry[], message: RegExp])[] = [
    [[{ name: '../evil', text: 'E' }], /leads out of the folder: "\.\.\/evil"/],
    [[{ name: 'a/../../evil', text: 'E' }], /leads out of the folder/],
    [
      [
        { name: 'l', kind: 'link', linkTarget: '..' },
        { name: 'l/evil', text: 'E' },
      ],
      /an entry below a link: "l"/,
    ],
    [[{ name: 'h', type: '1', linkTarget: '/etc/passwd' }], /a hard link/],
  ];
  for (const [hostile, message] of cases) {
    const node = await startNode(t);
    sending(node, tarGz(...hostile));
    const { code, stderr } = await node.run(['cp', '/x', 'deep/out']);
    assert.equal(code, 1);
    assert.match(stderr, message);
    const found = await readdir(node.home, { recursive: true });
    assert.ok(!found.some((name) => name.includes('evil')), found.join());
  }
});

test('links that lead out are left out, and named up to ten', async (t) => {
  const node = await startNode(t);
  const links = Array.from({ length: 12 }, (_, index) => ({
    name: `l${index}\x1b[2J`,
    kind: 'link' as const,
    linkTarget: '/etc/passwd',
  }));
  sending(node, tarGz(...links, ...entries));
  const { code, stderr } = await node.run(['cp', '/x', 'out']);
  assert.equal(code, 0);
  const lines = stderr.trimEnd().split('\n');
  assert.equal(lines[0], 'left out l0\\x1b[2J: it is a link to /etc/passwd, out of the folder');
  assert.equal(lines.length, 11);
  assert.equal(lines[10], 'left out 2 more');
  assert.deepEqual(await readdir(join(node.home, 'out')), ['conf.d']);
});

test('targets that are no folder', async (t) => {
  const node = await startNode(t);
  await writeFile(join(node.home, 'file'), '');
  const { code, stderr } = await node.run(['cp', '/x', 'file']);
  assert.equal(code, 1);
  assert.match(stderr, /^file is no folder/);
  await mkdir(join(node.home, 'full/conf.d'), { recursive: true });
  await writeFile(join(node.home, 'full/conf.d/a.toml'), 'mine');
  sending(node, tarGz(...entries));
  assert.match((await node.run(['cp', '/x', 'full'])).stderr, /a\.toml: it exists already/);
  assert.equal(await readFile(join(node.home, 'full/conf.d/a.toml'), 'utf8'), 'mine');
});

test('one node, two arguments', async (t) => {
  const node = await startNode(t, ['10.5.0.2', '10.5.0.3']);
  assert.match((await node.run(['cp', '/x', 'out'])).stderr, /"copy" works on one node at a time/);
  assert.equal((await node.run(['cp', '/x'])).code, 1);
});
