import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const launcher = fileURLToPath(new URL('../../bin/talosctl.js', import.meta.url));
/**
 * The words that start the program: the built bundle (`npm run build`), or the executable that TALOSCTL_PROGRAM names
 * (`npm run build:binary`).
 */
export const programWords: readonly [string, ...string[]] = process.env['TALOSCTL_PROGRAM']
  ? [resolve(process.env['TALOSCTL_PROGRAM'])]
  : [process.execPath, launcher];
/** The file that a user starts. */
export const programFile = programWords.at(-1) ?? launcher;
export const isSingleFile = programWords.length === 1;
export const distFolder = fileURLToPath(new URL('../../dist', import.meta.url));

export interface ProgramResult {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ProgramOptions {
  /** Added to PATH and HOME alone. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly stdin?: string;
}

/** Starts a program without the environment of the tests. */
export function startProgram(
  command: string,
  args: readonly string[],
  options: ProgramOptions = {},
): ChildProcessWithoutNullStreams {
  const path = process.env['PATH'] ?? '';
  return spawn(command, args, {
    cwd: options.cwd,
    env: { PATH: path, HOME: '/nonexistent', ...options.env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

/** Waits for the end of a started program. */
export async function finishProgram(child: ChildProcessWithoutNullStreams, stdin = ''): Promise<ProgramResult> {
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
  child.stdin.on('error', () => {});
  child.stdin.end(stdin);
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  return { code, signal, stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString() };
}

/** Starts the built program. */
export function startTalosctl(words: readonly string[], options: ProgramOptions = {}): ChildProcessWithoutNullStreams {
  const [program, ...start] = programWords;
  return startProgram(program, [...start, ...words], options);
}

/** Runs the built program as a user does. */
export function runProgram(words: readonly string[], options: ProgramOptions = {}): Promise<ProgramResult> {
  return finishProgram(startTalosctl(words, options), options.stdin);
}

/** Runs a line of bash in which `talosctl` is the built program. */
export function runBash(script: string, options: ProgramOptions = {}): Promise<ProgramResult> {
  const define = `talosctl() { ${programWords.map((word) => `"${word}"`).join(' ')} "$@"; }\nset -o pipefail\n`;
  return finishProgram(startProgram('bash', ['-c', define + script], options), options.stdin);
}
