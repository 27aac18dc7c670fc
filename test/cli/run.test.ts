import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runManifest } from '../helpers/cli.js';
import { manifest } from './commands.js';

const run = (line: string) => runManifest(manifest, line === '' ? [] : line.split(' '));

const accepted: [string, unknown][] = [
  ['version', { client: false, insecure: false, nodes: [] }],
  ['version --client -i', { client: true, insecure: true, nodes: [] }],
  ['-n 10.5.0.2 version', { client: false, insecure: false, nodes: ['10.5.0.2'] }],
  ['-n10.5.0.2 version --client', { client: true, insecure: false, nodes: ['10.5.0.2'] }],
  ['--nodes=a,b version -n c', { client: false, insecure: false, nodes: ['a', 'b', 'c'] }],
  ['--talosconfig version version', { client: false, insecure: false, nodes: [] }],
  ['log kubelet -f', { service: 'kubelet', tail: -1, follow: true }],
  ['logs --tail 5 kubelet', { service: 'kubelet', tail: 5, follow: false }],
  ['-e x logs -n y kubelet -f=false', { service: 'kubelet', tail: -1, follow: false }],
  ['logs -- --tail', { service: '--tail', tail: -1, follow: false }],
  ['ls', { args: [] }],
  ['ls -r a ls b', { args: ['a', 'ls', 'b'] }],
  ['-n x ls -- -r ls', { args: ['-r', 'ls'] }],
  ['e snapshot db --to x', { args: ['db'], to: 'x', quiet: false, nodes: [] }],
  ['etcd -n a snapshot --to x db', { args: ['db'], to: 'x', quiet: false, nodes: ['a'] }],
  ['-n a etcd -n b snapshot -q --to= db', { args: ['db'], to: '', quiet: true, nodes: ['a', 'b'] }],
  ['gen -f ca', { force: true, hours: 8 }],
  ['gen ca --force=false --hours 0x10', { force: false, hours: 16 }],
];

for (const [line, options] of accepted) {
  test(`runs: ${line}`, async () => {
    const { code, stdout, stderr } = await run(line);
    assert.equal(code, 0, stderr);
    assert.deepEqual(JSON.parse(stdout), options);
  });
}

const refused: [string, RegExp][] = [
  [
    'versoin',
    /^unknown command "versoin" for "talosctl"\n\nDid you mean:\n\tversion\n\nUsage:\n {2}talosctl \[command\]\n/,
  ],
  ['foo --bogus', /^unknown command "foo" for "talosctl"\n\nUsage:\n/],
  ['interna', /^unknown command "interna" for "talosctl"\n\nUsage:\n/],
  ['--bogus version --client', /^unknown flag --bogus\n\nUsage:\n {2}talosctl \[command\]/],
  ['--insecure version', /^unknown flag --insecure\n\nUsage:\n {2}talosctl \[command\]/],
  ['--insecure get version', /^unknown command "get" for "talosctl version"\n\nUsage:\n {2}talosctl version/],
  ['-n', /^unknown flag -n\n/],
  ['version --bogus', /^unknown flag --bogus\n\nUsage:\n {2}talosctl version \[flags\]\n/],
  ['version extra', /^unknown command "extra" for "talosctl version"\n/],
  ['version --client false', /^unknown command "false" for "talosctl version"\n/],
  ['logs', /^"talosctl logs" takes 1 argument, got 0: talosctl logs <service>\n\nUsage:\n/],
  ['logs a b', /^"talosctl logs" takes 1 argument, got 2/],
  ['etcd snapshot --to x', /^"talosctl etcd snapshot" takes 1 to 2 arguments, got 0/],
  ['etcd snapshot db', /^required flag --to not set\n\nUsage:\n/],
  ['etcd snap', /^unknown command "snap" for "talosctl etcd"\n\nDid you mean:\n\tsnapshot\n/],
  ['gen ca --nodes x', /^command "talosctl gen ca" is deprecated: use gen authority\nunknown flag --nodes/],
  ['help foo', /^unknown command "foo" for "talosctl"/],
];

for (const [line, reason] of refused) {
  test(`refuses: ${line}`, async () => {
    const { code, stdout, stderr } = await run(line);
    assert.equal(code, 1);
    assert.equal(stdout, '');
    assert.match(stderr, reason);
  });
}

test('a deprecated flag warns on stderr', async () => {
  const { code, stderr } = await run('logs kubelet --lines 5');
  assert.equal(code, 0);
  assert.equal(stderr, 'flag --lines is deprecated: use --tail\n');
});

test('a hidden command runs', async () => {
  assert.equal((await run('internal')).stdout, 'ran');
});

test('the first failure of words wins over help only where the words cannot be read', async () => {
  assert.equal((await run('logs -h')).code, 0);
  assert.equal((await run('logs --help a b c')).code, 0);
  assert.equal((await run('logs --bogus --help')).code, 1);
});
