import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  FileInfo,
  type ListRequest,
  ListRequest_Type,
  MachineServiceService,
} from '../../../src/gen/machine/machine.js';
import { FakeClock } from '../../helpers/clock.js';
import { nodeOf, startNode, type TestNode } from '../../helpers/nodes.js';
import { StatusError } from '../../helpers/servers.js';

const now = new Date('2026-11-30T22:00:00Z');
const seconds = (date: Date): bigint => BigInt(Math.floor(date.getTime() / 1000));
const ago = (days: number): bigint => seconds(new Date(now.getTime() - days * 24 * 3_600_000));

const files: readonly Partial<FileInfo>[] = [
  { name: '/etc/cri', relativeName: '.', mode: 0o20000000755, isDir: true, size: 4096n, modified: ago(1) },
  {
    name: '/etc/cri/containerd.toml',
    relativeName: 'containerd.toml',
    mode: 0o640,
    size: 83_376n,
    uid: 60,
    gid: 7,
    modified: ago(400),
    xattrs: [{ name: 'security.selinux', data: Buffer.from('system_u:object_r:etc_t:s0\0') }],
  },
  { name: '/etc/cri/link', relativeName: 'link', mode: 0o1000000777, size: 4n, link: '/etc', modified: ago(0) },
];

/** A node that lists these files, and keeps what it is asked. */
function listing(node: TestNode, answer: readonly Partial<FileInfo>[] = files): ListRequest[] {
  const requests: ListRequest[] = [];
  node.server.stream(MachineServiceService.list, async function* (sent, call) {
    for await (const request of sent) requests.push(request);
    if (nodeOf(call) === '10.5.0.99') throw new StatusError(14, 'connection refused');
    for (const file of answer) yield FileInfo.fromPartial(file);
  });
  return requests;
}

test('names alone', async (t) => {
  const node = await startNode(t, ['10.5.0.2', '10.5.0.3']);
  const requests = listing(node);
  const { code, stdout, stderr } = await node.run(['ls', '/etc/cri']);
  assert.deepEqual([code, stderr], [0, '']);
  assert.equal(
    stdout,
    `NODE       NAME
10.5.0.2   .
10.5.0.2   containerd.toml
10.5.0.2   link
10.5.0.3   .
10.5.0.3   containerd.toml
10.5.0.3   link
`,
  );
  const [request] = requests;
  assert.deepEqual(request, { root: '/etc/cri', recurse: false, recursionDepth: 1, types: [], reportXattrs: false });
});

test('a long listing: local times, with the year for what is older than half of one', async (t) => {
  const node = await startNode(t);
  listing(node);
  const { stdout } = await node.run(['list', '-l'], { clock: new FakeClock(now) });
  const time = '\\w{3} [ \\d]\\d \\d\\d:\\d\\d:00';
  assert.match(
    stdout,
    new RegExp(
      `^NODE {7}MODE {9}UID {3}GID {3}SIZE\\(B\\) {3}LASTMOD {13}LABEL {24}NAME
10\\.5\\.0\\.2 {3}drwxr-xr-x {3}0 {5}0 {5}4096 {6}${time} {34}\\.
10\\.5\\.0\\.2 {3}-rw-r----- {3}60 {4}7 {5}83376 {5}Oct 2\\d 2025 \\d\\d:\\d\\d {3}system_u:object_r:etc_t:s0 {3}containerd\\.toml
10\\.5\\.0\\.2 {3}Lrwxrwxrwx {3}0 {5}0 {5}4 {9}${time} {34}link -> /etc
$`,
    ),
  );
});

test('sizes and times for people', async (t) => {
  const node = await startNode(t);
  listing(node);
  const { stdout } = await node.run(['ls', '-lH'], { clock: new FakeClock(now) });
  assert.match(stdout, /4\.1 kB {4}1 day ago/);
  assert.match(stdout, /83 kB {5}1 year ago/);
  assert.match(stdout, /4 B {7}now /);
});

test('clocks that are off by years', async (t) => {
  const node = await startNode(t);
  listing(node, [
    { relativeName: 'future', modified: ago(-3650) },
    { relativeName: 'never', modified: -62_135_596_800n },
    { relativeName: 'epoch', modified: 0n },
  ]);
  const { code, stdout } = await node.run(['ls', '-lH'], { clock: new FakeClock(now) });
  assert.equal(code, 0);
  assert.match(stdout, /10 years from now .* future/);
  assert.match(stdout, /a long while ago .* never/);
  assert.equal((await node.run(['ls', '-l'], { clock: new FakeClock(now) })).code, 0);
});

test('flags become the request', async (t) => {
  const node = await startNode(t);
  const requests = listing(node);
  for (const flags of [['-r'], ['-d', '3'], ['-d3', '-tfd', '-t', 'L,l'], []]) await node.run(['ls', ...flags]);
  const { REGULAR, DIRECTORY, SYMLINK } = ListRequest_Type;
  assert.deepEqual(
    requests.map(({ root, recurse, recursionDepth, types }) => [root, recurse, recursionDepth, types]),
    [
      ['/', true, -1, []],
      ['/', true, 3, []],
      ['/', true, 3, [REGULAR, DIRECTORY, SYMLINK, SYMLINK]],
      ['/', false, 1, []],
    ],
  );
});

test('wrong flags are refused before anything is asked', async (t) => {
  const node = await startNode(t);
  const both = await node.run(['ls', '-r', '-d', '2']);
  assert.deepEqual([both.code, both.stdout], [1, '']);
  assert.match(both.stderr, /^--recurse goes to any depth/);
  assert.match((await node.run(['ls', '-t', 'fx'])).stderr, /^--type does not know "x"/);
  assert.equal((await node.run(['ls', '/a', '/b'])).code, 1);
});

test('a folder that is not there', async (t) => {
  const node = await startNode(t);
  node.server.stream(MachineServiceService.list, async function* () {
    if (t.name === '') yield FileInfo.create();
    throw new StatusError(2, 'lstat /nonexistent: no such file or directory');
  });
  const { code, stdout, stderr } = await node.run(['ls', '/nonexistent']);
  assert.deepEqual([code, stdout], [1, 'NODE   NAME\n']);
  assert.equal(stderr, 'lstat /nonexistent: no such file or directory (Unknown)\n');
});

test('what can be read is listed, and what cannot is named', async (t) => {
  const node = await startNode(t, ['10.5.0.2', '10.5.0.99']);
  listing(node, [{ relativeName: 'good' }, { name: '/proc/1/fd', relativeName: 'fd', error: 'permission denied' }]);
  const { code, stdout, stderr } = await node.run(['ls']);
  assert.equal(code, 1);
  assert.equal(stdout, 'NODE       NAME\n10.5.0.2   good\n');
  assert.match(stderr, /^10\.5\.0\.2: cannot read \/proc\/1\/fd: permission denied$/m);
  assert.match(stderr, /^10\.5\.0\.99: /m);
});

test('as data: an object a node, with what came and why it ended', async (t) => {
  const node = await startNode(t, ['10.5.0.2', '10.5.0.99']);
  listing(node);
  const { code, stdout } = await node.run(['ls', '-o', 'json']);
  assert.equal(code, 1);
  const [first, second] = JSON.parse(stdout);
  assert.deepEqual([first.node, first.files.length, first.error], ['10.5.0.2', 3, undefined]);
  assert.deepEqual(first.files[1], {
    name: '/etc/cri/containerd.toml',
    size: 83_376,
    mode: 0o640,
    modified: Number(ago(400)),
    isDir: false,
    error: '',
    link: '',
    relativeName: 'containerd.toml',
    uid: 60,
    gid: 7,
    xattrs: [{ name: 'security.selinux', data: Buffer.from('system_u:object_r:etc_t:s0\0').toString('base64') }],
  });
  assert.deepEqual([second.node, second.files, second.error.code], ['10.5.0.99', undefined, 'Unavailable']);
  assert.match((await node.run(['ls', '-o', 'yaml', '-n', '10.5.0.2'])).stdout, /^- node: 10\.5\.0\.2\n {2}files:\n/);
});

test('names with control characters do not move the terminal', async (t) => {
  const node = await startNode(t);
  listing(node, [{ relativeName: '\x1b[2J\nevil\x9b31m', link: '\r\x07' }]);
  for (const words of [['ls'], ['ls', '-l'], ['ls', '-o', 'json'], ['ls', '-o', 'yaml']]) {
    const { stdout } = await node.run(words, { terminal: {} });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: there must be none
    assert.doesNotMatch(stdout, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  }
});

test('paths are completed from the first node', async (t) => {
  const node = await startNode(t, ['10.5.0.2', '10.5.0.3']);
  const requests = listing(node, [
    { relativeName: '.', isDir: true },
    { relativeName: 'cri', isDir: true },
    { relativeName: 'crontab' },
    { relativeName: 'hosts' },
  ]);
  const complete = async (...words: readonly string[]): Promise<string[]> =>
    (await node.run(['__completeNoDesc', ...words])).stdout
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith(':'));
  assert.deepEqual(await complete('ls', '/etc/cr'), ['/etc/cri/', '/etc/crontab']);
  assert.deepEqual(await complete('usage', '/etc/'), ['/etc/cri/']);
  assert.deepEqual(await complete('read', ''), ['/cri/', '/crontab', '/hosts']);
  assert.deepEqual(
    requests.map(({ root }) => root),
    ['/etc/', '/etc/', '/'],
  );
});
