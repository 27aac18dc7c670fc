import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { command } from '../../src/commands/validate.js';
import { runCommand } from '../helpers/cli.js';
import { controlPlane } from '../machineconfig/validate/support.js';

async function run(t: TestContext, text: string, ...args: string[]) {
  const cwd = await mkdtemp(join(tmpdir(), 'validate-'));
  t.after(() => rm(cwd, { recursive: true, force: true }));
  await writeFile(join(cwd, 'c.yaml'), text);
  return runCommand(command, ['-c', 'c.yaml', ...args], { cwd });
}

test('a good configuration is said to be so on stdout', async (t) => {
  const { code, stdout, stderr } = await run(t, controlPlane, '-m', 'cloud');
  assert.deepEqual([code, stdout, stderr], [0, 'c.yaml is valid for cloud mode\n', '']);
});

test('standard input is read for -', async () => {
  const { code, stdout } = await runCommand(command, ['-c', '-', '-m', 'metal'], { stdin: controlPlane });
  assert.equal(code, 0);
  assert.match(stdout, /valid for metal mode/);
});

test('problems go to stderr with file, line and column, and the status is 1', async (t) => {
  const { code, stdout, stderr } = await run(
    t,
    controlPlane.replace('controlplane', 'king').replace('disk: /dev/sda, ', ''),
    '-m',
    'metal',
  );
  assert.equal(code, 1);
  assert.equal(stdout, '');
  assert.match(stderr, /^c\.yaml, line 3, column 5: v1alpha1 machine\.type: unknown machine type "king"/m);
  assert.match(stderr, /^c\.yaml, line 6, column 5: v1alpha1 machine\.install\.disk: /m);
});

test('warnings are told, and fail under --strict alone', async (t) => {
  const text = controlPlane.replace('controlplane', 'init').replace(':6443', '');
  const lenient = await run(t, text, '-m', 'metal');
  assert.equal(lenient.code, 0);
  assert.match(lenient.stderr, /^warning: c\.yaml, line 12, column 20: v1alpha1 cluster\.controlPlane\.endpoint: /m);
  assert.match(lenient.stdout, /valid/);
  const strict = await run(t, text, '-m', 'metal', '--strict');
  assert.equal(strict.code, 1);
  assert.equal(strict.stdout, '');
  assert.match(strict.stderr, /--strict/);
});

test('wrong words: no mode, an unknown mode, no file, a file that is not there', async (t) => {
  assert.match((await run(t, '')).stderr, /mode/);
  assert.match((await run(t, '', '-m', 'bare')).stderr, /unknown mode "bare": one of metal, cloud, container/);
  assert.match((await runCommand(command, ['-m', 'metal'])).stderr, /--config/);
  const missing = await runCommand(command, ['-m', 'metal', '-c', 'nosuch.yaml']);
  assert.equal(missing.code, 1);
  assert.match(missing.stderr, /nosuch\.yaml: no such file/);
});
