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

/**
 * Folders with a talosconfig, and the files that the cases read: of a simulated cluster of one node, of one of 200 (three
 * of them endpoints), of a node that streams, of nodes that list some resources.
 */
export type HomeName = 'cluster' | 'nodes' | 'streams' | 'fewRows' | 'manyRows';

/** What the cases run against. */
export interface Stage {
  home(name: HomeName): string;
  close(): Promise<void>;
}

const server = fileURLToPath(new URL('server.ts', import.meta.url));
/** Nodes of the simulated clusters: control plane nodes, workers. */
const clusters = { cluster: [1, 0], nodes: [3, 197] } as const;

/** Sets up the homes, and the processes that serve them. */
export async function setStage(program: Program, scale: Scale, wanted: ReadonlySet<HomeName>): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'talosctl-bench-'));
  const home = (name: HomeName): string => join(folder, name);
  const names = [...wanted].filter((name) => name === 'cluster' || name === 'nodes');
  const talosctl = (name: HomeName, ...words: string[]): string => {
    const [file, ...start] = program.words;
    const { status, stdout, stderr } = spawnSync(file, [...start, ...words], {
      cwd: home(name),
      env: environment(home(name)),
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`talosctl ${words.join(' ')}: ${stderr}`);
    return stdout;
  };
  const create = (name: keyof typeof clusters): void => {
    const [controlPlanes, workers] = clusters[name];
    const sizes = ['--controlplanes', String(controlPlanes), '--workers', String(workers)];
    const shown = talosctl(name, 'cluster', 'create', 'sim', '--name', name, ...sizes, '--time-scale', '0.1');
    talosctl(
      name,
      'config',
      'node',
      ...Array.from(shown.matchAll(/ (127\.\S+) .* running$/gm), ([, node = '']) => node),
    );
  };
  let nodes: ChildProcess | undefined;
  const close = async (): Promise<void> => {
    nodes?.kill();
    for (const name of names) talosctl(name, 'cluster', 'destroy', '--name', name);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    for (const name of ['cluster', ...wanted] as const) await mkdir(home(name), { recursive: true });
    for (const name of names) create(name);
    talosctl('cluster', 'gen', 'secrets', '--output-file', 'secrets.yaml');
    const config = ['gen', 'config', 'bench', 'https://192.0.2.1:6443', '--with-secrets', 'secrets.yaml'];
    talosctl('cluster', ...config, '--output-dir', '.');
    nodes = fork(server, [JSON.stringify(scale)], { execArgv: ['--import', 'tsx'] });
    const [made] = (await once(nodes, 'message')) as [Readonly<Record<'streams' | 'fewRows' | 'manyRows', string>>];
    for (const [name, from] of Object.entries(made)) await cp(from, join(folder, name), { recursive: true });
  } catch (error) {
    await close();
    throw error;
  }
  return { home, close };
}

export const environment = (home: string): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  HOME: home,
});
