import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { finishProgram, isSingleFile, programFile, runBash, runProgram, startProgram } from '../helpers/program.js';

test('the launcher is executable by itself', async () => {
  assert.notEqual((await stat(programFile)).mode & 0o111, 0);
  const { code, stdout } = await finishProgram(startProgram(programFile, ['--help']));
  assert.equal(code, 0);
  assert.match(stdout, /^Usage:$/m);
});

test('wrong words end with status 1, on stderr alone', async () => {
  const { code, stdout, stderr } = await runProgram(['versoin']);
  assert.equal(code, 1);
  assert.equal(stdout, '');
  assert.match(stderr, /^unknown command "versoin" for "talosctl"\n/);
});

test('a reader that goes away ends the program quietly and with success', async () => {
  const { code, stdout, stderr } = await runBash(
    `for shell in bash zsh fish powershell; do talosctl completion $shell; done | head -1; echo "\${PIPESTATUS[0]}"`,
  );
  assert.equal(code, 0);
  assert.match(stdout, /^# bash completion for talosctl\n0\n$/);
  assert.equal(stderr, '');
});

test('a closed standard output is no failure', async () => {
  const { code, stderr } = await runBash('talosctl --help >&-');
  assert.equal(stderr, '');
  assert.equal(code, 0);
});

test('a full disk is told as such', { skip: !existsSync('/dev/full') }, async () => {
  const { code, stderr } = await runBash('talosctl --help > /dev/full');
  assert.deepEqual([code, stderr], [1, 'cannot write the output: no space left on the device\n']);
});

/** Bun itself does not start there, before anything of the program runs. */
const startsAnywhere = { skip: isSingleFile };

test('a working folder that is gone hinders nobody who needs no file', startsAnywhere, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'gone-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const inGone = (words: string) => runBash(`cd ${folder}/* && rmdir "$PWD" && talosctl ${words}`);
  await mkdir(join(folder, 'a'));
  const help = await inGone('--help');
  assert.equal(help.code, 0, help.stderr);
  assert.match(help.stdout, /^Usage:$/m);
  await mkdir(join(folder, 'a'));
  const { code, stderr } = await inGone('validate -m metal -c x.yaml');
  assert.deepEqual([code, stderr], [1, 'cannot read the machine configuration x.yaml: no such file or folder\n']);
});

test('a stack trace is shown only on demand', async () => {
  const plain = await runProgram(['completion', 'nosh']);
  assert.doesNotMatch(plain.stderr, /^\s+at /m);
  const debug = await runProgram(['completion', 'nosh'], { env: { TALOSCTL_DEBUG: '1' } });
  assert.match(debug.stderr, /^\s+at /m);
  assert.equal(debug.code, 1);
});
