import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { TalosctlError } from '../errors/errors.js';
import type { Editor } from './editor.js';
import type { Interrupts } from './interrupts.js';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The editor of $TALOS_EDITOR, else $EDITOR, else vi (notepad on Windows), on this terminal. The variable may hold
 * arguments (`code --wait`); the file's path comes last. The text lies in a folder that only its owner may read, and is
 * removed afterwards. Ctrl-C belongs to the editor while it runs.
 */
export function systemEditor(env: Environment, interrupts: Interrupts): Editor {
  return {
    async edit(text, { prefix, extension }) {
      const folder = await mkdtemp(join(tmpdir(), `${prefix}-`));
      const file = join(folder, `edit${extension}`);
      const resume = interrupts.pause();
      try {
        await writeFile(file, text, { mode: 0o600 });
        await runEditor(env, file);
        return await readFile(file, 'utf8');
      } finally {
        resume();
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

/** The words that start the editor. */
export function editorCommand(env: Environment, windows: boolean): string {
  return env['TALOS_EDITOR']?.trim() || env['EDITOR']?.trim() || (windows ? 'notepad' : 'vi');
}

async function runEditor(env: Environment, file: string): Promise<void> {
  const windows = platform() === 'win32';
  const editor = editorCommand(env, windows);
  // The shell splits the variable's own words and quotes; the file reaches it as a word of its own.
  const [command, args] = windows
    ? ['cmd.exe', ['/d', '/s', '/c', `"${editor} "${file}""`]]
    : ['sh', ['-c', `${editor} "$@"`, editor, file]];
  const { code, signal } = await new Promise<{ code: number | null; signal: string | null }>((resolve, reject) => {
    const child = spawn(command, args, {
      stdio: 'inherit',
      env: { ...env },
      windowsVerbatimArguments: windows,
    });
    child.once('error', reject);
    child.once('exit', (exitCode, exitSignal) => resolve({ code: exitCode, signal: exitSignal }));
  });
  if (code === 0) return;
  throw new TalosctlError(`the editor "${editor}" ended with ${signal ?? `status ${code}`}; nothing was changed`, {
    hint: 'set $TALOS_EDITOR or $EDITOR to the editor to use',
  });
}
