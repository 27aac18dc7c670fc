import assert from 'node:assert/strict';
import { type ChildProcessWithoutNullStreams, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { type TestContext, test } from 'node:test';
import { programWords, startProgram } from '../helpers/program.js';
import { startStreamNode } from '../helpers/stream-node.js';

/** `script` gives a program a terminal. */
const options = { skip: spawnSync('script', ['--version']).status !== 0, timeout: 30_000 };

interface Terminal {
  /** Resolves once the screen has shown it. */
  shows(text: RegExp): Promise<void>;
  type(keys: string): void;
  /** All that the screen has shown, at the end of the shell. */
  closed(): Promise<string>;
}

/** A shell in a terminal in which `talosctl` is the built program. Its home leads to a node without calls. */
async function openTerminal(t: TestContext, script: string): Promise<Terminal> {
  const { home } = await startStreamNode(t, []);
  const words = programWords.map((word) => `'${word}'`).join(' ');
  const shell = `talosctl() { ${words} "$@"; }; ${script}`;
  const env = { HOME: home, TERM: 'xterm', LC_ALL: 'C.UTF-8', SHELL: '/bin/bash' };
  const child: ChildProcessWithoutNullStreams = startProgram('script', ['-qec', shell, '/dev/null'], { env });
  t.after(() => child.kill('SIGKILL'));
  const closed = once(child, 'close');
  let screen = '';
  child.stdout.on('data', (piece: Buffer) => {
    screen += piece.toString();
  });
  return {
    async shows(text) {
      while (!text.test(screen))
        await Promise.race([once(child.stdout, 'data'), closed.then(() => assert.fail(screen))]);
    },
    type: (keys) => void child.stdin.write(keys),
    async closed() {
      await closed;
      return screen.replaceAll('\r\n', '\n');
    },
  };
}

const reboot = 'talosctl reboot -n 10.5.0.2,10.5.0.3; echo "status $?"';
const question = /\[y\/N\] /;

for (const [name, keys] of [
  ['no', 'n\n'],
  ['nothing', '\n'],
  ['the end of the input', '\x04'],
] as const) {
  test(`the answer to a question is ${name}: nothing is done`, options, async (t) => {
    const terminal = await openTerminal(t, reboot);
    await terminal.shows(question);
    terminal.type(keys);
    assert.match(await terminal.closed(), /nothing was done\n(?:.*\n)*status 1\n$/);
  });
}

test('Ctrl-C at a question ends the program, and the terminal is as before', options, async (t) => {
  const terminal = await openTerminal(
    t,
    `trap : INT; before=$(stty -g); ${reboot}; [ "$(stty -g)" = "$before" ] && echo unchanged`,
  );
  await terminal.shows(question);
  terminal.type('\x03');
  assert.match(await terminal.closed(), /interrupted: finishing[^\n]*\nstatus 1\nunchanged\n$/);
});

test('what a node sends does not reach the terminal as archive or capture', options, async (t) => {
  const terminal = await openTerminal(t, 'talosctl copy /etc -; echo "status $?"');
  assert.match(await terminal.closed(), /terminal(?:.*\n)*status 1\n$/);
});
