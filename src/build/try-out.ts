import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from './bundle-options.js';

const run = promisify(execFile);

/** Whether this machine, perhaps with an emulator, runs what is built upon this executable of Bun. */
export function runsHere(bun: string): Promise<boolean> {
  return run(bun, ['--version']).then(
    () => true,
    () => false,
  );
}

/** Runs commands that need no node, compiled ahead and packed; fails when one does something else than it should. */
export async function tryOut(program: string): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), 'talosctl-release-'));
  const talosctl = async (...words: readonly string[]): Promise<string> =>
    (await run(program, words, { cwd: home, env: { HOME: home } })).stdout;
  const expect = (condition: boolean, words: string): void => {
    if (!condition) throw new Error(`${program}: ${words} does not give what it should`);
  };
  try {
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { readonly version: string };
    expect((await talosctl('version', '--client')).includes(`v${version}`), 'version --client');
    const script = await readFile(join(root, 'completions/talosctl.bash'), 'utf8');
    expect((await talosctl('completion', 'bash')) === script, 'completion bash');
    await talosctl('gen', 'secrets');
    await talosctl('gen', 'config', 'release', 'https://192.0.2.1:6443', '--with-secrets', 'secrets.yaml');
    const made = (await readdir(home)).filter((name) => !name.startsWith('.')).sort();
    expect(made.join(' ') === 'controlplane.yaml secrets.yaml talosconfig worker.yaml', 'gen config');
    await talosctl('validate', '--mode', 'metal', '--config', 'controlplane.yaml');
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

/** Runs test/e2e with an executable as the program. What it prints is shown only when a test fails. */
export async function passesEndToEndTests(program: string): Promise<boolean> {
  const child = spawn(process.execPath, ['--import', 'tsx', join(root, 'src/build/run-tests.ts'), 'test/e2e'], {
    env: { ...process.env, TALOSCTL_PROGRAM: program },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const output: Buffer[] = [];
  child.stdout.on('data', (piece: Buffer) => output.push(piece));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) process.stderr.write(Buffer.concat(output));
  return code === 0;
}
