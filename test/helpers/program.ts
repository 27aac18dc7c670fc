import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** The launcher of the built program (`npm run build`). */
export const launcher = fileURLToPath(new URL('../../bin/talosctl.js', import.meta.url));
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

/** Runs the built program as a user does. */
export function runProgram(words: readonly string[], options: ProgramOptions = {}): Promise<ProgramResult> {
  return finishProgram(startProgram(process.execPath, [launcher, ...words], options), options.stdin);
}

/** Runs a line of bash in which `talosctl` is the built program. */
export function runBash(script: string, options: ProgramOptions = {}): Promise<ProgramResult> {
  const define = `talosctl() { "${process.execPath}" "${launcher}" "$@"; }\nset -o pipefail\n`;
  return finishProgram(startProgram('bash', ['-c', define + script], options), options.stdin);
}
