import assert from 'node:assert/strict';
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { catchInterrupts } from '../../src/terminal/interrupts.js';
import { editorCommand, systemEditor } from '../../src/terminal/system-editor.js';

const interrupts = { signal: new AbortController().signal, pause: () => () => {} };

/** An editor made of a line of shell; `$1` and `$2` are its arguments. */
async function scriptEditor(t: TestContext, line: string): Promise<{ script: string; temporary: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'talosctl editor-'));
  t.after(() => rm(folder, { recursive: true }));
  const script = join(folder, 'my editor.sh');
  await writeFile(script, `#!/bin/sh\n${line}\n`);
  await chmod(script, 0o755);
  return { script, temporary: folder };
}

test('which editor', () => {
  assert.equal(editorCommand({ TALOS_EDITOR: 'nano', EDITOR: 'emacs' }, false), 'nano');
  assert.equal(editorCommand({ TALOS_EDITOR: '', EDITOR: 'code --wait' }, false), 'code --wait');
  assert.equal(editorCommand({}, false), 'vi');
  assert.equal(editorCommand({}, true), 'notepad');
});

test('the editor gets arguments of its variable and a private file, and its text comes back', async (t) => {
  const { script, temporary } = await scriptEditor(
    t,
    'test "$1" = --wait && case $(ls -l "$2") in -rw-------*) ;; *) exit 1;; esac; case $2 in *.yaml) tr a-z A-Z <"$2" >"$2.new"; mv "$2.new" "$2";; esac',
  );
  const env = { PATH: process.env['PATH'], TALOS_EDITOR: `"${script}" --wait`, TMPDIR: temporary };
  const edited = await systemEditor(env, interrupts).edit('machine: {}\n', { prefix: 'edit', extension: '.yaml' });
  assert.equal(edited, 'MACHINE: {}\n');
});

test('an editor that fails changes nothing and leaves nothing behind', async (t) => {
  const { script } = await scriptEditor(t, 'exit 3');
  const before = await leftovers();
  const env = { PATH: process.env['PATH'], EDITOR: `'${script}'` };
  await assert.rejects(
    systemEditor(env, interrupts).edit('x', { prefix: 'talosctl-edit-test', extension: '.yaml' }),
    /ended with status 3; nothing was changed/,
  );
  assert.deepEqual(await leftovers(), before);
});

async function leftovers(): Promise<string[]> {
  return (await readdir(tmpdir())).filter((name) => name.startsWith('talosctl-edit-test'));
}

test('Ctrl-C belongs to the editor while it runs', () => {
  const listeners = new Map<string, (signal: NodeJS.Signals) => void>();
  const source = {
    on: (signal: NodeJS.Signals, listener: (signal: NodeJS.Signals) => void) => listeners.set(signal, listener),
    removeListener: (signal: NodeJS.Signals) => listeners.delete(signal),
  };
  let told = 0;
  const caught = catchInterrupts(source, new AbortController(), () => told++);
  const resume = caught.pause();
  listeners.get('SIGINT')?.('SIGINT');
  assert.equal(caught.signal.aborted, false);
  resume();
  listeners.get('SIGINT')?.('SIGINT');
  assert.equal(caught.signal.aborted, true);
  assert.equal(told, 1);
  assert.equal(listeners.size, 0, 'the second one is left to the system');
});
