import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runCli } from '../helpers/cli.js';

for (const [words, instead] of [
  [['disks'], /talosctl get disks/],
  [['disks', '/dev/sda'], /talosctl get disks/],
  [['interfaces'], /talosctl get links/],
  [['routes'], /talosctl get routes/],
  [['route'], /talosctl get routes/],
] as const) {
  test(`talosctl ${words.join(' ')} fails and says what to use`, async () => {
    const { code, stdout, stderr } = await runCli(words);
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, instead);
  });
}

test('they are not offered', async () => {
  const { stdout } = await runCli(['--help']);
  assert.match(stdout, /^ {2}get /m);
  assert.doesNotMatch(stdout, /^ {2}(disks|interfaces|routes) /m);
});
