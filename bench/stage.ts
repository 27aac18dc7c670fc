import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Program } from './measure.js';

export interface Scale {
  readonly copyMebibytes: number;
  readonly logLines: number;
}

/** What the cases run against. */
export interface Stage {
  readonly scale: Scale;
  /** Folders with a talosconfig, and the files that the cases read. */
  readonly homes: Readonly<Record<'cluster' | 'streams' | 'rows', string>>;
  close(): Promise<void>;
}

const server = fileURLToPath(new URL('server.ts', import.meta.url));
const name = 'bench';

/** Makes a simulated cluster of one node, and starts a process with nodes that stream and list. */
export async function setStage(program: Program, scale: Scale): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'talosctl-bench-'));
  const homes = { cluster: join(folder, 'cluster'), streams: join(folder, 'streams'), rows: join(folder, 'rows') };
  for (const home of Object.values(homes)) await mkdir(home);
  const talosctl = (...words: string[]): void => {
    const [file, ...start] = program.words;
    const { status, stderr } = spawnSync(file, [...start, ...words], {
      cwd: homes.cluster,
      env: environment(homes.cluster),
    });
    if (status !== 0) throw new Error(`talosctl ${words.join(' ')}: ${stderr}`);
  };
  let nodes: ChildProcess | undefined;
  const close = async (): Promise<void> => {
    nodes?.kill();
    spawnSync(program.words[0], [...program.words.slice(1), 'cluster', 'destroy', '--name', name], {
      env: environment(homes.cluster),
    });
    await rm(folder, { recursive: true, force: true });
  };
  try {
    talosctl('cluster', 'create', 'sim', '--name', name, '--workers', '0', '--time-scale', '0.1');
    talosctl('gen', 'secrets', '--output-file', 'secrets.yaml');
    talosctl('gen', 'config', name, 'https://192.0.2.1:6443', '--with-secrets', 'secrets.yaml', '--output-dir', '.');
    nodes = fork(server, [JSON.stringify(scale)], { execArgv: ['--import', 'tsx'] });
    const [made] = (await once(nodes, 'message')) as [{ readonly streams: string; readonly rows: string }];
    await cp(made.streams, homes.streams, { recursive: true });
    await cp(made.rows, homes.rows, { recursive: true });
  } catch (error) {
    await close();
    throw error;
  }
  return { scale, homes, close };
}

export const environment = (home: string): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  HOME: home,
});
