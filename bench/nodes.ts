import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Times the built program against a simulated cluster of 200 nodes, all asked through one endpoint: milliseconds, the
 * best of five, with the start of the program.
 */
const launcher = fileURLToPath(new URL('../bin/talosctl.js', import.meta.url));
const nodes = 200;
const controlPlanes = 3;
const home = await mkdtemp(join(tmpdir(), 'talosctl-bench-'));

async function talosctl(...words: readonly string[]): Promise<{ readonly stdout: string; readonly took: number }> {
  const began = performance.now();
  const env = { PATH: process.env['PATH'], HOME: home };
  const child = spawn(process.execPath, [launcher, ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const out: Buffer[] = [];
  const said: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk));
  const [code] = (await once(child, 'close')) as [number | null];
  const took = performance.now() - began;
  if (code !== 0) throw new Error(`talosctl ${words.join(' ')}: ${Buffer.concat(said).toString()}`);
  return { stdout: Buffer.concat(out).toString(), took };
}

function tell(name: string, milliseconds: number): void {
  process.stdout.write(`${name.padEnd(60)} ${milliseconds.toFixed(1).padStart(8)} ms\n`);
}

/** @param row matches once for each node that has answered */
async function ask(row: RegExp, ...words: readonly string[]): Promise<void> {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 5; run++) {
    const { stdout, took } = await talosctl('-n', 'all', ...words);
    const answered = stdout.match(row)?.length ?? 0;
    if (answered !== nodes) throw new Error(`${words.join(' ')}: ${answered} of ${nodes} nodes answered`);
    least = Math.min(least, took);
  }
  tell(`${words.join(' ')}, ${nodes} nodes`, least);
}

async function residentMemory(): Promise<number> {
  const { stdout } = await talosctl('cluster', 'show', '--name', 'bench');
  const pid = /PID (\d+)/.exec(stdout)?.[1] ?? '';
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

try {
  const sizes = ['--controlplanes', String(controlPlanes), '--workers', String(nodes - controlPlanes)];
  const { took } = await talosctl('cluster', 'create', 'sim', '--name', 'bench', '--time-scale', '0.2', ...sizes);
  tell(`create a simulated cluster of ${nodes} nodes`, took);
  await ask(/NODE: /g, 'version');
  await ask(/ apid +Running/g, 'services');
  await ask(/HostnameStatus /g, 'get', 'hostname');
  process.stdout.write(`memory of the simulated cluster: ${(await residentMemory()).toFixed(0)} MiB\n`);
} finally {
  await talosctl('cluster', 'destroy', '--name', 'bench').catch(() => undefined);
  await rm(home, { recursive: true, force: true });
}
